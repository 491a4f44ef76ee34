"""Pictures as they are taken, by a USB or Pi camera, a folder, a video or the virtual table; and whether to trust them.

Refuses to know what is in a picture beyond whether it is one of this felt.
"""

from vision.camera.camera import Arrival, Camera, Frame, Lost
from vision.camera.health import Health, Stills, Trouble, Verdict
from vision.camera.recorded import VirtualSource
from vision.camera.source import Source, SourceKind, open_source

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
    "VirtualSource",
    "open_source",
]
