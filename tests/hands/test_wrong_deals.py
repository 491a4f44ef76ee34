"""Wrong deals under every book, at every card and after every way to begin the betting: what each book says of them.

The expectations are told once more, by the books' sentences and without their tables.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

import pytest
from msgspec import Struct

from felt.script import parse_script
from felt.script.head import BOOKS
from felt.situation import Tracker
from hub.scenario import run_script

RULED_BY_ITSELF: Final = [book for book in BOOKS if book != "sport-poker"]
ORDER: Final = (3, 4, 5, 1, 2)
"""Who speaks, with five players and the button on seat 5."""
MOST_ACTS: Final = 4
Said = tuple[str, str]
"""Kind and `BOOK:CLAUSE`."""


class Wrong(Struct, frozen=True):
    """A seat with a wrong number of cards, noticed after these acts."""

    seat: int
    count: int
    acts: tuple[str, ...]

    @property
    def speakers(self) -> tuple[int, ...]:
        return ORDER[: len(self.acts)]

    @property
    def acted(self) -> bool:
        return self.seat in self.speakers

    @property
    def calls(self) -> int:
        return self.acts.count("calls")

    @property
    def served(self) -> bool:
        """The button lacks one card: what many books let the dealer serve."""
        return self.seat == 5 and self.count == 1


def by_federation(case: Wrong) -> Said:
    if not case.acts:
        return "misdeal", "bfsp:6.3.5"
    return "dead", "bfsp:6.3.7" if case.acted else "bfsp:6.3.8"


def by_card_room(case: Wrong) -> Said:
    return ("dead", "club:27.1.2") if case.calls >= 2 else ("misdeal", "club:34.3.3")


def by_club_tournament(case: Wrong) -> Said:
    """Substantial: two acts with chips, or any three. A short hand elsewhere is left to the book asked next."""
    if case.served:
        return ("dead" if case.acted else "fix"), "gpc:37"
    substantial = case.calls >= 2 or len(case.acts) >= 3
    return ("dead", "gpc:38") if case.count == 3 and substantial else by_federation(case)


def by_pub(case: Wrong) -> Said:
    if case.acted:
        return "dead", "pub:special-1"
    return ("play-on", "pub:special-6") if case.calls else ("fix", "pub:special-5")


def by_directors(case: Wrong) -> Said:
    """Substantial: two acts of which one has chips, or any three."""
    if case.served:
        return ("dead" if case.acted else "fix"), "tda:37"
    substantial = len(case.acts) >= 3 or (len(case.acts) == 2 and case.calls > 0)
    return ("dead", "tda:35-D") if substantial else ("misdeal", "tda:35-A")


def by_robert(case: Wrong) -> Said:
    """Substantial: two have acted, folds count. One extra card is the first burn, the button's last one is served."""
    if len(case.acts) >= 2:
        return "dead", "rrop:wrong-count-after-action"
    if case.count == 3:
        return "fix", "rrop:one-extra-card"
    return ("fix" if case.served else "misdeal"), "rrop:misdeal"


COUNTED: Final = {
    "bfsp": by_federation,
    "club": by_card_room,
    "gpc": by_club_tournament,
    "pub": by_pub,
    "tda": by_directors,
    "rrop": by_robert,
}


def exposed(book: str, number: int) -> Said:
    """The `number`th card off the deck, of ten, comes face up; the first two are the blinds'."""
    misdeal = {"bfsp": 2, "club": 1, "gpc": 2, "pub": 1, "tda": 2, "rrop": 1}[book]
    clauses = {
        "bfsp": ("bfsp:6.3.6", "bfsp:6.6.1"),
        "club": ("club:34.3.7", "club:34.3.7"),
        "gpc": ("gpc:35", "bfsp:6.6.1"),
        "pub": ("pub:special-4", "pub:special-3"),
        "tda": ("tda:35-A", "tda:35-A"),
        "rrop": ("rrop:misdeal", "rrop:one-exposed-downcard"),
    }[book]
    return ("misdeal", clauses[0]) if number <= misdeal else ("fix", clauses[1])


def ruled(book: str, *lines: str, seats: str = "1-5", tracker: Tracker = Tracker.FULL) -> list[Said]:
    head = [f"rulebook {book}", f"tracker {tracker}", f"seats {seats}", "button 5", "hand"]
    text = "\n".join([*head, *lines, "expect not void", ""])
    return [(str(given.kind), f"{given.book}:{given.clause}") for given in run_script(parse_script(text, book)).rulings]


def wrong_counts() -> Iterator[Wrong]:
    """Every seat that is still in, one card short or one too many, after up to four folds and calls."""
    for length in range(MOST_ACTS + 1):
        for acts in product(("folds", "calls"), repeat=length):
            out = {seat for seat, act in zip(ORDER, acts, strict=False) if act == "folds"}
            if len(out) == MOST_ACTS:
                continue
            for seat, count in product((1, 2, 3, 4, 5), (1, 3)):
                if seat not in out:
                    yield Wrong(seat, count, acts)


@pytest.mark.parametrize("book", RULED_BY_ITSELF)
def test_a_wrong_count_is_ruled_by_the_books_own_sentence(book: str) -> None:
    for case in wrong_counts():
        acts = [f"{seat} {act}" for seat, act in zip(ORDER, case.acts, strict=False)]
        said = ruled(book, "deal all", *acts, f"notice count {case.seat} {case.count}")
        assert said == [COUNTED[book](case)], case


@pytest.mark.parametrize("tracker", list(Tracker))
@pytest.mark.parametrize("book", RULED_BY_ITSELF)
def test_an_exposed_card_is_ruled_by_its_place_in_the_deal(book: str, tracker: Tracker) -> None:
    """Also the last card of the deal, and whatever the table knows of betting: nobody can have acted."""
    for number in range(1, 11):
        seats = [(place - 1) % 5 + 1 for place in range(1, number + 1)]
        deals = [f"deal {seat} down" for seat in seats[:-1]]
        assert ruled(book, *deals, f"deal {seats[-1]} up 7d", tracker=tracker) == [exposed(book, number)], number


THIRD_CARD: Final[dict[str, Said]] = {
    "bfsp": ("misdeal", "bfsp:6.3.5"),
    "club": ("misdeal", "club:34.3.3"),
    "gpc": ("misdeal", "bfsp:6.3.5"),
    "pub": ("fix", "pub:special-5"),
    "tda": ("misdeal", "tda:35-A"),
    "rrop": ("fix", "rrop:one-extra-card"),
}
STRANGERS_CARD: Final[dict[str, Said]] = {
    "bfsp": ("misdeal", "bfsp:6.3.4"),
    "club": ("fix", "club:34.3.9"),
    "gpc": ("misdeal", "gpc:35"),
    "pub": ("fix", "pub:special-5"),
    "tda": ("misdeal", "tda:35-A"),
    "rrop": ("misdeal", "rrop:misdeal"),
}


@pytest.mark.parametrize("tracker", list(Tracker))
@pytest.mark.parametrize("book", RULED_BY_ITSELF)
def test_a_card_too_many_in_the_deal_is_ruled_whatever_is_known_of_betting(book: str, tracker: Tracker) -> None:
    assert ruled(book, "deal round", "deal 1 down", "deal 1 down", tracker=tracker) == [THIRD_CARD[book]]
    to_a_stranger = ("deal 1 down", "deal 2 down", "deal 3 down")
    assert ruled(book, *to_a_stranger, seats="1,2,4,5", tracker=tracker) == [STRANGERS_CARD[book]]


def substantial(book: str, acts: tuple[str, ...]) -> bool:
    """What ends the time for a misdeal: any act, two with chips, one bet, two acts or three, by the book."""
    calls, said = acts.count("calls"), len(acts)
    return {
        "bfsp": said > 0,
        "club": calls >= 2,
        "gpc": calls >= 2 or said >= 3,
        "pub": calls > 0,
        "tda": said >= 3 or (said == 2 and calls > 0),
        "rrop": said >= 2,
    }[book]


GROUNDS: Final[dict[str, dict[str, tuple[Said, Said]]]] = {
    "notice count 2 0": {
        "bfsp": (("misdeal", "bfsp:6.3.4"), ("dead", "bfsp:6.3.8")),
        "club": (("misdeal", "club:34.3.2"), ("play-on", "club:34.1")),
        "gpc": (("misdeal", "gpc:35"), ("play-on", "gpc:35")),
        "pub": (("misdeal", "pub:special-5"), ("play-on", "pub:special-6")),
        "tda": (("misdeal", "tda:35-A"), ("play-on", "tda:35-D")),
        "rrop": (("misdeal", "rrop:misdeal"), ("play-on", "rrop:misdeal")),
    },
    "notice unentitled-hand 7": {
        "bfsp": (("misdeal", "bfsp:6.3.4"), ("dead", "bfsp:6.3.8")),
        "club": (("fix", "club:34.3.9"), ("fix", "club:34.3.9")),
        "gpc": (("misdeal", "gpc:35"), ("play-on", "gpc:35")),
        "pub": (("misdeal", "pub:special-5"), ("play-on", "pub:special-6")),
        "tda": (("misdeal", "tda:35-A"), ("dead", "tda:35-D")),
        "rrop": (("misdeal", "rrop:misdeal"), ("dead", "rrop:wrong-count-after-action")),
    },
    "notice exposed-several": {
        "bfsp": (("misdeal", "bfsp:6.3.6"), ("play-on", "bfsp:6.3.6")),
        "club": (("misdeal", "club:34.3.7"), ("play-on", "club:34.1")),
        "gpc": (("misdeal", "gpc:35"), ("play-on", "gpc:35")),
        "pub": (("misdeal", "pub:special-5"), ("play-on", "pub:special-6")),
        "tda": (("misdeal", "tda:35-A"), ("play-on", "tda:35-D")),
        "rrop": (("misdeal", "rrop:misdeal"), ("play-on", "rrop:misdeal")),
    },
}
"""What a book says of a ground in time, and once it is too late."""


@pytest.mark.parametrize("book", RULED_BY_ITSELF)
@pytest.mark.parametrize("noticed", GROUNDS)
def test_a_ground_for_a_misdeal_holds_until_the_books_own_limit(noticed: str, book: str) -> None:
    for length in range(MOST_ACTS):
        for acts in product(("folds", "calls"), repeat=length):
            told = [f"{seat} {act}" for seat, act in zip(ORDER, acts, strict=False)]
            said = ruled(book, "deal all", *told, noticed)
            assert said == [GROUNDS[noticed][book][substantial(book, acts)]], acts
