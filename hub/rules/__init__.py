"""Hands, irregularities, books and procedures, as pure functions of facts.

No clock, no random, no logging, no I/O. Nothing that happens at a table raises here.
"""
