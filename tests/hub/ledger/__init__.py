"""Tests of the ledger: kept exactly, chained, and never acknowledged before the disk has it."""
