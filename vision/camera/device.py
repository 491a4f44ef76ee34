"""A USB camera, or any other that V4L2 knows."""

from pathlib import Path
from typing import Final, NamedTuple, Protocol

import cv2
import numpy as np
from cv2.typing import MatLike

from felt.fault import LinkLost
from vision.picture import Picture

SETTLING: Final = 30
"""Pictures that a camera has to find its exposure and white balance before they are locked."""
_MANUAL_EXPOSURE: Final = 1.0
"""V4L2_EXPOSURE_MANUAL of the menu V4L2_CID_EXPOSURE_AUTO."""
_AUTO_EXPOSURE: Final = 3.0
"""V4L2_EXPOSURE_APERTURE_PRIORITY, the automatic that USB cameras have."""


class Format(NamedTuple):
    """What is asked of a camera: px, and pictures a second."""

    width: int = 1280
    height: int = 720
    fps: int = 30


class Driver(Protocol):
    """What this module uses of cv2.VideoCapture."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name
    def read(self) -> tuple[bool, MatLike]: ...
    def get(self, setting: int, /) -> float: ...
    def set(self, setting: int, value: float, /) -> bool: ...
    def release(self) -> None: ...


class DeviceSource:
    """The camera at the device file `path`; the first that the system lists where that is empty.

    It exposes by itself for SETTLING pictures; then exposure and white balance stay as they are, so that a hand in the
    light does not change the felt. `locked` says whether the camera obeyed.
    """

    live = True

    def __init__(self, path: str, shape: Format) -> None:
        self._path = path
        self._shape = shape
        self._driver: Driver | None = None
        self._taken = 0
        self.locked = False

    @property
    def name(self) -> str:
        return f"camera {self._path or 'first found'}"

    def open(self) -> None:
        self.close()
        path = self._path or _first_device()
        driver = self._capture(path)
        if not driver.isOpened():
            driver.release()
            raise LinkLost("the camera does not open", where=path, remedy="plug it in; is another program using it?")
        driver.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        driver.set(cv2.CAP_PROP_FRAME_WIDTH, self._shape.width)
        driver.set(cv2.CAP_PROP_FRAME_HEIGHT, self._shape.height)
        driver.set(cv2.CAP_PROP_FPS, self._shape.fps)
        driver.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # an old picture is worth nothing
        driver.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO_EXPOSURE)
        driver.set(cv2.CAP_PROP_AUTO_WB, 1)
        self._driver, self._taken, self.locked = driver, 0, False

    def read(self) -> Picture | None:
        if self._driver is None:
            raise LinkLost("the camera is not open", where=self.name)
        taken, picture = self._driver.read()
        if not taken:
            raise LinkLost("the camera gave no picture", where=self.name, remedy="look at its cable")
        self._taken += 1
        if self._taken == SETTLING:
            self.locked = _lock(self._driver)
        return picture.astype(np.uint8, copy=False)

    def close(self) -> None:
        if self._driver is not None:
            self._driver.release()
            self._driver = None

    def _capture(self, path: str) -> Driver:
        # What is wrong is told once, by us: OpenCV would warn again at each attempt.
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
        return cv2.VideoCapture(path, cv2.CAP_V4L2)


def _lock(driver: Driver) -> bool:
    """Hold the exposure and white balance of this moment; False where the camera does not take that."""
    exposure, warmth = driver.get(cv2.CAP_PROP_EXPOSURE), driver.get(cv2.CAP_PROP_WB_TEMPERATURE)
    held = driver.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE)
    held &= driver.set(cv2.CAP_PROP_EXPOSURE, exposure)
    held &= driver.set(cv2.CAP_PROP_AUTO_WB, 0)
    return held & driver.set(cv2.CAP_PROP_WB_TEMPERATURE, warmth)


def _first_device() -> str:
    devices = sorted(Path("/dev").glob("video*"), key=lambda path: (len(path.name), path.name))
    if not devices:
        raise LinkLost("no camera is plugged in", where="/dev/video*", remedy="plug one in, or name another kind")
    return str(devices[0])
