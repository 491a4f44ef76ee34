"""Shuffling machines: what they say of their state and count, as readings.

Knows machines and cycles. Refuses to know the order of a deck, and what a count of 51 means.
"""
