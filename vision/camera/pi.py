"""The Pi's own camera port, by picamera2 (Debian package python3-picamera2).

Written from its manual and not yet run on a Pi: no Pi was at hand.
"""

from typing import Protocol

from felt.fault import LinkLost, Unsupported
from vision.camera.device import SETTLING, Format
from vision.picture import Picture


class PiDriver(Protocol):
    """What this module uses of picamera2.Picamera2."""

    def create_video_configuration(self, *, main: dict[str, object], controls: dict[str, object]) -> object: ...
    def configure(self, configuration: object) -> None: ...
    def start(self) -> None: ...
    def capture_array(self, stream: str) -> Picture: ...
    def capture_metadata(self) -> dict[str, object]: ...
    def set_controls(self, controls: dict[str, object]) -> None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class PiSource:
    """The camera on the Pi's ribbon cable; exposure and white balance stay as they are after SETTLING pictures."""

    live = True
    name = "Pi camera"

    def __init__(self, shape: Format) -> None:
        self._shape = shape
        self._driver: PiDriver | None = None
        self._taken = 0
        self.locked = False

    def open(self) -> None:
        self.close()
        driver = self._capture()
        try:
            # picamera2 names formats by the order in a word: its RGB888 is B, G, R in memory, as OpenCV has it.
            driver.configure(
                driver.create_video_configuration(
                    main={"size": (self._shape.width, self._shape.height), "format": "RGB888"},
                    controls={"FrameRate": float(self._shape.fps)},
                )
            )
            driver.start()
        except (RuntimeError, OSError, IndexError) as error:
            driver.close()
            raise LinkLost(f"the Pi camera does not start: {error}", where=self.name, remedy="its cable") from error
        self._driver, self._taken, self.locked = driver, 0, False

    def read(self) -> Picture | None:
        if self._driver is None:
            raise LinkLost("the camera is not open", where=self.name)
        try:
            picture = self._driver.capture_array("main")
            self._taken += 1
            if self._taken == SETTLING:
                self._lock(self._driver)
        except (RuntimeError, OSError) as error:
            raise LinkLost(f"the Pi camera gave no picture: {error}", where=self.name, remedy="its cable") from error
        return picture

    def close(self) -> None:
        if self._driver is not None:
            self._driver.stop()
            self._driver.close()
            self._driver = None

    def _lock(self, driver: PiDriver) -> None:
        now = driver.capture_metadata()
        held: dict[str, object] = {
            name: now[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in now
        }
        driver.set_controls({"AeEnable": False, "AwbEnable": False, **held})
        self.locked = len(held) == 3

    def _capture(self) -> PiDriver:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise Unsupported(
                "this machine has no picamera2", where=self.name, remedy="apt install python3-picamera2, on a Pi"
            ) from error
        try:
            driver: PiDriver = Picamera2()
        except (RuntimeError, OSError, IndexError) as error:
            raise LinkLost(f"no Pi camera answers: {error}", where=self.name, remedy="its ribbon cable") from error
        return driver
