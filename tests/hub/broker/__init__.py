"""Tests of the brokers beside the hub, with the real server."""
