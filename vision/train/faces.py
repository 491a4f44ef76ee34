"""Every face, joker and back that a role may use, in memory."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from felt.card import DECK, RANKS, SUITS
from felt.fault import BadInput
from vision.picture import Picture
from vision.picture_file import read_picture
from vision.train.artwork import HEIGHT, WIDTH, drawn_svg, render
from vision.train.drawn import STROKES, TYPEFACES, sheet, style
from vision.train.lock import Lock, Role, fetch, unpack

DRAWN_SHARE: Final = 0.5
"""How often a face is of a drawn deck rather than of a printed one."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A face, its place in DECK, and whether its index may be printed larger."""

    art: Picture
    card: int
    small_index: bool


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """`printed` and `drawn` (n, HEIGHT, WIDTH, 3) with their cards as places in DECK; jokers and backs.

    `small_index` (n,) tells of each printed face whether its index may be printed larger.
    """

    printed: NDArray[np.uint8]
    printed_cards: NDArray[np.int64]
    small_index: NDArray[np.bool_]
    drawn: NDArray[np.uint8]
    drawn_cards: NDArray[np.int64]
    jokers: NDArray[np.uint8]
    backs: NDArray[np.uint8]

    def face(self, rng: Generator) -> "Face":
        """Any face."""
        drawn = not len(self.printed) or (len(self.drawn) > 0 and rng.random() < DRAWN_SHARE)
        pictures, cards = (self.drawn, self.drawn_cards) if drawn else (self.printed, self.printed_cards)
        which = int(rng.integers(len(pictures)))
        return Face(pictures[which], int(cards[which]), not drawn and bool(self.small_index[which]))

    def face_of(self, suit: str, rng: Generator) -> "Face":
        """Any face of a suit."""
        while True:
            face = self.face(rng)
            if DECK[face.card][1] == suit:
                return face


def store(lock: Lock, build: Path) -> Path:
    """Fetch and unpack every package and render every deck into `build`; the folder of decks."""
    unpacked = build / "unpacked"
    unpacked.mkdir(parents=True, exist_ok=True)
    folders = {p.name: unpack(p, fetch(p, build / "packages"), unpacked) for p in lock.package}
    for deck in lock.deck:
        render(deck, folders[deck.package], build / "art")
    return build / "art"


def gather(lock: Lock, build: Path, role: Role, seed: int, looks: int) -> Faces:
    """The faces of a role: its printed decks, and `looks` drawn decks for each of the role's typefaces.

    Every seventh typeface is kept for calibration. Raises BadInput where the decks are not in `build` yet.
    """
    printed: list[Face] = []
    jokers: list[Picture] = []
    backs: list[Picture] = []
    for deck in lock.deck:
        if deck.role != role:
            continue
        for file in sorted((build / "art" / deck.name).glob("*.png")):
            picture = read_picture(file)
            if file.stem == "joker":
                jokers.append(picture)
            elif file.stem == "back":
                backs.append(picture)
            else:
                printed.append(Face(picture, _place(file.stem), not deck.jumbo))
    if not printed:
        raise BadInput(what=f"{build / 'art'} has no {role} decks", remedy="run `make decks` first")
    drawn = _draw(build, role, seed, looks)
    return Faces(
        printed=np.stack([face.art for face in printed]),
        printed_cards=np.array([face.card for face in printed]),
        small_index=np.array([face.small_index for face in printed]),
        drawn=np.concatenate(drawn) if drawn else np.zeros((0, HEIGHT, WIDTH, 3), np.uint8),
        drawn_cards=np.tile(np.arange(52), len(drawn)),
        jokers=np.stack(jokers),
        backs=np.stack(backs),
    )


def _place(name: str) -> int:
    return DECK.index(next(card for card in DECK if card == name))


def typefaces(role: Role) -> list[str]:
    """The typefaces of a role's drawn decks, a pen after each eighth of them or begun eight; evaluation has none."""
    if role == "evaluation":
        return []
    names = [name for place, name in enumerate(TYPEFACES) if (place % 7 == 3) == (role == "calibration")]
    return names + [STROKES] * -(-len(names) // 8)


def _draw(build: Path, role: Role, seed: int, looks: int) -> list[NDArray[np.uint8]]:
    """One (52, HEIGHT, WIDTH, 3) a drawn deck, in the order of DECK."""
    fonts = _fontconfig(build)
    rng = np.random.default_rng([seed, 1])
    decks = []
    for typeface in typefaces(role):
        for _ in range(looks):
            drawn = drawn_svg(sheet(style(rng, typeface), rng).encode(), 13 * WIDTH, typeface, fonts)
            cells = drawn.reshape(len(SUITS), HEIGHT, len(RANKS), WIDTH, 3).transpose(0, 2, 1, 3, 4)
            decks.append(np.ascontiguousarray(cells.reshape(52, HEIGHT, WIDTH, 3)))
    return decks


def _fontconfig(build: Path) -> Path:
    """A font configuration that knows the locked fonts and no others; raises BadInput where one is missing."""
    where = (build / "fonts.conf").resolve()
    where.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
        f"<fontconfig><dir>{where.parent / 'unpacked'}</dir>"
        f"<cachedir>{where.parent / 'fontcache'}</cachedir></fontconfig>"
    )
    known = subprocess.run(
        ["fc-list", ":", "family"],
        env=os.environ | {"FONTCONFIG_FILE": str(where)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    missing = [name for name in TYPEFACES if name not in known]
    if missing:
        raise BadInput(what=f"no font has the families {', '.join(missing)}", remedy="run `make decks` first")
    return where
