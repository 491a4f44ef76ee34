"""Each hand's rulings held against the truth that the robot wrote down, and the sums of it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct, field

from felt.situation import Kind, Situation
from hardware.virtual.bench.table import Happened
from hardware.virtual.robot import RULED_AS, HandRecord, Mistake
from hub.rules.ruling import QuestionAsked, Ruling, RulingGiven

CLAUSES: Final[dict[str, dict[Mistake, frozenset[str]]]] = {
    "bfsp": {
        Mistake.TOO_MANY_CARDS: frozenset({"6.3.5", "6.3.7", "6.3.8"}),
        Mistake.EXPOSED_CARD: frozenset({"6.6.1", "6.3.6"}),
        Mistake.SEAT_SKIPPED: frozenset({"6.3.4", "6.3.8", "6.3.3"}),
        Mistake.UNENTITLED_HAND: frozenset({"6.3.4"}),
        Mistake.BOXED_CARD: frozenset({"6.4.5"}),
        Mistake.FOREIGN_CARD: frozenset({"6.2", "6.2.1", "6.2.2", "6.2.3"}),
        Mistake.MISSING_BURN: frozenset({"6.6.2", "6.4.6"}),
        Mistake.PREMATURE_FLOP: frozenset({"6.6.5"}),
        Mistake.PREMATURE_TURN: frozenset({"6.6.6"}),
        Mistake.FOUR_CARD_FLOP: frozenset({"6.6.3"}),
    }
}
"""The clauses that may answer each mistake, by the book; a book that is not here is not scored by clause."""

CONFIDENCE: Final = 3.0
"""-ln(0.05): with none seen in n hands, the rate is below 3/n with 95 % confidence (rule of three)."""


class Tally(Struct):
    """Sums over hands. Times in table seconds from the mistake to the first right ruling."""

    hands: int = 0
    clean: int = 0
    stuck: int = 0
    made: Counter[Mistake] = field(default_factory=Counter)
    found: Counter[Mistake] = field(default_factory=Counter)
    wrong_clause: Counter[Mistake] = field(default_factory=Counter)
    false_rulings: Counter[str] = field(default_factory=Counter)
    false_misdeals: int = 0
    questions_in_clean: Counter[str] = field(default_factory=Counter)
    times_s: list[float] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Take in another tally's sums."""
        self.hands += other.hands
        self.clean += other.clean
        self.stuck += other.stuck
        for mine, theirs in (
            (self.made, other.made),
            (self.found, other.found),
            (self.wrong_clause, other.wrong_clause),
        ):
            mine.update(theirs)
        self.false_rulings.update(other.false_rulings)
        self.questions_in_clean.update(other.questions_in_clean)
        self.false_misdeals += other.false_misdeals
        self.times_s += other.times_s
        self.examples += other.examples


def score_hand(tally: Tally, record: HandRecord, happened: Sequence[Happened], *, rulebook: str, name: str) -> None:
    """Count one hand. `name` finds it again: seed and number."""
    tally.hands += 1
    tally.stuck += record.stuck
    rulings = [(each.outcome.ruling, each.at) for each in happened if isinstance(each.outcome, RulingGiven)]
    wanted = RULED_AS.get(record.mistake, frozenset()) if record.made_at is not None and record.mistake else frozenset()
    if record.made_at is None:
        tally.clean += 1
        tally.questions_in_clean.update(
            each.outcome.question for each in happened if isinstance(each.outcome, QuestionAsked)
        )
    elif record.mistake is not None:
        tally.made[record.mistake] += 1
        right = [(ruling, at) for ruling, at in rulings if ruling.situation in wanted]
        if right:
            tally.found[record.mistake] += 1
            tally.times_s.append((right[0][1] - record.made_at) / 1e9)
            if not _clause_fits(right[0][0], record.mistake, rulebook):
                tally.wrong_clause[record.mistake] += 1
                tally.examples.append(f"{name}: {record.mistake} answered by {right[0][0].book} {right[0][0].clause}")
        else:
            tally.examples.append(f"{name}: {record.mistake} not ruled on")
    _count_false(tally, (ruling for ruling, _ in rulings), wanted, record, name)


def _count_false(
    tally: Tally, rulings: Iterable[Ruling], wanted: frozenset[Situation], record: HandRecord, name: str
) -> None:
    for ruling in rulings:
        if ruling.situation in wanted:
            continue
        tally.false_rulings[f"{ruling.kind} {ruling.situation}"] += 1
        tally.false_misdeals += ruling.kind in (Kind.MISDEAL, Kind.VOID)
        tally.examples.append(
            f"{name}: {ruling.kind} {ruling.situation} although {record.mistake or 'nothing'} happened"
        )


def _clause_fits(ruling: Ruling, mistake: Mistake, rulebook: str) -> bool:
    allowed = CLAUSES.get(rulebook, {}).get(mistake)
    return allowed is None or (ruling.book == rulebook and ruling.clause in allowed)
