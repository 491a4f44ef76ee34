"""A deck's prints: how each card looked when it was shown, kept in one file."""

import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from felt.card import DECK, Card
from felt.fault import ConfigFault
from vision.enrolment.likeness import HEIGHT, WIDTH, Print

SUFFIX: Final = ".prints"
LOOKS: Final = 2
"""Pictures that are kept of each card."""
_TORN: Final = (OSError, EOFError, ValueError, LookupError, RuntimeError, zipfile.BadZipFile, zlib.error)
"""What reading a file of arrays raises that is none, or whose bytes are not as they were written."""
_KIND: Final = "feltwire prints 1"


class Prints:
    """One deck. `looks` of each card that was shown, oldest first, at most `LOOKS` each."""

    def __init__(self, name: str, looks: Mapping[Card, tuple[Print, ...]] | None = None) -> None:
        self.name = name
        self._looks: dict[Card, tuple[Print, ...]] = dict(looks or {})

    def __contains__(self, card: Card) -> bool:
        return card in self._looks

    def looks(self, card: Card) -> tuple[Print, ...]:
        """The pictures of a card; none when it was not shown."""
        return self._looks.get(card, ())

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that were shown, in the order of the deck."""
        return tuple(card for card in DECK if card in self._looks)

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards that were not shown yet."""
        return tuple(card for card in DECK if card not in self._looks)

    def add(self, card: Card, look: Print) -> None:
        """One more picture of a card; those over `LOOKS` are left out."""
        self._looks[card] = (*self.looks(card), look)[:LOOKS]

    def remove(self, card: Card) -> None:
        """The card was not shown after all."""
        self._looks.pop(card, None)

    def all(self) -> Iterable[tuple[Card, Print]]:
        """Every picture with its card."""
        return [(card, look) for card in self.cards for look in self.looks(card)]


def save_prints(path: Path, prints: Prints) -> None:
    """Write the deck's prints, all or nothing; raises ConfigFault."""
    rows = list(prints.all())
    names = np.array([card for card, _ in rows], "U2")
    looks = np.stack([look for _, look in rows]) if rows else np.zeros((0, HEIGHT, WIDTH, 3), np.uint8)
    draft = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            np.savez_compressed(file, kind=np.array(_KIND), name=np.array(prints.name), cards=names, looks=looks)
        draft.replace(path)
    except OSError as error:
        raise ConfigFault(f"cannot be written: {error.strerror}", where=str(path)) from error


def load_prints(path: Path) -> Prints:
    """Read a deck's prints; raises ConfigFault for a file that is none."""
    try:
        with path.open("rb") as raw:
            file = np.load(raw, allow_pickle=False)
            kind, name, cards, looks = (file[key] for key in ("kind", "name", "cards", "looks"))
    except _TORN as error:
        raise ConfigFault(f"is no deck's prints: {error}", where=str(path), remedy="feltwire vision enrol") from error
    _check(path, str(kind), cards, looks)
    prints = Prints(str(name))
    for card, look in zip(cards, looks, strict=True):
        prints.add(Card(str(card)), look)
    return prints


def _check(path: Path, kind: str, cards: NDArray[np.str_], looks: NDArray[np.uint8]) -> None:
    if (
        kind != _KIND
        or cards.ndim != 1
        or looks.shape[1:] != (HEIGHT, WIDTH, 3)
        or looks.dtype != np.uint8
        or len(cards) != len(looks)
    ):
        raise ConfigFault("holds no prints that this version reads", where=str(path), remedy="feltwire vision enrol")
    strange = [str(card) for card in cards if str(card) not in DECK]
    if strange:
        raise ConfigFault(f"holds a card {strange[0]!r}", where=str(path), remedy="feltwire vision enrol")
