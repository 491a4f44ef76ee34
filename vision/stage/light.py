"""The light over the virtual table and what the sensor makes of it."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Picture
from vision.stage.field import FRAME

_POOL: Final = 6
_MARGIN: Final = 48
_MIDDLE: Final = np.uint8(128)
"""What stands for no noise."""
_BAND: Final = 48
"""Rows that are worked on at once: they stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Light:
    """`level`: what a white card comes to, 0 to 1. `tint`: factors of blue, green and red. `flicker`: share of `level`.

    `falloff`: how much darker the corners are. `noise`: of the sensor, grey levels. `glare`: strength of its spots.
    `shadow`: darkness of shadows. `blur`: of the lens, px. `exposure_s`: of a frame. `jpeg`: quality.
    """

    name: str
    level: float = 0.88
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    flicker: float = 0.01
    falloff: float = 0.12
    noise: float = 2.0
    glare: float = 0.35
    shadow: float = 0.35
    blur: float = 0.4
    exposure_s: float = 1 / 120
    jpeg: int = 88


LIGHTS: Final = {
    light.name: light
    for light in (
        Light("even"),
        Light("warm", level=0.8, tint=(0.72, 0.9, 1.0), noise=2.6, flicker=0.02, shadow=0.5, exposure_s=1 / 80),
        Light(
            "dim", level=0.5, noise=4.0, flicker=0.03, falloff=0.25, glare=0.25, blur=0.5, exposure_s=1 / 40, jpeg=80
        ),
        Light("glaring", level=0.95, glare=0.8, shadow=0.55, falloff=0.2, flicker=0.015),
        Light("cold", level=0.9, tint=(1.0, 0.95, 0.85), noise=3.0, jpeg=75, blur=0.5, flicker=0.025),
    )
}


def lit(light: Light, random: np.random.Generator) -> NDArray[np.float32]:
    """(720, 1280, 3) factors of 0 to 1: the lamp's slope, the lens's darker corners and the colour of the light."""
    width, height = FRAME
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-0.56, 0.56, height, dtype=np.float32))
    corners = 1 - light.falloff * (x**2 + y**2) / 1.32
    slope = random.uniform(-0.06, 0.06, 2)
    level = light.level * corners * (1 + slope[0] * x + slope[1] * y)
    tints = np.array(light.tint, np.float32)
    planes = [np.clip(level * tint, 0, 1).astype(np.float32) for tint in tints]
    factors: NDArray[np.float32] = np.ascontiguousarray(cv2.merge(planes), np.float32)
    return factors


class Sensor:
    """Flicker, noise and JPEG, cheap: the noise is drawn once and met again at other offsets."""

    def __init__(self, light: Light, random: np.random.Generator) -> None:
        self._light = light
        self._random = random
        self._phase = random.uniform(0, 2 * np.pi)
        self._beat_hz = random.uniform(0.3, 4)
        self._brighter, self._darker = zip(*(self._grain() for _ in range(_POOL)), strict=True)

    def _grain(self) -> tuple[Picture, Picture]:
        size = (FRAME[1] + _MARGIN, FRAME[0] + _MARGIN, 3)
        grain: NDArray[np.float32] = self._random.standard_normal(size, np.float32)
        grain *= self._light.noise
        grain += _MIDDLE
        coarse = cv2.GaussianBlur(grain, (0, 0), 0.6).astype(np.float32, copy=False)
        coarse *= 0.6
        grain *= 0.4
        coarse += grain
        coded = coded_as_jpeg(np.clip(coarse, 0, 255, out=coarse).astype(np.uint8), 96)
        return np.maximum(coded, _MIDDLE) - _MIDDLE, _MIDDLE - np.minimum(coded, _MIDDLE)

    def taken(self, scene: Picture, at_s: float) -> Picture:
        """The picture the sensor delivers of a scene at a time."""
        gain = 1 + self._light.flicker * np.sin(2 * np.pi * self._beat_hz * at_s + self._phase)
        dx, dy = self._random.integers(0, _MARGIN, 2)
        which = int(self._random.integers(_POOL))
        window = np.s_[dy : dy + FRAME[1], dx : dx + FRAME[0]]
        brighter, darker = self._brighter[which][window], self._darker[which][window]
        taken = np.empty_like(scene)
        for top in range(0, FRAME[1], _BAND):
            rows = np.s_[top : top + _BAND]
            part = taken[rows]
            cv2.convertScaleAbs(scene[rows], dst=part, alpha=float(gain))
            cv2.add(part, brighter[rows], dst=part)
            cv2.subtract(part, darker[rows], dst=part)
        return taken


def coded_as_jpeg(picture: Picture, quality: int) -> Picture:
    """The picture after JPEG; raises ValueError if OpenCV cannot code it."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"a picture of shape {picture.shape} cannot be coded as JPEG")
    coded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if coded is None:
        raise ValueError(f"a JPEG picture of shape {picture.shape} cannot be read")
    return coded.astype(np.uint8, copy=False)
