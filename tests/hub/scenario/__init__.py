"""Tests of the runner of hand scripts."""
