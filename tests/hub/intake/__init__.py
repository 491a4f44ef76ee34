"""Tests of the intake: every bad input is an alarm, none is a change of state."""
