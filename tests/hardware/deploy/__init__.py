"""Tests of what is copied onto a machine."""
