"""What the witness's parts share: where cards lie, what they are called, and what may be said of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from felt.card import Card
from felt.fact import Face
from felt.ids import Uid
from felt.place import BOARD, Place, Spot
from hardware.board import Board
from hardware.deck import DeckFile
from table_node.presence import AntennaKey, Whereabouts
from table_node.tokens import TokenBook


@dataclass(frozen=True)
class Scene:
    """One table as the node knows it. `cards` and `deck_of` go by tag; a strange card is in neither."""

    places: Mapping[AntennaKey, Place]
    cards: Mapping[Uid, Card]
    deck_of: Mapping[Uid, str]
    whereabouts: Whereabouts
    tokens: TokenBook

    def shown(self, uid: Uid) -> Card | None:
        """The card, only while its face is up."""
        token = self.tokens.get(uid)
        return self.cards.get(uid) if token is not None and token.face is Face.UP else None

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


def antenna_places(board: Board) -> dict[AntennaKey, Place]:
    """The place over each antenna."""
    return {
        (reader.id, antenna): told_place(place)
        for reader in board.readers
        for antenna, place in reader.antennas.items()
    }


def cards_of(decks: Iterable[DeckFile]) -> dict[Uid, Card]:
    """Every tag of every deck."""
    return {uid: card for deck in decks for uid, card in deck.cards.items()}


def owners(decks: Iterable[DeckFile]) -> dict[Uid, str]:
    """Each tag's deck by name."""
    return {uid: deck.name for deck in decks for uid in deck.cards}
