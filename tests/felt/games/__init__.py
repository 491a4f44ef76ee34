"""Tests of deal and action order."""
