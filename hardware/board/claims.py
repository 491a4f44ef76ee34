"""Claims that a board can be built with but that its sensors hardly keep: a doubtful miss rate, a pin with another use.

A sense's miss rate decides what is ruled on by the sensors alone, so a rate that is too good makes false misdeals.
"""

from collections.abc import Iterator
from typing import Final

from felt.fact import SenseQuality
from felt.place import Place, Spot
from felt.situation import Sense
from hardware.board.faults import ANTENNA_SENSES, ROOM_NEEDED
from hardware.board.finding import Finding, Weight
from hardware.board.kinds import FULL_LIST
from hardware.board.plan import Board
from hardware.board.seeing import camera_claims

HEAP: Final = 20
"""Cards in a heap over one antenna: coils that lie on one another take each other's field."""
HEAP_RATE: Final = 0.01
"""The best miss rate that one antenna under a heap may claim."""
PARTIAL_RATE: Final = 0.01
"""The best miss rate of a reader whose clean look is no full list."""
EYE_RATES: Final = {Sense.BOARD: 0.001, Sense.BURN: 0.03}
"""The best miss rates of a camera alone: a card may stay unread or covered, and burns lie on one another."""
RULED_RATE: Final = 0.0001
"""A burn that misses no more than this is ruled on by its absence: two sensors must agree to be that good."""


def claims(board: Board) -> Iterator[Finding]:
    """Every claim of `board` that its sensors hardly keep."""
    for at, quality in enumerate(board.senses):
        why = _too_good(board, quality)
        if why:
            yield Finding(f"senses[{at}]", f"sense {str(quality.sense)!r} {why}", weight=Weight.CLAIM)
    yield from camera_claims(board)
    if len(board.seats) > 1 and list(board.seats) != sorted(board.seats):
        yield Finding("seats", "seats are not in their order around the table", "1, 2, 3 ...", Weight.CLAIM)


def _too_good(board: Board, quality: SenseQuality) -> str:
    """Why the declared miss rate is too good to be true; empty when it is not."""
    sense, rate = quality.sense, quality.miss_rate
    spot = ANTENNA_SENSES.get(sense)
    readers = [reader for reader in board.readers if any(place.spot is spot for place in reader.antennas.values())]
    if not readers:
        best = EYE_RATES.get(sense, 0.0) if any(place.spot is spot for place in board.seen) else 0.0
        return f"claims a miss rate of {rate:g} by a camera alone: {best:g} at best" if rate < best else ""
    partial = [reader for reader in readers if reader.kind not in FULL_LIST]
    if partial and rate < PARTIAL_RATE:
        return (
            f"claims a miss rate of {rate:g}, but a look of reader {partial[0].id!r} ({partial[0].kind}) is no full "
            f"list: {PARTIAL_RATE:g} at best"
        )
    slotted = sense is Sense.BOARD and Place(Spot.BOARD) not in board.places
    if not slotted and ROOM_NEEDED[sense] >= HEAP and rate < HEAP_RATE:
        return f"claims a miss rate of {rate:g} under a heap of {HEAP} cards on one antenna: {HEAP_RATE:g} at best"
    if sense is Sense.BURN and rate <= RULED_RATE:
        return (
            f"claims a miss rate of {rate:g} by one antenna, and at {RULED_RATE:g} or better a missing burn is ruled "
            "by it alone: only two sensors that agree are that good"
        )
    return ""
