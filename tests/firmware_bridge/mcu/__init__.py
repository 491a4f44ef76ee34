"""Tests of firmware_bridge.mcu."""
