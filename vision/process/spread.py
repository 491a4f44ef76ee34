"""The script of a deck that is shown: its 52 cards come to lie face up one after the other, and are taken away."""

from collections.abc import Sequence
from typing import Final

from felt.card import DECK, Card
from felt.clock import NANOS_PER_SECOND, Nanos
from felt.fact import Face
from vision.stage import Script
from vision.stage.field import Pose
from vision.stage.script import CardNo, Move

EACH_S: Final = 1.2
"""From one card to the next: a card is read, or asked for, before the next one comes."""
TOGETHER: Final = 4
"""Cards that lie there at once at most: a felt that more of them cover is not to be recognised."""
_TAKES_S: Final = 0.3
_BEGIN_S: Final = 1.0
_GOES_S: Final = EACH_S * TOGETHER - _TAKES_S
"""From when a card comes until it is taken up again: it has gone when the one after these comes."""
_LENGTH_S: Final = _BEGIN_S + EACH_S * (len(DECK) + TOGETHER) + 2.0
"""The felt lies empty at the end for longer than a second, so that what was left out may be shown again."""
_HANDS: Final = Pose(640, 900)
"""Whoever shows the deck sits below the picture."""
_ACROSS: Final = 13
_FIRST: Final = Pose(140, 120)
_STEP: Final = (84.0, 130.0)
"""From one card's middle to the next, mm: none touches another."""


def spread() -> Script:
    """The whole deck in its order, in four rows; what came a while ago is taken away before the next one comes."""
    cards = {CardNo(number): card for number, card in enumerate(DECK)}
    moves = tuple(move for number in cards for move in _moves(number))
    return Script(cards, _LENGTH_S, moves, stub=_HANDS)


def lying(at: Nanos) -> Sequence[Card]:
    """The cards that lie there so long after the script's begin, in the order in which they came."""
    at_s = at / NANOS_PER_SECOND
    return [card for number, card in enumerate(DECK) if _TAKES_S <= at_s - _comes(number) < _GOES_S]


def _comes(number: int) -> float:
    return _BEGIN_S + number * EACH_S


def _moves(card: CardNo) -> tuple[Move, Move]:
    row, column = divmod(card, _ACROSS)
    place = Pose(_FIRST.x + column * _STEP[0], _FIRST.y + row * _STEP[1])
    comes = _comes(card)
    goes = comes + _GOES_S
    return (
        Move(card, comes, comes + _TAKES_S, place, Face.UP),
        Move(card, goes, goes + _TAKES_S, _HANDS, Face.UP, gone=True),
    )
