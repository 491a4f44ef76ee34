"""The witness bench: that it counts what it says it counts."""
