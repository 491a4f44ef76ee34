"""Hands dealt before the virtual camera, followed by the real finder, reader and tracker, and scored card by card.

Knows the truth of every frame and what was told of it. Refuses to know how either comes about.
"""
