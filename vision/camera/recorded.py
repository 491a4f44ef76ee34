"""Pictures that were taken before, or never: a folder, a video, the virtual table."""

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from felt.fault import BadInput, ConfigFault, LinkLost
from vision.picture import Picture
from vision.picture_file import SUFFIXES, read_picture


class FolderSource:
    """The picture files of a folder, in the order of their names; then the end."""

    live = False

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._left: Iterator[Path] = iter(())

    @property
    def name(self) -> str:
        return f"folder {self._folder}"

    def open(self) -> None:
        if not self._folder.is_dir():
            raise LinkLost("there is no such folder", where=str(self._folder), remedy="make it, or name another")
        try:
            files = sorted(path for path in self._folder.iterdir() if path.suffix.lower() in SUFFIXES)
        except OSError as error:
            raise LinkLost(f"cannot be read: {error.strerror}", where=str(self._folder)) from error
        if not files:
            raise LinkLost("the folder holds no picture", where=str(self._folder), remedy="JPEG or PNG files")
        self._left = iter(files)

    def read(self) -> Picture | None:
        path = next(self._left, None)
        if path is None:
            return None
        try:
            return read_picture(path)
        except BadInput as fault:
            raise ConfigFault(fault.what, where=str(path), remedy="take it out of the folder") from fault

    def close(self) -> None:
        self._left = iter(())


class VideoSource:
    """A video file, once."""

    live = False

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._video: cv2.VideoCapture | None = None

    @property
    def name(self) -> str:
        return f"video {self._path}"

    def open(self) -> None:
        self.close()
        if not self._path.is_file():
            raise LinkLost("there is no such video", where=str(self._path), remedy="name a file that exists")
        video = cv2.VideoCapture(str(self._path))
        if not video.isOpened():
            raise LinkLost("the video cannot be read", where=str(self._path), remedy="MP4 or AVI (MJPEG)")
        self._video = video

    def read(self) -> Picture | None:
        if self._video is None:
            raise LinkLost("the video is not open", where=str(self._path))
        taken, picture = self._video.read()
        return picture.astype(np.uint8, copy=False) if taken else None

    def close(self) -> None:
        if self._video is not None:
            self._video.release()
            self._video = None


class VirtualSource:
    """What is rendered for a seed; then the end."""

    live = False

    def __init__(self, rendered: Callable[[int], Iterator[Picture]], seed: int) -> None:
        if seed < 0:
            raise ConfigFault("a seed is not below 0", remedy="0 or more")
        self._rendered = rendered
        self._seed = seed
        self._left: Iterator[Picture] = iter(())

    @property
    def name(self) -> str:
        return f"virtual table {self._seed}"

    def open(self) -> None:
        self._left = self._rendered(self._seed)

    def read(self) -> Picture | None:
        return next(self._left, None)

    def close(self) -> None:
        self._left = iter(())
