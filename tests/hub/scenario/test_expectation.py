"""Expectations against a window of outcomes and a picture, without any rulebook."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from felt.card import Card
from felt.fact import Face
from felt.ids import HandId, Ref
from felt.place import SeatNo
from felt.script import Statement, parse_script
from felt.situation import Kind, Question, Sense, Situation, Step
from hub.rules.ruling import (
    BoardCard,
    Noted,
    Outcome,
    ProcedureCompleted,
    ProcedurePicture,
    QuestionAsked,
    Ruling,
    RulingGiven,
    SeatPicture,
    StepPicture,
    StepPlan,
    TablePicture,
)
from hub.scenario.expectation import Moment, missed

CARDS = {"c1": "9c", "c2": "2d", "c3": "Jh", "c4": "5s", "c5": "Kd"}
FOUR = tuple(Ref(ref) for ref in ("c1", "c2", "c3", "c4"))
MISDEAL = Ruling(1, HandId("h1"), Kind.MISDEAL, Situation.EXPOSED_SEVERAL, "bfsp", "6.3.6", "Redeal.", "Two were up.")
DEAD = Ruling(
    2, HandId("h1"), Kind.DEAD, Situation.TOO_MANY_CARDS, "gpc", "38", "Dead.", "Three cards.", seat=SeatNo(4)
)
ASKED = QuestionAsked(Question.CARD_COUNT, "How many?", seat=SeatNo(3))
MIX = StepPlan(Step.MIX, "Mix them.", refs=FOUR)
EXCHANGE = StepPlan(Step.EXCHANGE, "Exchange.", seat=SeatNo(3), cards=(Card("7d"),))
PICTURE = TablePicture(
    rulebook="bfsp",
    game="holdem",
    state="betting-2",
    hand=HandId("h1"),
    redeal_of=None,
    partial=None,
    watching=True,
    not_watching_why="",
    watched=tuple(Sense),
    unwatched=(),
    button=SeatNo(4),
    seats=tuple(
        SeatPicture(SeatNo(seat), entitled=True, at_table=True, dealt_in=True, cards=2, live=seat != 2)
        for seat in (1, 2, 3, 4)
    ),
    board=tuple(BoardCard(Ref(ref), Face.UP) for ref in ("c1", "c2", "c3", "c4", "c5")),
    burns=2,
    burns_due=1,
    stop=None,
    question=None,
    procedure=ProcedurePicture(
        MISDEAL,
        (
            StepPicture(StepPlan(Step.CALL_FLOOR, "Call."), "done"),
            StepPicture(MIX, "due"),
            StepPicture(EXCHANGE, "due"),
            StepPicture(StepPlan(Step.DEAL_FLOP, "Deal."), "later"),
        ),
    ),
    rulings=(),
    notes=(),
)


def statement(line: str) -> Statement:
    return parse_script(f"rulebook bfsp\nseats 1-4\nbutton 4\nexpect {line}\n", "t.hand").statements[0]


def found(line: str, window: Sequence[Outcome] = (), picture: TablePicture = PICTURE) -> str | None:
    def card_of(ref: Ref) -> Card | None:
        return Card(CARDS[ref]) if ref in CARDS else None

    return missed(statement(line), Moment("bfsp", window, picture, card_of))  # type: ignore[arg-type]


BOTH: tuple[Outcome, ...] = (RulingGiven(MISDEAL), RulingGiven(DEAD, supersedes=1))


@pytest.mark.parametrize(
    ("line", "window"),
    [
        ("none", ()),
        ("none", (Noted("burn not seen"),)),
        ("misdeal", BOTH),
        ("misdeal exposed-several", BOTH),
        ("misdeal exposed-several 6.3.6", BOTH),
        ("misdeal bfsp:6.3.6", BOTH),
        ("dead too-many-cards 4", BOTH),
        ("dead 4 gpc:38", BOTH),
        ("only misdeal", (RulingGiven(MISDEAL), ASKED)),
        ("not misdeal", (RulingGiven(DEAD),)),
        ("not misdeal exposed-in-cut", BOTH),
        ("ask card-count", (ASKED,)),
        ("ask card-count 3", (ASKED,)),
        ("step mix", ()),
        ("step mix 5s Jh 2d 9c", ()),
        ("step exchange 3 7d", ()),
        ("complete", (ProcedureCompleted(1),)),
        ("board Jh 9c 2d 5s Kd", ()),
        ("burns 2", ()),
        ("burns-due 1", ()),
        ("live 1,3,4", ()),
        ("button 4", ()),
        ("state betting-2", ()),
    ],
)
def test_an_expectation_holds(line: str, window: Sequence[Outcome]) -> None:
    assert found(line, window) is None


@pytest.mark.parametrize(
    ("line", "window", "says"),
    [
        ("none", (RulingGiven(DEAD),), "dead too-many-cards 4 gpc:38"),
        ("none", (ASKED,), "ask card-count 3"),
        ("misdeal", (), "no ruling"),
        ("misdeal", (RulingGiven(DEAD),), "ruled: dead too-many-cards 4 gpc:38"),
        ("misdeal 6.3.5", BOTH, "6.3.6"),
        ("dead too-many-cards 4 38", BOTH, "gpc:38"),
        ("dead too-many-cards 3", BOTH, "too-many-cards 4"),
        ("only misdeal", BOTH, "dead"),
        ("only misdeal", (), "no ruling"),
        ("only misdeal", (RulingGiven(MISDEAL), RulingGiven(MISDEAL)), "misdeal exposed-several bfsp:6.3.6; misdeal"),
        ("not misdeal", BOTH, "misdeal"),
        ("ask card-count 2", (ASKED,), "asked: ask card-count 3"),
        ("ask card-count", (), "nothing was asked"),
        ("step deal-flop", (), "due: mix 9c 2d Jh 5s; exchange 3 7d"),
        ("step call-floor", (), "due: mix"),
        ("step mix 9c 2d Jh", (), "due: mix 9c 2d Jh 5s"),
        ("step exchange 2 7d", (), "exchange 3 7d"),
        ("complete", (), "still to do: mix 9c 2d Jh 5s, exchange 3 7d, deal-flop"),
        ("board Jh 9c 2d Kd 5s", (), "board 9c 2d Jh 5s Kd"),
        ("board Jh 9c 2d 5s", (), "board 9c 2d Jh 5s Kd"),
        ("board Jh 9c 2d 5s ??", (), "board 9c 2d Jh 5s Kd"),
        ("burns 1", (), "2 lie there"),
        ("burns-due 0", (), "1 due"),
        ("live 1,4", (), "live 1,3,4"),
        ("button 3", (), "button 4"),
        ("state dealing", (), "state betting-2"),
    ],
)
def test_an_expectation_that_fails_says_what_was_found(line: str, window: Sequence[Outcome], says: str) -> None:
    assert says in (found(line, window) or "")


def test_a_question_still_open_is_asked_though_it_came_before_the_window() -> None:
    assert found("ask card-count 3", (), replace(PICTURE, question=ASKED)) is None


def test_a_face_down_board_card_is_written_as_two_question_marks() -> None:
    board = (*PICTURE.board[:2], BoardCard(Ref("c3"), Face.DOWN))
    assert found("board 2d ?? 9c", (), replace(PICTURE, board=board)) is None


def test_no_step_is_due_without_a_procedure() -> None:
    picture = replace(PICTURE, procedure=None)
    assert found("step mix", (), picture) == "no procedure is open"
