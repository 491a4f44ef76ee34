"""Hands whose flop, turn or river comes too early at a random moment, put right as each book says, and played on."""

from random import Random
from typing import Final

from felt.card import DECK
from felt.situation import Tracker

STREETS: Final = ("", "flop", "turn", "river")
SIZES: Final = (0, 3, 1, 1)
CLAUSES: Final = {
    "bfsp": ("", "6.6.5", "6.6.6", "6.6.7"),
    "gpc": ("", "74", "74", "74"),
    "pub": ("", "special-2", "special-2", "special-2"),
    "tda": ("", "RP-5", "RP-5", "RP-5"),
    "rrop": ("", "premature-flop", "premature-turn", "premature-river"),
}
ANSWERS: Final = {"club": "bfsp", "sport-poker": "gpc"}
"""Whose clause answers where the book itself is silent."""


class EarlyStreet:
    """One hand: everybody calls and checks, `street` comes before its betting is over, and is put right."""

    def __init__(self, seed: int, book: str, tracker: Tracker) -> None:
        self._tracker = tracker
        self._rng = rng = Random(seed)
        self._deck: list[str] = list(DECK)
        rng.shuffle(self._deck)
        count = rng.randint(2, 6)
        button = rng.randint(1, count)
        self._live = list(range(1, count + 1))
        self._after = [(button + place) % count + 1 for place in range(count)]
        self._before = [button, self._after[0]] if count == 2 else self._after[2:] + self._after[:2]
        self._book = ANSWERS.get(book, book)
        self._burns = 0
        self._board: list[str] = []
        self.lines = [f"rulebook {book}", f"game {rng.choice(['holdem', 'omaha4'])}", f"seats 1-{count}"]
        self.lines += [f"button {button}", f"tracker {tracker}", "hand", "deal all"]

    def script(self) -> str:
        """The whole script, with what must be ruled, asked for and seen."""
        street = self._rng.choice((1, 2, 3))
        for number in range(1, street):
            self.lines += self._round(number - 1)
            self._deal(number)
        left = self._come_early(street)
        if street == 2 and self._book in ("bfsp", "rrop"):
            self._turn_set_aside(left)
        elif self._book == "bfsp":
            self._federation(street, left)
        else:
            self._again(street, left)
        self._look("expect complete")
        for number in range(len(self._board) - 1, 4):
            self.lines += self._round(number - 1)
            self._deal(number)
        self.lines += self._round(3)
        self._look("end", "expect none")
        return "\n".join([*self.lines, ""])

    def _round(self, street: int) -> list[str]:
        """A whole betting round after `street`; before the flop the last to speak has posted and checks."""
        if self._tracker is Tracker.ROUNDS:
            return ["closed"]
        order = [seat for seat in (self._after if street else self._before) if seat in self._live]
        return [f"{seat} {'calls' if not street and seat != self._before[-1] else 'checks'}" for seat in order]

    def _deal(self, street: int, *, burn: bool = True) -> None:
        if burn:
            self.lines.append("burn")
            self._burns += 1
        cards = [self._deck.pop() for _ in range(SIZES[street])]
        self._board += cards
        self.lines.append("board " + " ".join(cards))

    def _come_early(self, street: int) -> list[str]:
        """The street comes while some have still to act, whose acts are given back; one of them may fold."""
        acts = self._round(street - 1)
        cut = self._rng.randrange(len(acts))
        done, left = acts[:cut], acts[cut:]
        if len(left) > 1 and len(self._live) > 2 and self._rng.random() < 0.5:
            seat = int(left[0].split()[0])
            left[0] = f"{seat} folds"
            self._live.remove(seat)
        self._early = [self._deck.pop() for _ in range(SIZES[street])]
        self._burn = self._deck.pop()
        self._burns += 1
        self.lines += [*done, f"burn {self._burn}", "board " + " ".join(self._early)]
        ruling = f"premature-{STREETS[street]} {self._book}:{CLAUSES[self._book][street]}"
        if street > 1 and self._tracker is Tracker.ROUNDS:
            self.lines += ["expect ask round-open", "answer round-open yes"]  # it may be a run-out
        self.lines += [f"expect only fix {ruling}", *(f"take {card}" for card in self._early)]
        return left

    def _either_first(self, one: list[str], other: list[str]) -> None:
        """Finishing the betting and putting cards back are free of each other."""
        self.lines += [*one, *other] if self._rng.random() < 0.5 else [*other, *one]

    def _again(self, street: int, left: list[str]) -> None:
        """The burn stays, the street is dealt anew without another one (gpc 74, tda RP-5, pub special 2, rrop)."""
        self._either_first(left, ["return all", "stub shuffled"])
        self.lines.append(f"expect step deal-{STREETS[street]}")
        self._deal(street, burn=False)

    def _federation(self, street: int, left: list[str]) -> None:
        """Flop and burn back, cut, burn again (bfsp 6.6.5); the river back, then burn and river (bfsp 6.6.7)."""
        back = ["return all", "stub shuffled"]
        if street == 1:
            self.lines.append(f"take {self._burn}")
            self._burns -= 1
            back.append("stub cut")
        self._either_first(left, back)
        self.lines.append("expect step burn")
        self._deal(street)

    def _turn_set_aside(self, left: list[str]) -> None:
        """The next card is the turn; the early one goes back before the river (bfsp 6.6.6; rrop: with no burn)."""
        self.lines += [*left, "expect step burn"]
        self._deal(2)
        self._either_first(self._round(2), ["return all", "stub shuffled"])
        burn = self._book == "bfsp"
        self.lines.append(f"expect step {'burn' if burn else 'deal-river'}")
        self._deal(3, burn=burn)

    def _look(self, *first: str) -> None:
        live = ",".join(map(str, self._live))
        self.lines += [*first, f"expect board {' '.join(self._board)}", f"expect burns {self._burns}"]
        self.lines += [] if "end" in first else [f"expect live {live}"]


def early_script(seed: int, book: str, tracker: Tracker) -> str:
    """A script in which one street comes too early and is put right."""
    return EarlyStreet(seed, book, tracker).script()
