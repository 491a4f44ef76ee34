"""Tests of firmware_bridge: published vectors, hostile wires, ports that go away."""
