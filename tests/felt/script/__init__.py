"""Tests of reading, printing and playing hand scripts."""
