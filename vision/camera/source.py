"""Where pictures come from: one small port, and a thin backend for each kind of camera."""

from enum import StrEnum
from typing import Protocol

from felt.fault import ConfigFault
from vision.camera.device import DeviceSource, Format
from vision.camera.pi import PiSource
from vision.camera.recorded import FolderSource, VideoSource
from vision.picture import Picture


class SourceKind(StrEnum):
    """The kinds of camera."""

    DEVICE = "device"
    PI = "pi"
    FOLDER = "folder"
    VIDEO = "video"
    VIRTUAL = "virtual"


class Source(Protocol):
    """A camera as its driver has it. Every call may block, and is made from one thread at a time."""

    @property
    def name(self) -> str:
        """What a person calls it."""
        ...

    @property
    def live(self) -> bool:
        """True for a camera that runs by itself, false for a recording that waits to be asked."""
        ...

    def open(self) -> None:
        """Begin, or begin anew; raises LinkLost when it is not there, ConfigFault when it never can be."""
        ...

    def read(self) -> Picture | None:
        """The next picture, None at the end of a recording; raises LinkLost."""
        ...

    def close(self) -> None:
        """Let go of it; may be called at any time, and twice."""
        ...


def open_source(kind: SourceKind, source: str, shape: Format) -> Source:
    """The backend for a camera as the board file describes it, not yet open; raises ConfigFault for a virtual one."""
    if kind is SourceKind.DEVICE:
        return DeviceSource(source, shape)
    if kind is SourceKind.PI:
        return PiSource(shape)
    if kind is SourceKind.FOLDER:
        return FolderSource(source)
    if kind is SourceKind.VIDEO:
        return VideoSource(source)
    raise ConfigFault("nothing renders the virtual table here", remedy="a device, pi, folder or video camera")
