"""The bench's own arithmetic, and a few hands of it end to end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from felt.clock import Nanos, seconds
from felt.fact import SenseQuality
from felt.fault import BadInput
from felt.games import GAMES
from felt.ids import HandId
from felt.place import SeatNo
from felt.situation import Kind, Question, Sense, Situation
from hardware.board import load_board, shipped_board
from hardware.virtual.bench.answers import ANSWERS, answers
from hardware.virtual.bench.noise import NOISES, NoiseLevel
from hardware.virtual.bench.run import WitnessPlan, play_batch, report_lines
from hardware.virtual.bench.score import Score, Tally, Terms, score_hand
from hardware.virtual.bench.table import BenchTable, Dealt, Happened, bench_setup
from hardware.virtual.robot import ALL_MISTAKES, HandRecord, Mistake, Rates
from hub.rules.ruling import QuestionAsked, Ruling, RulingGiven

SENSES = tuple(SenseQuality(sense, 0.001) for sense in Sense)
QUIET = WitnessPlan(hands=12, noise=NoiseLevel.NONE, errors=0.5, seed=3)


def hand(mistake: Mistake | None = None, made_at_s: float | None = None) -> HandRecord:
    made_at = None if made_at_s is None else seconds(made_at_s)
    return HandRecord(1, (SeatNo(1), SeatNo(2)), SeatNo(2), Nanos(0), mistake, made_at=made_at)


def ruled(kind: Kind, situation: Situation, clause: str, at_s: float) -> Happened:
    ruling = Ruling(1, HandId("h1"), kind, situation, "bfsp", clause, "says", "because")
    return Happened(RulingGiven(ruling), seconds(at_s))


def scored(record: HandRecord, *happened: Happened, in_order: bool = True, readable: bool = True) -> Tally:
    tally = Tally()
    dealt = Dealt(record, list(happened), readable, in_order)
    score_hand(tally, dealt, Terms("bfsp", SENSES), "here")
    return tally


def test_a_right_ruling_counts_with_its_time() -> None:
    tally = scored(hand(Mistake.TOO_MANY_CARDS, 10), ruled(Kind.MISDEAL, Situation.TOO_MANY_CARDS, "6.3.5", 12.5))
    assert tally.scores == {Mistake.TOO_MANY_CARDS: Score(made=1, sensed=1, found=1)}
    assert (tally.times_s, tally.false_rulings.total()) == ([2.5], 0)


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
    assert (tally.clean, tally.questions_in_clean.total(), tally.scores) == (1, 1, {})


def test_another_clause_or_another_situation_is_told() -> None:
    wrong = scored(hand(Mistake.FOUR_CARD_FLOP, 1), ruled(Kind.FIX, Situation.FOUR_CARD_FLOP, "6.6.4", 2))
    assert (wrong.total().found, wrong.total().wrong_clause) == (1, 1)
    missed = scored(hand(Mistake.FOUR_CARD_FLOP, 1), ruled(Kind.FIX, Situation.MISSING_BURN, "6.6.2", 2))
    assert (missed.total().found, missed.false_rulings.total(), len(missed.examples)) == (0, 1, 2)


def test_what_is_true_on_the_way_to_the_mistake_is_neither_found_nor_false() -> None:
    tally = scored(hand(Mistake.EXPOSED_SEVERAL, 1), ruled(Kind.FIX, Situation.EXPOSED_HOLE_CARD, "6.6.1", 2))
    assert (tally.total().found, tally.false_rulings.total()) == (0, 0)


def test_only_what_a_table_can_know_counts_for_recall() -> None:
    unsharp = scored(hand(Mistake.OUT_OF_SEQUENCE, 1))
    assert (unsharp.total().made, unsharp.total().knowable) == (1, 0)
    dead_tag = scored(hand(Mistake.TOO_MANY_CARDS, 1), readable=False)
    assert (dead_tag.total().made, dead_tag.total().knowable) == (1, 0)
    said = hand(Mistake.MISSING_BURN, 1)
    said.said = True
    assert scored(said).total() == Score(made=1, told=1)


def test_a_sharp_sense_knows_an_order_only_where_the_looks_do_not_overlap() -> None:
    sharp = Terms("bfsp", (SenseQuality(Sense.HOLE, 0.0001),))
    record = hand(Mistake.OUT_OF_SEQUENCE, 1)
    for in_order in (True, False):
        tally = Tally()
        score_hand(tally, Dealt(record, [], True, in_order), sharp, "here")
        assert tally.total().sensed == in_order


def test_the_same_seed_deals_the_same_hands() -> None:
    first, second = (play_batch(QUIET, 3, QUIET.hands) for _ in range(2))
    assert (first.scores, first.times_s) == (second.scores, second.times_s)


HARSH_BATCH = """
from hardware.virtual.bench.run import WitnessPlan, play_batch
plan = WitnessPlan(hands=12, noise="harsh", errors=0.7)
print(play_batch(plan, 5, plan.hands))
"""


def test_the_same_seed_says_the_same_in_every_process() -> None:
    """Names are hashed differently in every process: what iterates over a set of them would tell."""
    said = [
        subprocess.run(
            [sys.executable, "-c", HARSH_BATCH],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert "times_s" in said[0]
    assert said[0] == said[1]


def test_a_card_at_an_empty_place_is_of_no_order() -> None:
    """The order of the deal knows no seat that is not dealt in."""
    board = load_board(shipped_board("nine-seat"))
    rates = Rates(mistakes=1.0, kinds=(Mistake.UNENTITLED_HAND,))
    table = BenchTable(board, bench_setup(board, "bfsp"), NOISES[NoiseLevel.NONE], rates, 3)
    assert not table.play().in_order


@pytest.mark.parametrize("game", GAMES)
def test_with_perfect_sensors_nothing_is_made_up_and_nothing_missed(game: str) -> None:
    plan = WitnessPlan(hands=8, noise=NoiseLevel.NONE, errors=0.6, game=game)
    tally = play_batch(plan, 3, plan.hands)
    total = tally.total()
    assert (tally.hands, tally.false_rulings, tally.questions_in_clean, tally.stuck) == (8, {}, {}, 0)
    assert total.knowable > 0
    assert (total.found, total.wrong_clause) == (total.knowable, 0)
    assert any("aim: 0" in line for line in report_lines(plan, tally, 1.0))


def test_a_mixed_bench_deals_a_game_at_each_table_and_an_unknown_one_none() -> None:
    kinds = {
        tuple(play_batch(WitnessPlan(hands=1, noise=NoiseLevel.NONE, errors=0.0, game="mixed"), seed, 1).games)
        for seed in range(len(GAMES))
    }
    assert kinds == {(game,) for game in GAMES}
    with pytest.raises(BadInput, match="omaha4"):
        play_batch(WitnessPlan(game="whist"), 1, 1)


def test_the_board_may_be_a_file_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = shipped_board("six-max").read_text()
    own.write_text(text)
    named, filed = (
        play_batch(WitnessPlan(hands=3, noise=NoiseLevel.NONE, errors=0.0, board=board), 4, 3)
        for board in ("six-max", str(own))
    )
    assert named == filed


def test_answers_name_a_clause_for_every_mistake_under_the_books_of_the_bench() -> None:
    for rulebook in ("bfsp", "gpc", "pub", "club"):
        assert set(ANSWERS[rulebook]) == set(ALL_MISTAKES)
    assert answers("gpc", Mistake.BUTTON_SHORT, "gpc", "37")
    assert not answers("gpc", Mistake.BUTTON_SHORT, "bfsp", "6.3.5")
