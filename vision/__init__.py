"""Pixels to sightings: which card lies where, which way up, and how sure. Runs in its own process.

Refuses to know hands, rules or tokens.
"""
