"""Frames to settled sightings, with a finder that knows the truth and a reader that knows the deck."""
