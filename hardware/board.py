"""A table's board: which antenna of which reader lies under which place, and what the table may claim to sense."""

from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import Final

from msgspec import Struct

from felt.config import nearest, read_toml
from felt.fact import SenseQuality
from felt.fault import BadInput, ConfigFault
from felt.ids import DeviceId, DeviceText
from felt.place import Place, SeatField, SeatNo, Spot, parse_place, seat_place
from felt.situation import Sense
from firmware_bridge.reading import AntennaNo
from hardware.panel.plan import McuPanelPlan, PanelPlan

BOARD_SLOTS: Final = 5


class ReaderKind(StrEnum):
    """The readers that a board may name."""

    PEPPER_C1_MUX = "pepper-c1-mux"
    FEIG_MASK = "feig-mask"
    FEIG_OUTPUT = "feig-output"
    PN532_HSU = "pn532-hsu"
    THINGMAGIC_EU = "thingmagic-eu"
    THINGMAGIC_NA = "thingmagic-na"
    R200_EU = "r200-eu"
    R200_NA = "r200-na"


class TagKind(StrEnum):
    """The air interface of the cards' tags; it decides how many a reader can count on one antenna."""

    ISO15693 = "iso15693"
    ISO14443A = "iso14443a"
    GEN2 = "gen2"


class ShufflerKind(StrEnum):
    """The shufflers that a board may name."""

    FELTWIRE_MCU = "feltwire-mcu"


ANTENNAS: Final[dict[ReaderKind, int]] = {
    ReaderKind.PEPPER_C1_MUX: 8,
    ReaderKind.FEIG_MASK: 8,
    ReaderKind.FEIG_OUTPUT: 2,
    ReaderKind.PN532_HSU: 1,
    ReaderKind.THINGMAGIC_EU: 4,
    ReaderKind.THINGMAGIC_NA: 4,
    ReaderKind.R200_EU: 1,
    ReaderKind.R200_NA: 1,
}
"""How many antennas a reader switches, as its driver says."""

_UHF_COUNTS: Final = 2
"""A search bounded in time says nothing of tags that kept silent: no more than a seat's two cards rest on it."""

TAGS_COUNTED: Final[dict[tuple[ReaderKind, TagKind], int | None]] = {
    (ReaderKind.PEPPER_C1_MUX, TagKind.ISO15693): None,
    (ReaderKind.PEPPER_C1_MUX, TagKind.ISO14443A): 5,
    (ReaderKind.FEIG_MASK, TagKind.ISO15693): 100,
    (ReaderKind.FEIG_MASK, TagKind.ISO14443A): 100,
    (ReaderKind.FEIG_OUTPUT, TagKind.ISO15693): 100,
    (ReaderKind.FEIG_OUTPUT, TagKind.ISO14443A): 100,
    (ReaderKind.PN532_HSU, TagKind.ISO14443A): 2,
    (ReaderKind.THINGMAGIC_EU, TagKind.GEN2): _UHF_COUNTS,
    (ReaderKind.THINGMAGIC_NA, TagKind.GEN2): _UHF_COUNTS,
    (ReaderKind.R200_EU, TagKind.GEN2): _UHF_COUNTS,
    (ReaderKind.R200_NA, TagKind.GEN2): _UHF_COUNTS,
}
"""The most tags one look can be relied on to tell apart, None for all; a pair that is missing cannot be read at all."""

_ANTENNA_SENSES: Final = {Sense.BOARD: Spot.BOARD, Sense.BURN: Spot.BURN, Sense.MUCK: Spot.MUCK}
_ROOM_NEEDED: Final = {Sense.HOLE: 2, Sense.BOARD: 5, Sense.BURN: 4, Sense.MUCK: 20}
"""Cards that an honest hand of hold'em puts on the sense's antenna."""


class ReaderPlan(Struct, frozen=True):
    """One reader and the place over each of its antennas."""

    id: DeviceId
    kind: ReaderKind
    antennas: dict[AntennaNo, Place]


class ShufflerPlan(Struct, frozen=True):
    """The shuffling machine on the microcontroller's link."""

    id: DeviceText
    kind: ShufflerKind = ShufflerKind.FELTWIRE_MCU


class CameraPlan(Struct, frozen=True):
    """A camera that sees face-up cards."""

    id: DeviceText


class Board(Struct, frozen=True):
    """What is built into one table. Made by `load_board`, which refuses what cannot be built or claimed."""

    name: str
    seats: tuple[SeatNo, ...]
    readers: tuple[ReaderPlan, ...]
    senses: tuple[SenseQuality, ...]
    tags: TagKind = TagKind.ISO15693
    shuffler: ShufflerPlan | None = None
    camera: CameraPlan | None = None
    panel: PanelPlan | McuPanelPlan | None = None

    @property
    def places(self) -> frozenset[Place]:
        """Every place that has an antenna."""
        return frozenset(place for reader in self.readers for place in reader.antennas.values())

    def place_of(self, reader: DeviceId, antenna: AntennaNo) -> Place | None:
        """The place over an antenna; None for one that is not connected."""
        for plan in self.readers:
            if plan.id == reader:
                return plan.antennas.get(antenna)
        return None

    def watches(self, sense: Sense) -> bool:
        """True when the board declares `sense`."""
        return any(quality.sense is sense for quality in self.senses)


class _ReaderRow(Struct, frozen=True):
    id: DeviceText
    kind: ReaderKind
    antennas: dict[int, str]


class _BoardFile(Struct, frozen=True):
    """The file as it is written; `load_board` makes a Board of it."""

    name: str
    seats: tuple[SeatField, ...]
    readers: tuple[_ReaderRow, ...]
    senses: tuple[SenseQuality, ...]
    tags: TagKind = TagKind.ISO15693
    shuffler: ShufflerPlan | None = None
    camera: CameraPlan | None = None
    panel: PanelPlan | McuPanelPlan | None = None


def load_board(path: Path) -> Board:
    """Read and check a board file; raises ConfigFault naming file and row."""
    file = read_toml(path, _BoardFile)
    where = str(path)
    board = Board(
        name=file.name,
        seats=file.seats,
        readers=tuple(_reader(row, where) for row in file.readers),
        senses=file.senses,
        tags=file.tags,
        shuffler=file.shuffler,
        camera=file.camera,
        panel=file.panel,
    )
    _check_parts(board, where)
    _check_places(board, where)
    _check_senses(board, where)
    _check_panel(board, where)
    return board


def shipped_board(name: str) -> Path:
    """The path of a board file that comes with the product, such as `nine-seat`; raises ConfigFault with the known."""
    folder = Path(__file__).with_name("boards")
    path = folder / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in folder.glob("*.toml")))
        raise ConfigFault(f"no board {name!r} is shipped", remedy=f"one of {known}, or a file of your own")
    return path


def _reader(row: _ReaderRow, where: str) -> ReaderPlan:
    antennas: dict[AntennaNo, Place] = {}
    for number, text in row.antennas.items():
        if not 1 <= number <= ANTENNAS[row.kind]:
            raise ConfigFault(
                f"reader {row.id!r} has no antenna {number}",
                where=where,
                remedy=f"a {row.kind} has antennas 1 to {ANTENNAS[row.kind]}",
            )
        try:
            antennas[AntennaNo(number)] = parse_place(text)
        except BadInput as error:
            raise ConfigFault(
                f"antenna {number} of reader {row.id!r}: {error.what}", where=where, remedy=error.remedy
            ) from error
    return ReaderPlan(row.id, row.kind, antennas)


def _check_parts(board: Board, where: str) -> None:
    parts = [reader.id for reader in board.readers]
    parts += [plan.id for plan in (board.shuffler, board.camera, board.panel) if plan is not None]
    twice = [part for part, count in Counter(parts).items() if count > 1]
    if twice:
        raise ConfigFault(f"two parts are called {twice[0]!r}", where=where, remedy="give each part its own id")
    for reader in board.readers:
        if (reader.kind, board.tags) not in TAGS_COUNTED:
            raise ConfigFault(
                f"reader {reader.id!r}: a {reader.kind} reads no {board.tags} tags",
                where=where,
                remedy=f"tags = one of {', '.join(tags for kind, tags in TAGS_COUNTED if kind is reader.kind)}",
            )
    if len(set(board.seats)) != len(board.seats) or not board.seats:
        raise ConfigFault("seats are empty or named twice", where=where, remedy="name each seat once, as in [1, 2, 3]")


def _check_places(board: Board, where: str) -> None:
    over: dict[Place, str] = {}
    for reader in board.readers:
        for antenna, place in reader.antennas.items():
            here = f"antenna {antenna} of reader {reader.id!r}"
            if place in over:
                raise ConfigFault(
                    f"{place} lies over {over[place]} and over {here}",
                    where=where,
                    remedy="one antenna to a place; a wide place takes slots, such as board1 and board2",
                )
            over[place] = here
            if place.spot is Spot.SEAT and place.number not in board.seats:
                raise ConfigFault(f"{here} lies under {place}, which is no seat of this board", where=where)
    slots = [place for place in over if place.spot is Spot.BOARD]
    if len(slots) > 1 and Place(Spot.BOARD) in slots:
        raise ConfigFault("board and a slot of it are both named", where=where, remedy="either board, or board1-board5")


def _check_senses(board: Board, where: str) -> None:
    twice = [sense for sense, count in Counter(row.sense for row in board.senses).items() if count > 1]
    if twice:
        raise ConfigFault(f"sense {twice[0]!r} is declared twice", where=where)
    for quality in board.senses:
        lacking = _lacking(board, quality.sense)
        if lacking:
            raise ConfigFault(
                f"sense {quality.sense!r} is declared but {lacking}",
                where=where,
                remedy="connect it, or leave the sense out",
            )


def _check_panel(board: Board, where: str) -> None:
    panel = board.panel
    if panel is None:
        return
    panel.check(where)
    if not isinstance(panel, McuPanelPlan) or panel.controller is None:
        return
    shuffler = board.shuffler
    carriers = [] if shuffler is None or shuffler.kind is not ShufflerKind.FELTWIRE_MCU else [shuffler.id]
    if panel.controller not in carriers:
        raise ConfigFault(
            f"panel {panel.id!r}: {panel.controller!r} is no microcontroller of this board",
            where=where,
            remedy=nearest(panel.controller, carriers),
        )


def _lacking(board: Board, sense: Sense) -> str:
    """What the board lacks to have `sense`; empty when it lacks nothing."""
    places = board.places
    if sense is Sense.HOLE:
        bare = [seat for seat in board.seats if seat_place(seat) not in places]
        if bare:
            return f"no antenna lies under seat{bare[0]}"
    elif sense is Sense.DECK:
        return "" if board.shuffler else "no shuffler is named"
    elif sense is Sense.FACES:
        return "" if board.camera else "no camera is named"
    elif not any(place.spot is _ANTENNA_SENSES[sense] for place in places):
        return f"no antenna lies under the {sense}"
    return _too_many(board, sense)


def _too_many(board: Board, sense: Sense) -> str:
    for reader in board.readers:
        limit = TAGS_COUNTED[(reader.kind, board.tags)]
        needed = _ROOM_NEEDED[sense]
        spot = _ANTENNA_SENSES.get(sense, Spot.SEAT)
        if limit is not None and needed > limit and any(place.spot is spot for place in reader.antennas.values()):
            return f"reader {reader.id!r} counts at most {limit} {board.tags} tags and {sense} takes {needed}"
    return ""
