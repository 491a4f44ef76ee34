"""Tests of the transports: the same contract for the broker inside the process and for a real one."""
