"""What makes a board impossible: doubled parts, pins and places, and senses without a sensor."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from felt.fault import ConfigFault
from felt.place import Place, Spot, seat_place
from felt.refusal import nearest
from felt.situation import Sense
from hardware.board.finding import Finding
from hardware.board.kinds import TAGS_COUNTED, ShufflerKind
from hardware.board.plan import BOARD_SLOTS, Board
from hardware.board.seeing import camera_faults
from hardware.panel.plan import McuPanelPlan
from hardware.shuffler import shuffler_map

ANTENNA_SENSES: Final = {Sense.BOARD: Spot.BOARD, Sense.BURN: Spot.BURN, Sense.MUCK: Spot.MUCK, Sense.HOLE: Spot.SEAT}
"""The senses that antennas give, and where."""

EYE_SENSES: Final = frozenset({Sense.BOARD, Sense.BURN})
"""Of these, those that a camera with a region there gives as well; hands and heaps are not counted by looking."""

ROOM_NEEDED: Final = {Sense.HOLE: 2, Sense.BOARD: 5, Sense.BURN: 4, Sense.MUCK: 20}
"""Cards that an honest hand of hold'em puts on the sense's antenna."""


def faults(board: Board) -> Iterator[Finding]:
    """Every reason why `board` cannot be built or used."""
    yield from _parts(board)
    yield from _readers(board)
    yield from _places(board)
    yield from _shuffler(board)
    yield from _panel(board)
    yield from camera_faults(board)
    yield from _senses(board)


def _parts(board: Board) -> Iterator[Finding]:
    rows = [(reader.id, f"readers[{at}].id") for at, reader in enumerate(board.readers)]
    plans = (("shuffler", board.shuffler), ("camera", board.camera), ("panel", board.panel))
    rows += [(plan.id, f"{row}.id") for row, plan in plans if plan is not None]
    named: set[str] = set()
    for part, row in rows:
        if part in named:
            yield Finding(row, f"two parts are called {part!r}", "give each part its own id")
        named.add(part)
    if len(set(board.seats)) != len(board.seats) or not board.seats:
        yield Finding("seats", "seats are empty or named twice", "name each seat once, as in [1, 2, 3]")


def _readers(board: Board) -> Iterator[Finding]:
    for at, reader in enumerate(board.readers):
        if (reader.kind, board.tags) not in TAGS_COUNTED:
            known = ", ".join(tags for kind, tags in TAGS_COUNTED if kind is reader.kind)
            yield Finding(
                f"readers[{at}].kind",
                f"reader {reader.id!r}: a {reader.kind} reads no {board.tags} tags",
                f"tags = one of {known}",
            )
        if not reader.antennas:
            yield Finding(f"readers[{at}].antennas", f"reader {reader.id!r} has no antenna", "connect one to a place")


def _places(board: Board) -> Iterator[Finding]:
    over: dict[Place, str] = {}
    for at, reader in enumerate(board.readers):
        for antenna, place in reader.antennas.items():
            here, row = f"antenna {antenna} of reader {reader.id!r}", f"readers[{at}].antennas.{antenna}"
            if place in over:
                yield Finding(
                    row,
                    f"{place} lies over {over[place]} and over {here}",
                    "one antenna to a place; a wide place takes slots, such as board1 and board2",
                )
            over[place] = here
            if place.spot is Spot.SEAT and place.number not in board.seats:
                yield Finding(row, f"{here} lies under {place}, which is no seat of this board")
    slots = [place for place in over if place.spot is Spot.BOARD]
    if len(slots) > 1 and Place(Spot.BOARD) in slots:
        yield Finding("readers", "board and a slot of it are both named", "either board, or board1-board5")


def _shuffler(board: Board) -> Iterator[Finding]:
    plan = board.shuffler
    if plan is None:
        return
    if plan.kind is ShufflerKind.LINES and plan.map is None:
        yield Finding(
            "shuffler", "a shuffler of kind 'lines' has no map", 'map = "FILE.toml", which explains its lines'
        )
    elif plan.kind is not ShufflerKind.LINES and plan.map is not None:
        yield Finding("shuffler.map", f"a {plan.kind} shuffler needs no map", "leave it out")
    elif plan.map is not None and plan.map.suffix and not plan.map.is_file():
        yield Finding("shuffler.map", f"there is no file {plan.map}", "the path starts from the board file's folder")
    elif plan.map is not None:
        try:
            shuffler_map(plan.map)
        except ConfigFault as fault:
            yield Finding("shuffler.map", f"{fault.where}: {fault.what}" if fault.where else fault.what, fault.remedy)


def _panel(board: Board) -> Iterator[Finding]:
    panel = board.panel
    if panel is None:
        return
    yield from (Finding(f"panel.{row}" if row else "panel", what, remedy) for row, what, remedy in panel.faults())
    if not isinstance(panel, McuPanelPlan) or panel.controller is None:
        return
    shuffler = board.shuffler
    carriers = [] if shuffler is None or shuffler.kind is not ShufflerKind.FELTWIRE_MCU else [shuffler.id]
    if panel.controller not in carriers:
        yield Finding(
            "panel.controller",
            f"panel {panel.id!r}: {panel.controller!r} is no microcontroller of this board",
            nearest(panel.controller, carriers),
        )


def _senses(board: Board) -> Iterator[Finding]:
    counts = Counter(row.sense for row in board.senses)
    for at, quality in enumerate(board.senses):
        row, sense = f"senses[{at}].sense", quality.sense
        if counts[sense] > 1:
            yield Finding(row, f"sense {str(sense)!r} is declared twice", "declare it once")
        lacking = _lacking(board, sense)
        if lacking:
            yield Finding(row, f"sense {str(sense)!r} is declared but {lacking}", "connect it, or leave the sense out")


def _lacking(board: Board, sense: Sense) -> str:
    """What the board lacks to have `sense`; empty when it lacks nothing."""
    places = board.places | (board.seen if sense in EYE_SENSES else frozenset())
    if sense is Sense.HOLE:
        seats = [seat for seat in board.seats if seat_place(seat) not in places]
        if seats:
            return f"no antenna lies under seat{seats[0]}"
    elif sense is Sense.DECK:
        return "" if board.shuffler else "no shuffler is named"
    elif sense is Sense.FACES:
        return "" if board.camera else "no camera is named"
    elif not any(place.spot is ANTENNA_SENSES[sense] for place in places):
        return f"no antenna lies under the {sense}" + _unseen(board, sense)
    elif sense is Sense.BOARD and Place(Spot.BOARD) not in places:
        bare = [slot for slot in range(1, BOARD_SLOTS + 1) if Place(Spot.BOARD, slot) not in places]
        if bare:
            return f"no antenna lies under board{bare[0]}" + _unseen(board, sense)
    return _too_many(board, sense)


def _unseen(board: Board, sense: Sense) -> str:
    return " and no camera looks at it" if board.camera is not None and sense in EYE_SENSES else ""


def _too_many(board: Board, sense: Sense) -> str:
    spot, slotted = ANTENNA_SENSES[sense], Place(Spot.BOARD) not in board.places
    needed = 1 if sense is Sense.BOARD and slotted else ROOM_NEEDED[sense]
    for reader in board.readers:
        limit = TAGS_COUNTED.get((reader.kind, board.tags))
        under = any(place.spot is spot for place in reader.antennas.values())
        if limit is not None and needed > limit and under:
            return f"reader {reader.id!r} counts at most {limit} {board.tags} tags and {sense} takes {needed}"
    return ""
