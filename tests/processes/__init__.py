"""Tests with real processes: a hub, its broker or the site's, nodes, and SIGKILL in the middle of a hand.

The one place where tests wait for real time: other processes have no other.
"""
