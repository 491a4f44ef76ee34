"""Everything that one camera's process needs, made of its board file: camera, felt, tracker and who judges frames."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from felt.fault import BadInput, ConfigFault
from felt.ids import DeviceId
from hardware.board import Board, CameraKind, CameraPlan, board_file, load_board
from hardware.board.camera import virtual_seed
from vision.camera import Health, Source, SourceKind, Stills, VirtualSource, open_source
from vision.camera.device import Format
from vision.enrolment import DeckReader, load_prints
from vision.finder.felt import FeltFinder
from vision.geometry.drift import Reference
from vision.geometry.plane import Plane
from vision.picture import POKER, CardSize, Picture
from vision.picture_file import read_picture
from vision.process.outlook import Outlook, drawn, plane_of
from vision.process.teller import Teller
from vision.process.virtual import VirtualTable
from vision.reading import Reader
from vision.recogniser import glancing_reader
from vision.stage import Deck, drawn_deck, load_deck
from vision.tracking import Tracker

LOG: Final = logging.getLogger("feltwire.vision")

RECORDED: Final = frozenset({CameraKind.FOLDER, CameraKind.VIDEO})


@dataclass(frozen=True, eq=False)
class Eye:
    """A camera: what opens it, its picture of the empty felt, the felt's plane, and if its pictures may stand still."""

    source: Callable[[], Source]
    felt: Picture
    plane: Plane
    stills: Stills


def camera_of(board: Board) -> CameraPlan:
    """The board's camera; raises ConfigFault where it has none."""
    if board.camera is None:
        raise ConfigFault("names no camera", where=board.name, remedy='[camera] with id = "overhead"')
    return board.camera


def board_named(name: str) -> tuple[Path, Board]:
    """A board file by its path, or by the name of one that ships; raises ConfigFault."""
    path = board_file(name)
    return path, load_board(path)


def eye_of(
    camera: CameraPlan, deck: Callable[[], Deck], virtual: Callable[[Deck, int], VirtualTable] = VirtualTable
) -> Eye:
    """The camera of a board file; `virtual` makes a virtual one's table of what `deck` gives and its seed.

    Raises ConfigFault for one that cannot be.
    """
    if camera.kind is CameraKind.VIRTUAL:
        seed = virtual_seed(camera.source)
        table = virtual(deck(), seed)
        return Eye(partial(VirtualSource, table.pictures, seed), table.felt, table.plane, Stills.ALLOWED)
    return Eye(source_of(camera), felt_picture(camera), plane_of(camera), stills_of(camera))


def source_of(camera: CameraPlan) -> Callable[[], Source]:
    """What opens a board file's camera of any kind but the virtual one, each time anew."""
    shape = Format(camera.width, camera.height, camera.fps)
    return partial(open_source, SourceKind(camera.kind), camera.source, shape)


def stills_of(camera: CameraPlan) -> Stills:
    """What the same picture again means of a camera of this kind."""
    return Stills.ALLOWED if camera.kind in RECORDED else Stills.FROZEN


def health_of(camera: CameraPlan, eye: Eye) -> Health:
    """Who judges the camera's pictures."""
    return Health((camera.width, camera.height), Reference.of(eye.felt, eye.plane), eye.stills)


def teller_of(camera: CameraPlan, eye: Eye, reader: Reader, size: CardSize = POKER) -> Teller:
    """The camera's voice over `eye`, reading with `reader` cards of one `size`."""
    return Teller(DeviceId(camera.id), Outlook.of(camera, eye.plane), tracker_of(camera, eye, reader, size))


def tracker_of(camera: CameraPlan, eye: Eye, reader: Reader, size: CardSize = POKER) -> Tracker:
    """What follows the cards before `eye`; without regions every card lies at no place."""
    regions = drawn(camera.regions, eye.plane)
    finder = FeltFinder(eye.plane, size, eye.felt)
    return Tracker(DeviceId(camera.id), eye.felt, finder, reader, Outlook(eye.plane, regions).place_of)


def dealer_of(camera: CameraPlan, art: Path | None) -> Callable[[], Deck]:
    """What gives a virtual table its cards: those drawn in the folder `art`, or plain ones.

    Raises ConfigFault where `art` is named for a camera of another kind, which deals none.
    """
    if art is None:
        return drawn_deck
    if camera.kind is not CameraKind.VIRTUAL:
        raise ConfigFault(
            f"--art is for a virtual camera, and this one is of kind {str(camera.kind)!r}",
            where=str(art),
            remedy="leave it out",
        )
    return partial(load_deck, art)


def reader_named(deck: Path | None) -> Reader:
    """The shipped reader; with an enrolled deck's file, what it reads must look like that card of that deck too."""
    reader = glancing_reader()
    if deck is None:
        return reader
    prints = load_prints(deck)
    if prints.missing:
        LOG.warning(
            "%s: %d of 52 cards are enrolled; the others are read as those of a deck never seen: %s. "
            "feltwire vision enrol goes on where it stopped",
            deck,
            len(prints.cards),
            " ".join(prints.missing),
        )
    return DeckReader(reader, prints)


def felt_picture(camera: CameraPlan) -> Picture:
    """The camera's picture of the empty felt; raises ConfigFault where there is none, or none of this camera."""
    remedy = "take one on the page of feltwire vision watch, with nothing on the felt"
    if camera.felt is None:
        raise ConfigFault("there is no picture of the empty felt", where="key 'camera.felt'", remedy=remedy)
    try:
        found = read_picture(camera.felt)
    except BadInput as fault:
        raise ConfigFault(fault.what, where=str(camera.felt), remedy=remedy) from fault
    if found.shape[:2] != (camera.height, camera.width):
        size = f"{found.shape[1]} x {found.shape[0]}"
        raise ConfigFault(
            f"is {size} px, the camera {camera.width} x {camera.height}", where=str(camera.felt), remedy=remedy
        )
    return found
