"""A rulebook as a table of articles, each one clause with its terms and its procedure."""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from felt.situation import Kind, Question, Situation, Step
from hub.rules.hand import Hand
from hub.rules.irregularity import Irregularity, Moment
from hub.rules.state import TableState


class Case(Struct, frozen=True):
    """What an article looks at: the table, the hand, what happened, and the book whose words are being read."""

    state: TableState
    hand: Hand
    event: Irregularity
    book: "Rulebook"


Test = Callable[[Case], bool | None]
"""Tells whether a term holds; None when only a person can know."""


class Term(Struct, frozen=True):
    """A word that books define: `test` decides it, `asks` is the question when the facts do not."""

    name: str
    test: Test
    asks: Question | None = None
    of_seat: bool = False
    negated: bool = False

    def __invert__(self) -> "Term":
        return Term(self.name, self.test, self.asks, self.of_seat, not self.negated)

    def __str__(self) -> str:
        return f"not {self.name}" if self.negated else self.name

    def holds(self, case: Case) -> bool | None:
        """True, False, or None when it is not known."""
        value = self.test(case)
        return value if value is None or not self.negated else not value


class About(StrEnum):
    """Which cards a step speaks of."""

    NOTHING = "nothing"
    CARDS = "cards"
    CARDS_AND_BURN = "cards-and-burn"
    SEAT = "seat"
    SEAT_CARD = "seat-card"


class Do(Struct, frozen=True):
    """One step of an article's procedure; `street` names the board street to deal: 0 is the one it is about."""

    step: Step | None
    about: About = About.NOTHING
    street: int = 0


class Article(Struct, frozen=True):
    """One clause: for these situations, when all terms hold, the ruling is `kind` with this procedure.

    `kind` None: the book says that nothing is to be said (now). `says` is the clause in one sentence; `after_hand`
    steps wait for the end of the hand; `options` are the floor's.
    """

    clause: str
    on: tuple[Situation, ...]
    kind: Kind | None
    says: str
    when: tuple[Term, ...] = ()
    steps: tuple[Do, ...] = ()
    after_hand: bool = False
    options: tuple[str, ...] = ()
    burns: int = 0
    """How many burns more, or fewer, the next street needs."""


class DisputeUntil(StrEnum):
    """When a hand that is over can no longer be disputed."""

    NEXT_HAND = "next-hand"
    NEXT_DEAL = "next-deal"
    NEXT_SUBSTANTIAL_ACTION = "next-substantial-action"
    AT_ONCE = "at-once"


class ButtonRule(StrEnum):
    """How the button moves after a hand."""

    NEXT_PLAYER = "next-player"
    DEAD_BUTTON = "dead-button"


class OpenFaceDeal(StrEnum):
    """How the first five cards of open-face reach a seat."""

    EITHER = "either"
    FIVE_AT_ONCE = "five-at-once"


class Meaning(Struct, frozen=True):
    """What a word means in one book, in a sentence, with the clause that says so; empty where the book does not."""

    word: str
    means: str
    clause: str = ""


class Reading(Struct, frozen=True):
    """One way to read a clause that leaves it open: articles that stand in for those of the same situations.

    `instead_of` are the clauses that give way, in these articles' situations and in those of which, read so, the book
    says nothing (`unsaid`). The others replace the book's own, where they are given.
    """

    name: str
    says: str
    articles: tuple[Article, ...] = ()
    instead_of: tuple[str, ...] = ()
    unsaid: tuple[Situation, ...] = ()
    substantial: Test | None = None
    first_round: Test | None = None
    open_face: OpenFaceDeal | None = None
    least_players: int | None = None


class Option(Struct, frozen=True):
    """A clause that can be read in more than one way; the first reading is the one that the book is built with."""

    name: str
    clause: str
    about: str
    readings: tuple[Reading, ...]


class Rulebook(Struct, frozen=True):
    """A pack: its articles, the terms it defines by itself, and the packs asked next when it is silent, in order.

    `edition` is the text's own, or the day on which a text that names none was read. `uncovered` is the clause that
    gives what nobody covers to a person, with the sentence that says so.
    """

    id: str
    name: str
    edition: str
    articles: tuple[Article, ...]
    asks_next: tuple[str, ...]
    uncovered: tuple[str, str]
    substantial: Test
    first_round: Test | None = None
    """When the first betting round has begun, where that is not the first action."""
    open_face: OpenFaceDeal = OpenFaceDeal.EITHER
    least_players: int = 2
    """With fewer at a table no hand is dealt there."""
    absent_at: tuple[Moment, ...] = ()
    dispute: DisputeUntil | None = None
    break_minute: bool = False
    button: ButtonRule = ButtonRule.NEXT_PLAYER
    suits_break_ties: bool = False
    """Equal open hands in stud speak by suit (bfsp 4.5); by position where a book does not say so."""
    chooses_parent: bool = False
    """The organiser picks the pack asked next; the first of `asks_next` is the default."""
    base: "Rulebook | None" = None
    """What a house's book is a diff on, as the house reads it: asked where the house's own articles do not answer."""
    words: tuple[Meaning, ...] = ()
    """Words that books define differently, as this one does."""
    options: tuple[Option, ...] = ()
    """Clauses whose text leaves more than one reading."""

    def on(self, situation: Situation) -> tuple[Article, ...]:
        """The articles about one situation."""
        return tuple(article for article in self.articles if situation in article.on)
