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
    """One stretch of dealing and the betting round after it. The last `up` of a seat's cards land face up."""

    name: str
    target: Target
    cards: int
    burn: bool = False
    up: int = 0


class Game(Struct, frozen=True):
    """A game: its streets in order and the sizes of table it is dealt at."""

    id: str
    name: str
    streets: tuple[Street, ...]
    min_seats: int = 2
    max_seats: int = 10
    has_button: bool = True
    has_betting: bool = True

    @property
    def last_street(self) -> int:
        """The number of the last street; the first one is 0."""
        return len(self.streets) - 1

    @property
    def has_blinds(self) -> bool:
        """Blinds are posted where a board is dealt; stud has a bring-in, open-face no bets at all."""
        return self.board_cards > 0

    def fits(self, seats: int) -> bool:
        """Tells whether so many players can be dealt this game."""
        return self.min_seats <= seats <= self.max_seats

    def seat_cards(self, street: int) -> int:
        """Cards each seat was dealt once that street, from 0, was dealt."""
        return sum(each.cards for each in self.streets[: street + 1] if each.target is Target.SEATS)

    @property
    def hole_cards(self) -> int:
        """Cards each seat holds after the first street."""
        return self.streets[0].cards

    @property
    def board_cards(self) -> int:
        """Cards on a full board."""
        return sum(street.cards for street in self.streets if street.target is Target.BOARD)

    def seat_card_up(self, number: int) -> bool:
        """Tells whether a seat's card of this number, from 1, is dealt face up."""
        for street in self.streets:
            if street.target is Target.SEATS:
                if number <= street.cards:
                    return number > street.cards - street.up
                number -= street.cards
        return False


_BOARD_STREETS: Final = (
    Street("flop", Target.BOARD, 3, burn=True),
    Street("turn", Target.BOARD, 1, burn=True),
    Street("river", Target.BOARD, 1, burn=True),
)


_STUD_STREETS: Final = (
    Street("third street", Target.SEATS, 3, up=1),
    Street("fourth street", Target.SEATS, 1, burn=True, up=1),
    Street("fifth street", Target.SEATS, 1, burn=True, up=1),
    Street("sixth street", Target.SEATS, 1, burn=True, up=1),
    Street("seventh street", Target.SEATS, 1, burn=True),
)
"""Seven-card stud (bfsp 5.8): two down and one up, three up, one down; a burn before each but the first."""

_OPEN_FACE_STREETS: Final = (
    Street("first five", Target.SEATS, 5, up=5),
    *(Street(f"three of turn {turn}", Target.SEATS, 3, up=2) for turn in range(2, 6)),
)
"""Open-face Chinese Pineapple (bfsp 8): five, then four times three of which one is discarded."""


def _flop_game(id_: str, name: str, hole_cards: int, max_seats: int = 10) -> Game:
    return Game(id_, name, (Street("preflop", Target.SEATS, hole_cards), *_BOARD_STREETS), max_seats=max_seats)


GAMES: Final[dict[str, Game]] = {
    game.id: game
    for game in (
        _flop_game("holdem", "Texas hold'em", 2),
        _flop_game("omaha4", "Omaha", 4),
        _flop_game("omaha5", "five-card Omaha", 5, max_seats=9),
        Game("stud", "seven-card stud", _STUD_STREETS, max_seats=8, has_button=False),
        Game("ofc", "open-face Chinese Pineapple", _OPEN_FACE_STREETS, max_seats=3, has_betting=False),
    )
}


def game_named(id_: str) -> Game:
    """The game of that id; raises BadInput with the known ones."""
    try:
        return GAMES[id_]
    except KeyError:
        raise BadInput(f"{id_!r} is not a game this table deals", remedy=", ".join(GAMES)) from None
