"""The bench's own arithmetic, and a few hands of it end to end."""

from felt.clock import Nanos, seconds
from felt.ids import HandId
from felt.place import SeatNo
from felt.situation import Kind, Question, Situation
from hardware.virtual.bench.noise import NoiseLevel
from hardware.virtual.bench.run import WitnessPlan, play_batch, report_lines
from hardware.virtual.bench.score import Tally, score_hand
from hardware.virtual.bench.table import Happened
from hardware.virtual.robot import HandRecord, Mistake
from hub.rules.ruling import QuestionAsked, Ruling, RulingGiven

QUIET = WitnessPlan(hands=12, noise=NoiseLevel.NONE, errors=0.5, seed=3)


def hand(mistake: Mistake | None = None, made_at_s: float | None = None) -> HandRecord:
    made_at = None if made_at_s is None else seconds(made_at_s)
    return HandRecord(1, (SeatNo(1), SeatNo(2)), SeatNo(2), Nanos(0), mistake, made_at=made_at)


def ruled(kind: Kind, situation: Situation, clause: str, at_s: float) -> Happened:
    ruling = Ruling(1, HandId("h1"), kind, situation, "bfsp", clause, "says", "because")
    return Happened(RulingGiven(ruling), seconds(at_s))


def scored(record: HandRecord, *happened: Happened) -> Tally:
    tally = Tally()
    score_hand(tally, record, happened, rulebook="bfsp", name="here")
    return tally


def test_a_right_ruling_counts_with_its_time() -> None:
    tally = scored(hand(Mistake.TOO_MANY_CARDS, 10), ruled(Kind.MISDEAL, Situation.TOO_MANY_CARDS, "6.3.5", 12.5))
    assert (tally.found.total(), tally.times_s, tally.false_rulings.total()) == (1, [2.5], 0)


def test_a_ruling_on_a_clean_hand_is_false_and_a_misdeal_doubly_so() -> None:
    tally = scored(
        hand(),
        ruled(Kind.MISDEAL, Situation.SEAT_SKIPPED, "6.3.4", 5),
        ruled(Kind.WARN, Situation.RABBIT_HUNT, "28", 6),
    )
    assert (tally.false_rulings.total(), tally.false_misdeals) == (2, 1)


def test_a_mistake_that_was_chosen_but_never_made_leaves_the_hand_clean() -> None:
    asked = Happened(QuestionAsked(Question.ROUND_OPEN, "?"), seconds(3))
    tally = scored(hand(Mistake.PREMATURE_FLOP), asked)
    assert (tally.clean, tally.questions_in_clean.total(), tally.made.total()) == (1, 1, 0)


def test_another_clause_or_another_situation_is_told() -> None:
    wrong = scored(hand(Mistake.FOUR_CARD_FLOP, 1), ruled(Kind.FIX, Situation.FOUR_CARD_FLOP, "6.6.4", 2))
    assert (wrong.found.total(), wrong.wrong_clause.total()) == (1, 1)
    missed = scored(hand(Mistake.FOUR_CARD_FLOP, 1), ruled(Kind.FIX, Situation.MISSING_BURN, "6.6.2", 2))
    assert (missed.found.total(), missed.false_rulings.total(), len(missed.examples)) == (0, 1, 2)


def test_the_same_seed_deals_the_same_hands() -> None:
    first, second = (play_batch(QUIET, 3, QUIET.hands) for _ in range(2))
    assert (first.made, first.found, first.times_s) == (second.made, second.found, second.times_s)


def test_with_perfect_sensors_nothing_is_made_up() -> None:
    tally = play_batch(QUIET, 3, QUIET.hands)
    assert (tally.hands, tally.false_rulings, tally.stuck) == (12, {}, 0)
    assert any("aim: 0" in line for line in report_lines(QUIET, tally, 1.0))
