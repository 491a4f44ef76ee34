"""Tests of the floor: facts in, rulings kept and shown, the same again after a restart."""
