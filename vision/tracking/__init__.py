"""Frames to settled sightings: what lies still is found, read several times, told once it is sure, and followed.

Knows one camera's frames, one after the other. Refuses to know hands, rules, and how cards are found or read.
"""

from vision.tracking.matching import PlaceOf
from vision.tracking.search import Finder
from vision.tracking.track import Track
from vision.tracking.tracker import Tracker

__all__ = ["Finder", "PlaceOf", "Track", "Tracker"]
