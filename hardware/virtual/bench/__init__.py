"""The witness bench: thousands of robot hands with known mistakes, seen through noisy sensors, ruled on, and scored.

Plays at the depth of readings, on a clock of its own: looks and sightings as drivers and camera would give them,
through the shipped witness into the shipped rules. Does not imitate: bytes, MQTT, the ledger, and the delay of a
network.
"""

from hardware.virtual.bench.noise import NoiseLevel
from hardware.virtual.bench.run import WitnessPlan, main

__all__ = ["NoiseLevel", "WitnessPlan", "main"]
