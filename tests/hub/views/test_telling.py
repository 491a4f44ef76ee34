"""Facts and outcomes in a line each."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from felt.card import Card
from felt.clock import Nanos
from felt.fact import (
    ActionTaken,
    Between,
    By,
    CardArrived,
    CardLeft,
    CardTurned,
    DeviceLost,
    Face,
    Fact,
    FactWithdrawn,
    HandOpened,
    PersonReported,
    Presence,
    QuestionAnswered,
    StepConfirmed,
    TableSeen,
    TimePassed,
)
from felt.ids import DeviceId, FactId, HandId, Ref
from felt.place import BOARD, BURN, MUCK, Place, SeatNo, Spot, seat_place
from felt.situation import Action, Question, Situation, Step
from hub.rules.irregularity import Irregularity
from hub.rules.ruling import (
    DoubtDropped,
    DoubtHeld,
    HandBegan,
    HandEnded,
    HandRefolded,
    Noted,
    Outcome,
    ProcedureCompleted,
    QuestionAsked,
    QuestionClosed,
    Retold,
    RulingGiven,
    RulingWidened,
    RulingWithdrawn,
    StepDone,
    StepPlan,
    StopCleared,
    StopShown,
)
from hub.views.named import Named
from hub.views.telling import fact_line, outcome_line
from tests.hub.views import pictures

AT = Between(Nanos(1_000_000), Nanos(5_000_000))
R1, SEAT3 = Ref("r1"), seat_place(SeatNo(3))
EVENT = Irregularity(Situation.TOO_MANY_CARDS, seat=SeatNo(3))
HAND = HandId("t1-4")


@given(st.sampled_from(get_args(Fact)).flatmap(st.from_type))
def test_every_fact_has_a_line(fact: Fact) -> None:
    line = fact_line(fact, Named())
    assert line
    assert "{" not in line or "{" in repr(fact)
    assert "Struct" not in line
    assert "None" not in line or "None" in str(getattr(fact, "why", ""))


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (
            CardArrived(SEAT3, R1, Face.DOWN, AT, by=By.DEALER, confidence=0.8),
            "a card came to seat 3, face down, by the dealer, 80% sure [r1], within 4 ms",
        ),
        (
            CardArrived(BOARD, R1, Face.UP, AT, card=Card("Kh")),
            "a card came to the board, face up, Kh [r1], within 4 ms",
        ),
        (CardLeft(MUCK, R1, AT), "a card left the muck [r1], within 4 ms"),
        (
            CardTurned(Place(Spot.BOARD, 2), R1, Face.UP, AT, card=Card("2c")),
            "a card at board 2 was turned, face up, 2c [r1], within 4 ms",
        ),
        (TableSeen(()), "the sensors see no card"),
        (
            TableSeen(tuple(Presence(place, Ref("x"), Face.DOWN) for place in (SEAT3, SEAT3, BURN))),
            "the sensors see 2 at seat 3, 1 at the burns",
        ),
        (HandOpened(by_machine=True), "said: New hand (by the shuffling machine)"),
        (ActionTaken(SeatNo(3), Action.RAISE, 600), "said: A player's action, seat 3 (raise 600)"),
        (
            PersonReported(Situation.TOO_MANY_CARDS, seat=SeatNo(3), count=3, text="one was stuck"),
            "said: Too many cards at a seat, seat 3 (count 3, one was stuck)",
        ),
        (
            DeviceLost(DeviceId("reader-1"), "no answer", places=(SEAT3, MUCK)),
            "reader-1 does not answer, so seat 3, the muck are not watched: no answer",
        ),
        (TimePassed(1500), "1.5 s passed"),
        (FactWithdrawn(), "said: take back the newest word of a person"),
        (FactWithdrawn(FactId("a/b/1"), "wrong seat"), "said: take back a/b/1 (wrong seat)"),
    ],
)
def test_a_fact_is_told_so(fact: Fact, line: str) -> None:
    assert fact_line(fact, Named()) == line


OUTCOMES: tuple[tuple[Outcome, str], ...] = (
    (
        RulingGiven(pictures.MISDEAL, supersedes=6),
        "RULING 7, instead of ruling 6: Misdeal. Several hole cards exposed, seat 8 (bfsp 6.3.6): More than one hole"
        " card exposed by the dealer: the cards are shuffled, cut and dealt again. Because The dealer exposed Kh at"
        " seat 4 and 7c at seat 8 while dealing. Steps: 1 Gather all cards, 2 Shuffle the deck, 3 Cut the deck, 4 Deal"
        " again from seat 4; the button stays on seat 3.",
    ),
    (RulingWithdrawn(7, "its evidence was taken back"), "ruling 7 falls: its evidence was taken back"),
    (RulingWidened(7, (R1,)), "ruling 7 speaks of 1 more card"),
    (QuestionAsked(Question.BURN_MADE, "Was a card burned?"), "QUESTION: Was a card burned? (yes / no)"),
    (QuestionClosed(Question.ROUND_OPEN, SeatNo(4), "yes"), "answered: Does seat 4 still have to act? yes"),
    (QuestionClosed(Question.ROUND_OPEN, SeatNo(4)), "no longer asked: Does seat 4 still have to act?"),
    (StepDone(7, Step.SHUFFLE), "done, of ruling 7: Shuffle the whole deck"),
    (ProcedureCompleted(7), "the procedure of ruling 7 is over"),
    (StopShown("STOP: seat 4 has not acted."), "STOP: seat 4 has not acted."),
    (StopCleared(), "no reason to stop any more"),
    (Noted("the burn was not seen", SeatNo(2)), "noted: the burn was not seen (seat 2)"),
    (DoubtHeld(EVENT, Nanos(1)), "perhaps, not ruled on yet: Too many cards at a seat, seat 3"),
    (DoubtDropped(EVENT), "no longer waited for: Too many cards at a seat, seat 3"),
    (
        HandBegan(HAND, redeal_of=HandId("t1-3"), button=SeatNo(2), seats=(SeatNo(1), SeatNo(2)), rulebook="gpc"),
        "hand t1-4 began, the redeal of t1-3, button seat 2, seats 1 2; ruled by gpc",
    ),
    (HandEnded(HAND), "hand t1-4 is over"),
    (HandRefolded((FactId("a/b/1"),)), "the hand is told again without row 9"),
)


def test_every_kind_of_outcome_has_a_line() -> None:
    assert {type(outcome) for outcome, _ in OUTCOMES} == set(get_args(Outcome))


@pytest.mark.parametrize(("outcome", "line"), OUTCOMES)
def test_an_outcome_is_told_so(outcome: Outcome, line: str) -> None:
    assert outcome_line(outcome, Named({"a/b/1": "row 9"}.__getitem__)) == line


def told(*happened: QuestionAnswered | StepConfirmed | Outcome) -> list[str]:
    """One line each, as a whole hand is told."""
    named, lines = Named(), []
    for each in happened:
        if isinstance(each, QuestionAnswered | StepConfirmed):
            lines.append(fact_line(each, named))
        else:
            lines.append(outcome_line(each, named))
            named.hear(each)
    return lines


def test_a_question_is_named_as_it_was_asked() -> None:
    acted = QuestionAsked(Question.ACTED, "Seat 3 has three cards. Has seat 3 acted yet?", seat=SeatNo(3))
    lines = told(acted, QuestionAnswered(Question.ACTED, "yes"), QuestionClosed(Question.ACTED, SeatNo(3), "yes"))
    assert lines[1:] == [f"said: {acted.text} Yes", f"answered: {acted.text} yes"]


def test_each_seat_has_its_own_question() -> None:
    asked = [
        QuestionAsked(Question.CARD_COUNT, f"How many cards does seat {seat} have?", seat=SeatNo(seat))
        for seat in (3, 5)
    ]
    lines = told(*asked, QuestionClosed(Question.CARD_COUNT, SeatNo(3)), QuestionClosed(Question.CARD_COUNT))
    assert lines[2:] == [f"no longer asked: {asked[0].text}", f"no longer asked: {asked[1].text}"]


def test_a_step_is_named_as_it_was_ordered() -> None:
    plan = StepPlan(Step.RESTORE, "Give seat 3 its hand back.", seat=SeatNo(3))
    ruled = RulingGiven(replace(pictures.MISDEAL, steps=(plan,)))
    lines = told(ruled, StepConfirmed(Step.RESTORE), StepDone(7, Step.RESTORE, 0), StepDone(6, Step.RESTORE, 0))
    assert lines[1:] == [
        "said: Done: Give seat 3 its hand back",
        "done, of ruling 7: Give seat 3 its hand back",
        "done, of ruling 6: Give the player its hand back",
    ]


def test_what_a_taken_back_fact_left_is_heard_again() -> None:
    asked = QuestionAsked(Question.ROUND_OPEN, "Is the betting round still open?")
    again = HandRefolded((FactId("a/b/1"),), (Retold(FactId("a/b/2"), (asked,)),))
    assert told(again, QuestionClosed(Question.ROUND_OPEN, None, "no"))[1] == f"answered: {asked.text} no"


@pytest.mark.parametrize("question", Question)
def test_a_question_that_was_never_told_has_no_gap(question: Question) -> None:
    [line] = told(QuestionClosed(question))
    assert "seat ?" not in line
    assert "{" not in line


@pytest.mark.parametrize("step", Step)
def test_a_step_that_was_never_told_has_no_gap(step: Step) -> None:
    for line in told(StepConfirmed(step), StepDone(1, step)):
        assert "{" not in line
        assert "Player" not in line
