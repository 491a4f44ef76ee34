"""Tests of firmware_bridge.stream."""
