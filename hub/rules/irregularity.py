"""What went wrong, as plain data: the facts imply it or a person says it, before any book is asked."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from felt.card import Card
from felt.fact import Between
from felt.ids import FactId, Ref
from felt.place import Place, SeatNo
from felt.situation import Situation


class Moment(StrEnum):
    """When in the hand an absent or penalised player's cards are looked at."""

    DEAL_COMPLETE = "deal-complete"
    OWN_TURN = "own-turn"
    LEFT = "left"
    SHOWDOWN = "left-at-showdown"


CONTINUOUS_NS: Final = 1_000_000
"""A look narrower than this is continuous: what it did not see did not happen. A sweep of antennas is 100 times it."""


def swept(between: Between) -> bool:
    """The arrival is only known to lie between two looks of a sweep."""
    return between.by - between.after > CONTINUOUS_NS


class Irregularity(Struct, frozen=True, omit_defaults=True):
    """One irregularity. `refs` are the cards it is about; `count` what a seat holds; `street` the board street, 1 to 3.

    `since` is the number of acts recorded when it happened; `reported` when a person said so; `first` when the exposed
    card was a blind's first, `opening` when it was the very first of the deal; `by_dealer` when the dealer did it;
    `replaces` is the number of a ruling that this one grew out of.
    """

    situation: Situation
    seat: SeatNo | None = None
    refs: tuple[Ref, ...] = ()
    cards: tuple[Card, ...] = ()
    count: int | None = None
    street: int = 0
    since: int = 0
    reported: bool = False
    first: bool = False
    opening: bool = False
    by_dealer: bool = False
    button_twice: bool = False
    moment: Moment | None = None
    place: Place | None = None
    replaces: int | None = None
    evidence: tuple[FactId, ...] = ()
    text: str = ""


Key = tuple[str, int, tuple[str, ...]]


def key_of(event: Irregularity) -> Key:
    """What makes two reports the same irregularity within a hand."""
    if event.situation is Situation.RABBIT_HUNT:
        return (event.situation.value, 0, ())
    return (event.situation.value, event.seat or 0, event.refs or event.cards)
