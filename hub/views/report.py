"""What a person may report, in plain words and in groups, with what each report needs to be told."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from felt.situation import Situation
from hub.views.words import SITUATION_WORDS


class Need(StrEnum):
    """A detail that a report asks for; `card` may always be left out.

    `seat` is one of the table's seats; `any-seat` may also be a chair with no player, where cards can lie by mistake.
    """

    SEAT = "seat"
    ANY_SEAT = "any-seat"
    COUNT = "count"
    CARD = "card"


class ReportItem(Struct, frozen=True):
    """One line of the menu."""

    situation: Situation
    label: str
    needs: tuple[Need, ...] = ()


class ReportGroup(Struct, frozen=True):
    """Lines that belong together."""

    label: str
    items: tuple[ReportItem, ...]


def _items(*rows: tuple[Situation, tuple[Need, ...]]) -> tuple[ReportItem, ...]:
    return tuple(ReportItem(situation, SITUATION_WORDS[situation], needs) for situation, needs in rows)


_SEAT: Final = (Need.SEAT,)
_CARD: Final = (Need.CARD,)
_SEAT_CARD: Final = (Need.SEAT, Need.CARD)
_SEAT_COUNT: Final = (Need.SEAT, Need.COUNT)

REPORT_MENU: Final[tuple[ReportGroup, ...]] = (
    ReportGroup(
        "Dealing",
        _items(
            (Situation.EXPOSED_HOLE_CARD, _SEAT_CARD),
            (Situation.TOO_MANY_CARDS, _SEAT_COUNT),
            (Situation.TOO_FEW_CARDS, _SEAT_COUNT),
            (Situation.SEAT_SKIPPED, _SEAT),
            (Situation.UNENTITLED_HAND, (Need.ANY_SEAT,)),
            (Situation.OUT_OF_SEQUENCE, ()),
            (Situation.WRONG_FIRST_SEAT, ()),
            (Situation.WRONG_BUTTON, ()),
            (Situation.BUTTON_SHORT, ()),
            (Situation.ABSENT_HAND, _SEAT),
        ),
    ),
    ReportGroup(
        "Burn, board and stub",
        _items(
            (Situation.MISSING_BURN, ()),
            (Situation.EXTRA_BURN, ()),
            (Situation.PREMATURE_FLOP, ()),
            (Situation.PREMATURE_TURN, ()),
            (Situation.PREMATURE_RIVER, ()),
            (Situation.FOUR_CARD_FLOP, ()),
            (Situation.OVERFULL_FLOP, ()),
            (Situation.SHORT_FLOP, ()),
            (Situation.EXTRA_BOARD_CARD, ()),
            (Situation.DROPPED_STUB, ()),
            (Situation.LAST_CARD_USED, ()),
            (Situation.RABBIT_HUNT, ()),
        ),
    ),
    ReportGroup(
        "Hands and pot",
        _items(
            (Situation.HAND_IN_MUCK, _SEAT),
            (Situation.HANDS_MIXED, _SEAT),
            (Situation.ALL_IN_MUCKED, _SEAT),
            (Situation.TOUCHED_MUCK, _SEAT),
            (Situation.HAND_RETAINED, _SEAT),
            (Situation.OWN_HAND_EXPOSED, _SEAT_CARD),
            (Situation.DEAD_CARD_RETURNED, _SEAT),
            (Situation.WRONG_AWARD, ()),
        ),
    ),
    ReportGroup(
        "Deck",
        _items(
            (Situation.BOXED_CARD, _CARD),
            (Situation.DEFECTIVE_CARD, _CARD),
            (Situation.FOREIGN_CARD, ()),
            (Situation.DUPLICATE_CARD, _CARD),
            (Situation.DECK_COUNT, ()),
            (Situation.UNSHUFFLED, ()),
            (Situation.UNCUT, ()),
            (Situation.UNRIFFLED, ()),
            (Situation.EXPOSED_IN_CUT, _CARD),
            (Situation.SWITCHED_CARD, _SEAT),
        ),
    ),
)
"""Stud's and open-face's own situations follow with those games' tables."""
