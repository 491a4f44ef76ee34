"""Cards that could not be read, kept for training the reader anew: only where a person switched it on, and bounded."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from felt.clock import Nanos, seconds
from felt.fact import Face
from felt.fault import ConfigFault, FeltFault
from vision.outline import rectified
from vision.picture import Picture
from vision.picture_file import write_picture
from vision.process.teller import Trail
from vision.sighting import TrackNo

KEPT: Final = 500
"""Pictures that are kept; the oldest go first. One is about 20 KB."""
HARD: Final = 0.97
"""A card that is read less surely than this is worth a look, though it may be read."""
_DIGITS: Final = 15
_OURS: Final = re.compile(r"(\d{15})-\d+-(?:unread|[2-9TJQKA][cdhs])\.png")
AFTER: Final = seconds(1.0)
"""A card that lies so long in sight has been looked at often enough."""


class HardCards:
    """Keeps one picture of each face-up card that stays unread or doubtful, without the table around it.

    A card that lies face down is never kept: what it hides is nobody's to collect.
    """

    def __init__(self, folder: Path, log: Callable[[str], None], most: int = KEPT) -> None:
        """Raises ConfigFault for a folder that cannot be made."""
        self._folder = folder
        self._log = log
        self._most = most
        self._met: dict[TrackNo, Nanos] = {}
        self._kept: set[TrackNo] = set()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigFault(f"cannot be made: {error.strerror}", where=str(folder)) from error

    def look(self, picture: Picture, trails: Sequence[Trail], at: Nanos) -> None:
        """Take in a frame and the cards that are followed in it."""
        here = {trail.number for trail in trails}
        self._met = {number: since for number, since in self._met.items() if number in here}
        self._kept &= here
        for trail in trails:
            since = self._met.setdefault(trail.number, at)
            if trail.number in self._kept or at - since < AFTER or not is_hard(trail):
                continue
            self._kept.add(trail.number)
            self._keep(rectified(picture, trail.outline), trail)

    def _keep(self, card: Picture, trail: Trail) -> None:
        try:
            kept = self._ours()
            for _, old in kept[: max(0, len(kept) + 1 - self._most)]:
                old.unlink()
            number = kept[-1][0] + 1 if kept else 1
            write_picture(self._folder / f"{number:0{_DIGITS}d}-{trail.number}-{trail.card or 'unread'}.png", card)
        except FeltFault as fault:
            self._log(f"a hard card could not be kept: {fault}")
        except OSError as error:
            self._log(f"a hard card could not be kept in {self._folder}: {error.strerror}")

    def _ours(self) -> list[tuple[int, Path]]:
        """What was kept here, in that order, over restarts too; whatever else lies in the folder is not ours."""
        found = ((_OURS.fullmatch(path.name), path) for path in self._folder.iterdir())
        return sorted((int(match[1]), path) for match, path in found if match)


def is_hard(trail: Trail) -> bool:
    """True for a face in plain sight that is not read, or not surely."""
    return trail.face is Face.UP and not trail.covered and (trail.card is None or trail.confidence < HARD)
