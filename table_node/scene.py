"""What the witness's parts share: where cards lie, what they are called, and what may be said of them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from felt.card import Card
from felt.fact import Face, SensorDoubted
from felt.ids import Uid
from felt.note import NOTES, NoteKey, note
from felt.place import BOARD, Place, Spot
from hardware.board import Board
from hardware.deck import DeckFile
from table_node.presence import AntennaKey, Whereabouts
from table_node.tokens import TokenBook

EYED: Final = frozenset({Spot.SEAT, Spot.BOARD, Spot.BURN, Spot.ASIDE})
"""Where a camera alone can follow cards; a heap cannot be counted by looking at it."""


@dataclass(frozen=True)
class Scene:
    """One table as the node knows it. `cards` and `deck_of` go by tag; a strange card is in neither.

    `eyed`: the camera's regions without an antenna. `named`: the cards there that have no tag, as far as they are read.
    """

    places: Mapping[AntennaKey, Place]
    cards: Mapping[Uid, Card]
    deck_of: Mapping[Uid, str]
    whereabouts: Whereabouts
    tokens: TokenBook
    eyed: frozenset[Place] = frozenset()
    named: dict[Uid, Card] = field(default_factory=dict)

    def card_of(self, uid: Uid) -> Card | None:
        """What is printed on the card, as far as the node knows."""
        return self.cards.get(uid) or self.named.get(uid)

    def in_play(self, card: Card) -> list[Uid]:
        """The tags of that card in the deck that is dealt; none while it is open which deck that is."""
        decks = Counter(self.deck_of[uid] for uid in self.tokens.living() if uid in self.deck_of and self.in_hand(uid))
        known = set(self.deck_of.values())
        dealt = next(iter(known)) if len(known) == 1 else max(decks, key=decks.__getitem__, default=None)
        return [uid for uid, printed in self.cards.items() if printed == card and self.deck_of.get(uid) == dealt]

    def shown(self, uid: Uid) -> Card | None:
        """The card, only while its face is up."""
        token = self.tokens.get(uid)
        return self.card_of(uid) if token is not None and token.face is Face.UP else None

    def in_hand(self, uid: Uid) -> bool:
        """True for a card that came from the stub in this hand and has not been sent back."""
        token = self.tokens.get(uid)
        return token is not None and not token.ending

    def lying(self, place: Place) -> list[Uid]:
        """The cards at `place`."""
        return [uid for uid, home in self.whereabouts.homes().items() if home == place]


def told_place(place: Place) -> Place:
    """The place as facts name it: the antennas of a wide board are one board."""
    return BOARD if place.spot is Spot.BOARD else place


def doubted(place: Place, why: NoteKey) -> SensorDoubted:
    """What the sensors say of a place contradicts itself."""
    return SensorDoubted(place, NOTES[why], note(why))


def antenna_places(board: Board) -> dict[AntennaKey, Place]:
    """The place over each antenna."""
    return {
        (reader.id, antenna): told_place(place)
        for reader in board.readers
        for antenna, place in reader.antennas.items()
    }


def eyed_places(board: Board) -> frozenset[Place]:
    """The camera's regions under which no antenna lies."""
    covered = {told_place(place) for place in board.places}
    return frozenset(place for place in board.seen if place.spot in EYED and told_place(place) not in covered)


def cards_of(decks: Iterable[DeckFile]) -> dict[Uid, Card]:
    """Every tag of every deck."""
    return {uid: card for deck in decks for uid, card in deck.cards.items()}


def owners(decks: Iterable[DeckFile]) -> dict[Uid, str]:
    """Each tag's deck by name."""
    return {uid: deck.name for deck in decks for uid in deck.cards}
