"""Seven-card stud by its open cards: who brings it in and whose open hand speaks first (bfsp 5.8.2, 5.8.5, 4.5)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from felt.card import RANKS, Card, rank_of, suit_of
from felt.place import SeatNo

_SUIT_ORDER: Final = "cdhs"
"""Clubs lowest, spades highest (bfsp 4.5); never for the pot."""

_ACE_LOW: Final = "A23456789TJQK"


def bring_in_seat(up: Mapping[SeatNo, Card], *, ace: str = "high") -> SeatNo:
    """The lowest open card brings it in; equal ranks by suit (bfsp 5.8.2). An ace is high unless `ace` is `low`."""
    ranks = _ACE_LOW if ace == "low" else RANKS
    return min(up, key=lambda seat: (ranks.index(rank_of(up[seat])), _suit(up[seat])))


def best_open_hands(up: Mapping[SeatNo, Sequence[Card]]) -> tuple[SeatNo, ...]:
    """The seats with the best open hand: fours, trips, two pairs, a pair, high cards; several when they are equal."""
    best = max(_worth(cards) for cards in up.values())
    return tuple(seat for seat, cards in up.items() if _worth(cards) == best)


def first_by_suit(up: Mapping[SeatNo, Sequence[Card]], tied: Sequence[SeatNo]) -> SeatNo:
    """Of equal open hands the one whose highest card is of the higher suit (bfsp 4.5)."""
    return max(tied, key=lambda seat: _suits(up[seat]))


def _suit(card: Card) -> int:
    return _SUIT_ORDER.index(suit_of(card))


def _worth(cards: Sequence[Card]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sizes of the groups of equal ranks, larger first, and their ranks in that order: two pairs beat one."""
    counts = Counter(RANKS.index(rank_of(card)) for card in cards)
    groups = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)


def _suits(cards: Sequence[Card]) -> tuple[int, ...]:
    """The suits in the order in which the cards count."""
    counts = Counter(rank_of(card) for card in cards)
    ordered = sorted(
        cards, key=lambda card: (counts[rank_of(card)], RANKS.index(rank_of(card)), _suit(card)), reverse=True
    )
    return tuple(_suit(card) for card in ordered)
