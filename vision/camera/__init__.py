"""Pictures as they are taken, by a USB or Pi camera, a folder, a video or the virtual table; and whether to trust them.

Refuses to know what is in a picture beyond whether it is one of this felt.
"""

from vision.camera.camera import Arrival, Camera, Frame, Lost
from vision.camera.health import Health, Stills, Trouble, Verdict
from vision.camera.source import Source, SourceKind, open_source, seed_of

__all__ = [
    "Arrival",
    "Camera",
    "Frame",
    "Health",
    "Lost",
    "Source",
    "SourceKind",
    "Stills",
    "Trouble",
    "Verdict",
    "open_source",
    "seed_of",
]
