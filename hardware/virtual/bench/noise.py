"""How real sensors fail, as numbers with a seed. Most were measured nowhere: they are assumptions, and said so.

Measured or published: missed reads and bleed are the design's figures for a table of this kind. Assumed by us: how
often players lift and tilt cards, how long a fresh card is late, how often tags die, readers' stamps drift, deliveries
double, and how often a camera is blocked or wrong.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from felt.config import read_toml
from felt.fact import Share
from felt.fault import ConfigFault

Seconds = Annotated[float, Meta(ge=0.0, le=600.0)]


class NoiseLevel(StrEnum):
    """The noises that the bench knows by name."""

    NONE = "none"
    TYPICAL = "typical"
    HARSH = "harsh"


class SensorNoise(Struct, frozen=True):
    """All shares are per look of one antenna or camera, unless named otherwise.

    `missed`: a tag does not answer; each further card over the antenna adds `missed_per_card` (stacked coils detune one
    another). `unclean`: the look says of itself that it may hide tags, and misses as much again. `bleed`: a tag is also
    read on the next antenna. `late_s`: a card just laid is not read for up to that long. `burn_unseen`: of burns, never
    read at all. `dead`: of the cards of a deck, in one hand, do not answer at all.

    `lift_every_s`: a player lifts a hand this often, for `lift_s` at the most. `tilt_every_s`: a player tilts a hand
    this often, for `tilt_s` at the most, and meanwhile half of its looks fail and half bleed.

    `occluded`: of sightings, lost, because something lies or moves over the card for up to `occluded_s`.
    `mislabelled`: of sightings, another card's name.

    `skew_s`: how far one device's stamps are off from another's, at the most; they drift within that. `doubled`: of
    what a node says, delivered twice.
    """

    missed: Share = 0.0
    missed_per_card: Share = 0.0
    unclean: Share = 0.0
    bleed: Share = 0.0
    late_s: Seconds = 0.0
    burn_unseen: Share = 0.0
    dead: Share = 0.0
    lift_every_s: Seconds = 0.0
    lift_s: Seconds = 0.0
    tilt_every_s: Seconds = 0.0
    tilt_s: Seconds = 0.0
    occluded: Share = 0.0
    occluded_s: Seconds = 0.0
    mislabelled: Share = 0.0
    skew_s: Seconds = 0.0
    doubled: Share = 0.0


NOISES: Final[dict[NoiseLevel, SensorNoise]] = {
    NoiseLevel.NONE: SensorNoise(),
    NoiseLevel.TYPICAL: SensorNoise(
        missed=0.02,
        missed_per_card=0.005,
        unclean=0.01,
        bleed=0.01,
        late_s=0.08,
        burn_unseen=0.03,
        dead=0.0001,
        lift_every_s=20.0,
        lift_s=3.0,
        tilt_every_s=120.0,
        tilt_s=1.0,
        occluded=0.02,
        occluded_s=1.0,
        mislabelled=0.0005,
        skew_s=0.01,
        doubled=0.01,
    ),
    NoiseLevel.HARSH: SensorNoise(
        missed=0.08,
        missed_per_card=0.02,
        unclean=0.05,
        bleed=0.04,
        late_s=0.25,
        burn_unseen=0.10,
        dead=0.001,
        lift_every_s=8.0,
        lift_s=12.0,
        tilt_every_s=30.0,
        tilt_s=2.0,
        occluded=0.10,
        occluded_s=3.0,
        mislabelled=0.002,
        skew_s=0.05,
        doubled=0.05,
    ),
}
"""`typical` is the noise that the aims are set for; `harsh` is a bad table on a bad day."""


def noise_named(name: str) -> SensorNoise:
    """The noise of that name; or of the TOML file of that path, with a number for each share or time that is not 0.

    Raises ConfigFault for a name that is neither, and for a mistake in the file.
    """
    if name in set(NoiseLevel):
        return NOISES[NoiseLevel(name)]
    if name.endswith(".toml"):
        return read_toml(Path(name), SensorNoise)
    known = ", ".join(NoiseLevel)
    raise ConfigFault(f"no noise {name!r}", where="--noise", remedy=f"{known}, or the path of a .toml file of your own")


TILTED: Final = 0.5
"""Of the looks at a tilted hand: fail, and bleed."""
DRIFT_S: Final = 60.0
"""How long a device's stamps take to wander from one end of their skew to the other."""
