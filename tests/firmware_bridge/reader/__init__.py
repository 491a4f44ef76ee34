"""Tests of firmware_bridge.reader."""
