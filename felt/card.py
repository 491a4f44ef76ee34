"""Playing cards as two-character text: rank then suit, `Kh`, `Td`."""

from typing import Annotated, Final, NewType

from msgspec import Meta

from felt.fault import BadInput

Card = NewType("Card", str)
"""A card of the French deck. Make one with `parse_card`; compare and store it as text."""

CardText = Annotated[Card, Meta(pattern="^[2-9TJQKA][cdhs]$")]
"""The type of a card field on the wire: the decoder refuses anything else."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""The 52 cards of the game (bfsp 4.4), two to ace, clubs to spades."""

_KNOWN: Final = frozenset(DECK)


def parse_card(text: str) -> Card:
    """Read `Kh`, `kh`, `KH` or `10h`; raises BadInput naming the text."""
    tidy = text.strip()
    if tidy.startswith("10"):
        tidy = "T" + tidy[2:]
    card = Card(tidy[:-1].upper() + tidy[-1:].lower())
    if card not in _KNOWN:
        raise BadInput(
            what=f"{text!r} is not a card",
            remedy="a card is a rank 2-9 T J Q K A and a suit c d h s, such as Kh",
        )
    return card


def rank_of(card: Card) -> str:
    """The rank character, `2` to `A`."""
    return card[0]


def suit_of(card: Card) -> str:
    """The suit character, one of `cdhs`."""
    return card[1]
