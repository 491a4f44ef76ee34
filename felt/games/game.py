"""The games a table can deal, each a tuple of streets."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from felt.fault import BadInput


class Target(StrEnum):
    """Where a street's cards go."""

    SEATS = "seats"
    BOARD = "board"


class Street(Struct, frozen=True):
    """One stretch of dealing and the betting round after it."""

    name: str
    target: Target
    cards: int
    burn: bool = False


class Game(Struct, frozen=True):
    """A game: its streets in order and the sizes of table it is dealt at."""

    id: str
    name: str
    streets: tuple[Street, ...]
    min_seats: int = 2
    max_seats: int = 10

    @property
    def hole_cards(self) -> int:
        """Cards each seat holds after the first street."""
        return self.streets[0].cards

    @property
    def board_cards(self) -> int:
        """Cards on a full board."""
        return sum(street.cards for street in self.streets if street.target is Target.BOARD)


_BOARD_STREETS: Final = (
    Street("flop", Target.BOARD, 3, burn=True),
    Street("turn", Target.BOARD, 1, burn=True),
    Street("river", Target.BOARD, 1, burn=True),
)


def _flop_game(id_: str, name: str, hole_cards: int) -> Game:
    return Game(id_, name, (Street("preflop", Target.SEATS, hole_cards), *_BOARD_STREETS))


GAMES: Final[dict[str, Game]] = {
    game.id: game
    for game in (
        _flop_game("holdem", "Texas hold'em", 2),
        _flop_game("omaha4", "Omaha", 4),
        _flop_game("omaha5", "five-card Omaha", 5),
    )
}


def game_named(id_: str) -> Game:
    """The game of that id; raises BadInput with the known ones."""
    try:
        return GAMES[id_]
    except KeyError:
        raise BadInput(f"{id_!r} is not a game this table deals", remedy=", ".join(GAMES)) from None
