"""The manifest of labelled photographs: one JSON object a line."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec import Struct

from felt.card import Card, parse_card
from felt.fault import BadInput
from vision.box import Box
from vision.picture import Picture
from vision.picture_file import read_picture


class _Labelled(Struct, frozen=True):
    label: str
    box: tuple[float, float, float, float] | None = None


class _Line(Struct, frozen=True):
    file: str
    width: int
    height: int
    cards: list[_Labelled]
    group: str = ""
    complete: bool | None = None


@dataclass(frozen=True, slots=True)
class Labelled:
    """A card that is in view; `box` around what is seen of it where that is known, px."""

    card: Card
    box: Box | None


@dataclass(frozen=True, slots=True)
class Photograph:
    """A labelled photograph. `complete`: every card in view is listed; None where nobody looked."""

    file: Path
    width: int
    height: int
    cards: tuple[Labelled, ...]
    group: str
    complete: bool | None

    def picture(self) -> Picture:
        """(height, width, 3); raises BadInput where it cannot be read or is of another size."""
        read = read_picture(self.file)
        if read.shape[:2] != (self.height, self.width):
            found = f"{read.shape[1]} x {read.shape[0]}"
            raise BadInput(
                what=f"the picture is {found}, the manifest says {self.width} x {self.height}",
                where=str(self.file),
                remedy="boxes are px of the file as it is",
            )
        return read


def read_manifest(manifest: Path) -> list[Photograph]:
    """Its photographs in order; raises BadInput with file and line."""
    try:
        text = manifest.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(
            what=str(error.strerror), where=str(manifest), remedy="name a manifest of photographs"
        ) from error
    except UnicodeDecodeError as error:
        raise BadInput(what="not UTF-8", where=str(manifest), remedy="a manifest is JSON, one object a line") from error
    photographs = list(_photographs(text, manifest))
    if not photographs:
        raise BadInput(what="names no photograph", where=str(manifest), remedy="a manifest is JSON, one object a line")
    return photographs


def _photographs(text: str, manifest: Path) -> Iterator[Photograph]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield _photograph(line, manifest.parent)
        except BadInput as error:
            raise BadInput(what=error.what, where=f"{manifest}:{number}", remedy=error.remedy) from error


def _photograph(line: str, folder: Path) -> Photograph:
    try:
        read = msgspec.json.decode(line, type=_Line)
    except msgspec.DecodeError as error:
        raise BadInput(
            what=str(error),
            remedy='a line is {"file": …, "width": …, "height": …, "cards": [{"label": "Kh", "box": [x, y, w, h]}]}',
        ) from error
    file = folder / read.file
    if not file.is_file():
        raise BadInput(what=f"there is no {read.file}", remedy="files are named from the manifest's own folder")
    if min(read.width, read.height) < 1:
        raise BadInput(what=f"a picture of {read.width} x {read.height}", remedy="width and height are px, at least 1")
    cards = tuple(Labelled(parse_card(one.label), _box(one, read)) for one in read.cards)
    return Photograph(file, read.width, read.height, cards, read.group, read.complete)


def _box(one: _Labelled, line: _Line) -> Box | None:
    if one.box is None:
        return None
    x, y, width, height = one.box
    near = x >= -line.width and y >= -line.height and x + width <= 2 * line.width and y + height <= 2 * line.height
    box = Box(round(x), round(y), max(1, round(width)), max(1, round(height))) if near else None
    if width <= 0 or height <= 0 or box is None or box.common(Box(0, 0, line.width, line.height)).empty:
        raise BadInput(
            what=f"{one.label} has the box {list(one.box)} in a picture of {line.width} x {line.height}",
            remedy="a box is x, y, width, height, px, and holds a part of the picture",
        )
    return box
