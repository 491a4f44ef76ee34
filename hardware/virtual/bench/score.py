"""Each hand's rulings held against the truth that the robot wrote down, and the sums of it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct, field

from felt.fact import SenseQuality
from felt.games import game_named
from felt.situation import Kind, Sense, Situation
from hardware.virtual.bench.answers import answers
from hardware.virtual.bench.table import Dealt
from hardware.virtual.robot import ON_THE_WAY, RULED_AS, HandRecord, Mistake
from hub.rules.ruling import QuestionAsked, Ruling, RulingGiven

CONFIDENCE: Final = 3.0
"""-ln(0.05): with none seen in n hands, the rate is below 3/n with 95 % confidence (rule of three)."""

SHARP: Final = 1e-4
"""The highest miss rate at which a card that was not seen says that it did not come."""

_SEEN_BY: Final[dict[Mistake, tuple[tuple[Sense, float], ...]]] = {
    Mistake.TOO_MANY_CARDS: ((Sense.HOLE, 1.0),),
    Mistake.EXPOSED_CARD: ((Sense.FACES, 1.0),),
    Mistake.EXPOSED_SEVERAL: ((Sense.FACES, 1.0),),
    Mistake.OUT_OF_SEQUENCE: ((Sense.HOLE, SHARP),),
    Mistake.UNENTITLED_HAND: ((Sense.HOLE, 1.0),),
    Mistake.FOREIGN_CARD: ((Sense.HOLE, 1.0),),
    Mistake.JOKER_ON_FLOP: ((Sense.BOARD, 1.0),),
    Mistake.DUPLICATE_CARD: ((Sense.HOLE, 1.0),),
    Mistake.MISSING_BURN: ((Sense.BURN, SHARP), (Sense.BOARD, 1.0)),
    Mistake.EXTRA_BURN: ((Sense.BURN, 1.0), (Sense.BOARD, SHARP)),
    Mistake.PREMATURE_FLOP: ((Sense.BOARD, 1.0),),
    Mistake.PREMATURE_TURN: ((Sense.BOARD, 1.0),),
    Mistake.PREMATURE_RIVER: ((Sense.BOARD, 1.0),),
    Mistake.FOUR_CARD_FLOP: ((Sense.BOARD, 1.0),),
}
"""The senses, each with the highest miss rate, by which a table knows of a mistake that nobody says."""


class Score(Struct):
    """One kind of mistake. `sensed`: the sensors could know it; `told`: they could not, but a person said it."""

    made: int = 0
    sensed: int = 0
    told: int = 0
    found: int = 0
    lucky: int = 0
    wrong_clause: int = 0

    @property
    def knowable(self) -> int:
        """How many the table could know."""
        return self.sensed + self.told

    def add(self, other: "Score") -> None:
        """Take in another one's sums."""
        self.made += other.made
        self.sensed += other.sensed
        self.told += other.told
        self.found += other.found
        self.lucky += other.lucky
        self.wrong_clause += other.wrong_clause


class Tally(Struct):
    """Sums over hands. Times in table seconds from the mistake to the first right ruling."""

    hands: int = 0
    games: Counter[str] = field(default_factory=Counter)
    clean: int = 0
    stuck: int = 0
    scores: dict[Mistake, Score] = field(default_factory=dict)
    false_rulings: Counter[str] = field(default_factory=Counter)
    false_misdeals: int = 0
    questions_in_clean: Counter[str] = field(default_factory=Counter)
    times_s: list[float] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Take in another tally's sums."""
        self.hands += other.hands
        self.games.update(other.games)
        self.clean += other.clean
        self.stuck += other.stuck
        for mistake, score in other.scores.items():
            self.score(mistake).add(score)
        self.false_rulings.update(other.false_rulings)
        self.questions_in_clean.update(other.questions_in_clean)
        self.false_misdeals += other.false_misdeals
        self.times_s += other.times_s
        self.examples += other.examples

    def score(self, mistake: Mistake) -> Score:
        """The sums of one kind."""
        return self.scores.setdefault(mistake, Score())

    def total(self) -> Score:
        """The sums of all kinds."""
        total = Score()
        for score in self.scores.values():
            total.add(score)
        return total


class Terms(Struct, frozen=True):
    """What a table rules by and sees with."""

    rulebook: str
    senses: tuple[SenseQuality, ...]
    game: str = "holdem"

    @property
    def miss_rates(self) -> Mapping[Sense, float]:
        """The miss rate of each sense that the table has."""
        return {quality.sense: quality.miss_rate for quality in self.senses}


def score_hand(tally: Tally, dealt: Dealt, terms: Terms, name: str) -> None:
    """Count one hand. `name` finds it again: seed and number."""
    record, happened = dealt.record, dealt.happened
    tally.hands += 1
    tally.games[terms.game] += 1
    tally.stuck += record.stuck
    rulings = [(each.outcome.ruling, each.at) for each in happened if isinstance(each.outcome, RulingGiven)]
    if record.made_at is None or record.mistake is None:
        tally.clean += 1
        tally.questions_in_clean.update(
            each.outcome.question for each in happened if isinstance(each.outcome, QuestionAsked)
        )
        _count_false(tally, (ruling for ruling, _ in rulings), frozenset(), record, name)
        return
    wanted = RULED_AS[record.mistake]
    score = tally.score(record.mistake)
    score.made += 1
    sensed = can_sense(dealt, terms)
    score.sensed += sensed
    score.told += record.said and not sensed
    right = [(ruling, at) for ruling, at in rulings if ruling.situation in wanted]
    if right and not (sensed or record.said):
        score.lucky += 1
    elif right:
        score.found += 1
        tally.times_s.append((right[0][1] - record.made_at) / 1e9)
    elif sensed or record.said:
        tally.examples.append(f"{name}: {record.mistake} not ruled on")
    by_clause = right if game_named(terms.game).board_cards else []  # the answers are those of games with a board
    if by_clause and not answers(terms.rulebook, record.mistake, right[0][0].book, right[0][0].clause):
        score.wrong_clause += 1
        tally.examples.append(f"{name}: {record.mistake} answered by {right[0][0].book} {right[0][0].clause}")
    fine = wanted | ON_THE_WAY.get(record.mistake, frozenset())
    _count_false(tally, (ruling for ruling, _ in rulings), fine, record, name)


def can_sense(dealt: Dealt, terms: Terms) -> bool:
    """True when the table's sensors could know of the hand's mistake."""
    mistake = dealt.record.mistake
    needed = _SEEN_BY.get(mistake) if mistake is not None else None
    if needed is None or not dealt.readable:
        return False
    if mistake is Mistake.OUT_OF_SEQUENCE and not dealt.in_order:
        return False
    return all(sense in terms.miss_rates and terms.miss_rates[sense] <= most for sense, most in needed)


def _count_false(
    tally: Tally, rulings: Iterable[Ruling], wanted: frozenset[Situation], record: HandRecord, name: str
) -> None:
    for ruling in rulings:
        if ruling.situation in wanted:
            continue
        tally.false_rulings[f"{ruling.kind} {ruling.situation}"] += 1
        tally.false_misdeals += ruling.kind in (Kind.MISDEAL, Kind.VOID)
        what = record.mistake if record.made_at is not None else None
        tally.examples.append(f"{name}: {ruling.kind} {ruling.situation} although {what or 'nothing'} happened")
