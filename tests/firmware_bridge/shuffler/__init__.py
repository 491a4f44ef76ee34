"""Tests of firmware_bridge.shuffler."""
