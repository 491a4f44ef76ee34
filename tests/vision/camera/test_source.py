"""The backends: what each asks of its driver, and what it says when there is none."""

import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from felt.fault import ConfigFault, LinkLost, Unsupported
from vision.camera import SourceKind, VirtualSource, open_source
from vision.camera.device import SETTLING, DeviceSource, Format
from vision.camera.pi import PiSource
from vision.camera.recorded import FolderSource, VideoSource
from vision.picture import Picture

SHAPE = Format(64, 48, 30)


def shade(level: int) -> Picture:
    return np.full((48, 64, 3), level, np.uint8)


def levels(source: FolderSource | VideoSource) -> list[int]:
    source.open()
    found = []
    while (picture := source.read()) is not None:
        found.append(int(picture.mean()))
    source.close()
    return found


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.png", 10), ("c.PNG", 30)):
        cv2.imwrite(str(tmp_path / name), shade(level))
    (tmp_path / "notes.txt").write_text("no picture")
    source = FolderSource(str(tmp_path))
    assert levels(source) == [10, 20, 30]
    assert levels(source) == [10, 20, 30]


def test_a_folder_and_its_pictures_may_have_names_that_are_no_utf_8(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    cv2.imwrite(str(tmp_path / "a.png"), shade(10))
    (tmp_path / "a.png").rename(folder / os.fsdecode(b"\xe9.png"))
    assert levels(FolderSource(str(folder))) == [10]


def test_a_folder_that_cannot_be_shown_says_why(tmp_path: Path) -> None:
    with pytest.raises(LinkLost, match="no such folder"):
        FolderSource(str(tmp_path / "none")).open()
    with pytest.raises(LinkLost, match="holds no picture"):
        FolderSource(str(tmp_path)).open()
    (tmp_path / "torn.jpg").write_bytes(b"torn")
    torn = FolderSource(str(tmp_path))
    torn.open()
    with pytest.raises(ConfigFault, match=r"torn\.jpg: is no picture .*take it out of the folder"):
        torn.read()


def test_a_video_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "hand.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    for level in (50, 100, 150):
        writer.write(shade(level))
    writer.release()
    assert levels(VideoSource(str(path))) == pytest.approx([50, 100, 150], abs=2)


def test_a_video_that_is_none_says_so(tmp_path: Path) -> None:
    with pytest.raises(LinkLost, match="no such video"):
        VideoSource(str(tmp_path / "none.avi")).open()
    with pytest.raises(LinkLost, match="not open"):
        VideoSource(str(tmp_path / "none.avi")).read()


def test_the_virtual_table_is_rendered_for_its_seed() -> None:
    def rendered(seed: int) -> Iterator[Picture]:
        yield shade(seed)

    source = VirtualSource(rendered, 7)
    source.open()
    picture = source.read()
    assert picture is not None
    assert picture.mean() == 7
    assert source.read() is None
    with pytest.raises(ConfigFault, match="nothing renders"):
        open_source(SourceKind.VIRTUAL, "7", SHAPE)


class Driver:
    """A camera's driver as OpenCV has it."""

    def __init__(self, *, opens: bool = True, obeys: bool = True, pictures: int = 100) -> None:
        self._opens, self._obeys, self._left = opens, obeys, pictures
        self.settings: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0}
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802
        return self._opens

    def read(self) -> tuple[bool, Picture]:
        self._left -= 1
        return self._left >= 0, shade(9)

    def get(self, setting: int, /) -> float:
        return self.settings[setting]

    def set(self, setting: int, value: float, /) -> bool:
        if self._obeys:
            self.settings[setting] = value
        return self._obeys

    def release(self) -> None:
        self.released = True


class Driven(DeviceSource):
    def __init__(self, driver: Driver) -> None:
        super().__init__("/dev/video3", SHAPE)
        self._found = driver

    def _capture(self, path: str) -> Driver:
        assert path == "/dev/video3"
        return self._found


def test_a_camera_that_is_not_there_is_told_by_us_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path / "video7", Path(os.devnull)):
        with pytest.raises(LinkLost, match="does not open"):
            DeviceSource(str(path), SHAPE).open()
    assert capfd.readouterr() == ("", "")


def test_exposure_and_white_balance_are_held_once_the_camera_has_found_them() -> None:
    driver = Driver()
    source = Driven(driver)
    source.open()
    for _ in range(SETTLING - 1):
        source.read()
    assert driver.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3  # V4L2_EXPOSURE_APERTURE_PRIORITY
    assert not source.locked
    source.read()
    assert driver.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 1  # V4L2_EXPOSURE_MANUAL
    assert driver.settings[cv2.CAP_PROP_AUTO_WB] == 0
    assert (driver.settings[cv2.CAP_PROP_EXPOSURE], driver.settings[cv2.CAP_PROP_WB_TEMPERATURE]) == (157, 4600)
    assert source.locked


def test_a_camera_that_does_not_obey_is_not_called_locked() -> None:
    source = Driven(Driver(obeys=False))
    source.open()
    for _ in range(SETTLING + 1):
        source.read()
    assert not source.locked


def test_a_camera_that_stops_or_does_not_open_is_lost() -> None:
    source = Driven(Driver(pictures=1))
    source.open()
    source.read()
    with pytest.raises(LinkLost, match="gave no picture"):
        source.read()
    source.close()
    with pytest.raises(LinkLost, match="not open"):
        source.read()
    shut = Driver(opens=False)
    with pytest.raises(LinkLost, match="does not open"):
        Driven(shut).open()
    assert shut.released


class PiDriver:
    def __init__(self) -> None:
        self.done: list[object] = []

    def create_video_configuration(self, *, main: dict[str, object], controls: dict[str, object]) -> object:
        return main | controls

    def configure(self, configuration: object) -> None:
        self.done.append(configuration)

    def start(self) -> None:
        self.done.append("start")

    def capture_array(self, stream: str) -> Picture:
        if stream != "main":
            raise RuntimeError(stream)
        return shade(5)

    def capture_metadata(self) -> dict[str, object]:
        return {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "Lux": 300}

    def set_controls(self, controls: dict[str, object]) -> None:
        self.done.append(controls)

    def stop(self) -> None:
        self.done.append("stop")

    def close(self) -> None:
        self.done.append("close")


def test_the_pi_camera_is_configured_started_locked_and_closed() -> None:
    driver = PiDriver()

    class Driven(PiSource):
        def _capture(self) -> PiDriver:
            return driver

    source = Driven(SHAPE)
    source.open()
    for _ in range(SETTLING):
        source.read()
    source.close()
    held = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8)}
    assert driver.done == [
        {"size": (64, 48), "format": "RGB888", "FrameRate": 30.0},
        "start",
        {"AeEnable": False, "AwbEnable": False, **held},
        "stop",
        "close",
    ]


def test_a_machine_without_picamera2_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "picamera2", None)
    with pytest.raises(Unsupported, match="apt install python3-picamera2"):
        open_source(SourceKind.PI, "", SHAPE).open()
