"""Bytes to readings: frames, links, byte streams, and the drivers of readers and shufflers.

Knows protocols. Refuses to know cards, seats, hands or what a reading means.
"""
