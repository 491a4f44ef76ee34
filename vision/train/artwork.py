"""A deck as a folder of pictures: `2c.png` to `As.png`, `joker.png` and `back.png` where the artwork has them."""

import gzip
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Final

import cv2

from felt.card import RANKS, SUITS
from felt.fault import BadInput
from vision.picture import Picture
from vision.picture_file import read_on_white, read_picture, write_picture
from vision.train.lock import Deck

WIDTH: Final = 200
HEIGHT: Final = 280
"""Pixels of a rendered face: more than a camera ever gives a card, at the aspect of most artwork (63 : 88)."""


def render(deck: Deck, package: Path, folder: Path) -> Path:
    """Draw a deck of an unpacked package into `folder`/NAME, unless it is there already; the deck's folder."""
    drawn = folder / deck.name
    if drawn.exists():
        return drawn
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as fresh:
        where = Path(fresh)
        for name, picture in _pictures(deck, package).items():
            fitted = cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
            write_picture(where / f"{name}.png", fitted.astype("uint8", copy=False))
        where.rename(drawn)
        where.mkdir()
    return drawn


def _pictures(deck: Deck, package: Path) -> dict[str, Picture]:
    if deck.layout == "grid":
        drawn = _from_grid(deck, package)
        return {name: picture for name, picture in drawn.items() if name[0] not in deck.unlabelled}
    files = _numbered(deck) if deck.layout == "numbered" else _spelt(deck)
    if deck.back:
        files["back"] = deck.back
    if deck.joker:
        files["joker"] = deck.joker
    return {name: drawing(package / file, WIDTH * 2) for name, file in files.items()}


def _numbered(deck: Deck) -> dict[str, str]:
    cards = [rank + suit for suit in deck.suits.split() for rank in RANKS]
    return {card: deck.path.format(number=number) for number, card in enumerate(cards)}


def _spelt(deck: Deck) -> dict[str, str]:
    ranks = dict(zip(RANKS, deck.ranks.split(), strict=True))
    suits = dict(zip(SUITS, deck.suits.split(), strict=True))
    return {r + s: deck.path.format(rank=ranks[r], suit=suits[s]) for r in RANKS for s in SUITS}


def _from_grid(deck: Deck, package: Path) -> dict[str, Picture]:
    columns = deck.columns.split()
    sheet = drawing(package / deck.path, WIDTH * len(columns))
    wide, tall = sheet.shape[1] / len(columns), sheet.shape[0] / deck.lines

    def cell(row: int, column: int) -> Picture:
        margin = round(wide * 0.012)
        top, left = round(row * tall) + margin, round(column * wide) + margin
        return sheet[top : round((row + 1) * tall) - margin, left : round((column + 1) * wide) - margin]

    cards = {
        rank + suit: cell(row, column)
        for row, suit in enumerate(deck.rows.split())
        for column, rank in enumerate(columns)
    }
    if deck.lines == 5:
        cards |= {"joker": cell(4, 0), "back": cell(4, 2)}
    return cards


def drawing(file: Path, width: int) -> Picture:
    """A PNG, SVG or SVGZ file as a picture `width` px wide on white; raises BadInput where it cannot be drawn."""
    if file.suffix == ".png":
        return read_on_white(file)
    text = gzip.decompress(file.read_bytes()) if file.suffix == ".svgz" else file.read_bytes()
    return drawn_svg(text, width, str(file))


def drawn_svg(text: bytes, width: int, name: str, fonts: Path | None = None) -> Picture:
    """An SVG drawing as a picture `width` px wide on white; `name` is for the error.

    `fonts` is the font configuration that it is drawn with, the machine's own where None.
    """
    environment = os.environ if fonts is None else os.environ | {"FONTCONFIG_FILE": str(fonts)}
    with tempfile.NamedTemporaryFile(suffix=".png") as out:
        command = ["rsvg-convert", "--unlimited", "-w", str(width), "-b", "white", "-o", out.name]
        done = subprocess.run(command, input=text, env=environment, capture_output=True, check=False)
        if done.returncode:
            raise BadInput(
                what=f"{name} cannot be drawn: {done.stderr.decode(errors='replace').strip()[-300:]}",
                remedy="rsvg-convert draws the artwork: apt-get install librsvg2-bin",
            )
        return read_picture(Path(out.name))
