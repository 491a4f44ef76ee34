"""Pictures of tables made by hand: what the views and pages are shown in tests."""

from msgspec.structs import replace

from felt.card import Card
from felt.clock import Nanos
from felt.fact import Face
from felt.ids import DeviceId, FactId, HandId, Ref, RoomId, TableId
from felt.place import SeatNo
from felt.situation import Kind, Question, Sense, Situation, Step
from hub.rules.ruling import (
    BoardCard,
    Noted,
    ProcedurePicture,
    QuestionAsked,
    Ruling,
    SeatPicture,
    StepPicture,
    StepPlan,
    TablePicture,
)
from hub.views.status import Alert, AlertKind, AlertState, DeviceStatus, RulingRecord, TableStatus

ROOM = RoomId("main")
NOON = Nanos(1_796_040_000_000_000_000)
"""2026-11-30 12:00:00 UTC: 20,787 days and a half after 1970."""

HAND = HandId("t1-h12")


def seat(number: int, *, cards: int = 2, live: bool = True, at_table: bool = True) -> SeatPicture:
    """A seat with a player; no cards when away."""
    return SeatPicture(
        seat=SeatNo(number),
        entitled=True,
        at_table=at_table,
        dealt_in=cards > 0,
        cards=cards,
        live=live and cards > 0,
    )


def board(*cards: str) -> tuple[BoardCard, ...]:
    """Cards face up on the board."""
    return tuple(BoardCard(Ref(f"b{index}"), Face.UP, Card(card)) for index, card in enumerate(cards))


IDLE = TablePicture(
    rulebook="bfsp",
    game="holdem",
    state="waiting",
    hand=None,
    redeal_of=None,
    partial=None,
    watching=True,
    not_watching_why="",
    watched=tuple(Sense),
    unwatched=(),
    button=SeatNo(3),
    seats=tuple(seat(number, cards=0) for number in range(1, 10)),
    board=(),
    burns=0,
    burns_due=1,
    stop=None,
    question=None,
    procedure=None,
    rulings=(),
    notes=(),
)

SORTED = replace(IDLE, state="dealing", hand=HAND, stop="sorting: shuffle before the deal", stop_step=Step.SHUFFLE)
"""The machine sorted the deck of the hand that is open."""

DEALING = replace(
    IDLE,
    state="dealing",
    hand=HAND,
    seats=(
        *(seat(number) for number in (1, 2)),
        seat(3, cards=1),
        *(seat(number, cards=1) for number in (4, 5)),
        seat(6, cards=0, at_table=False),
        *(seat(number, cards=1) for number in (7, 8, 9)),
    ),
)

FLOP = replace(
    IDLE,
    state="betting-2",
    hand=HAND,
    seats=(
        seat(1),
        seat(2, live=False, cards=2),
        seat(3),
        replace(seat(4), to_act=True),
        seat(5),
        seat(6, cards=0, at_table=False),
        seat(7),
        replace(seat(8), amber="one card not seen"),
        seat(9),
    ),
    board=board("9c", "2d", "Jh"),
    burns=1,
    notes=(Noted("the burn was not seen"), Noted("one card not seen", SeatNo(8))),
)

STOPPED = replace(FLOP, stop="STOP: seat 4 has not acted. Do not deal the turn.")

ASKING = replace(FLOP, question=QuestionAsked(Question.ROUND_OPEN, "Does seat 4 still have to act?", seat=SeatNo(4)))

COUNTING = replace(
    FLOP,
    question=QuestionAsked(
        Question.CARD_COUNT, "How many cards does seat 8 have?", choices=("0", "1", "2", "3"), seat=SeatNo(8)
    ),
)

MISDEAL = Ruling(
    number=7,
    hand=HAND,
    kind=Kind.MISDEAL,
    situation=Situation.EXPOSED_SEVERAL,
    book="bfsp",
    clause="6.3.6",
    says="More than one hole card exposed by the dealer: the cards are shuffled, cut and dealt again.",
    because="The dealer exposed Kh at seat 4 and 7c at seat 8 while dealing.",
    seat=SeatNo(8),
    cards=(Card("Kh"), Card("7c")),
    steps=(
        StepPlan(Step.GATHER_ALL, "Gather all cards.", sensed=True),
        StepPlan(Step.SHUFFLE, "Shuffle the deck."),
        StepPlan(Step.CUT, "Cut the deck."),
        StepPlan(Step.REDEAL, "Deal again from seat 4; the button stays on seat 3.", sensed=True),
    ),
    evidence=(FactId("reader-1/00000000000000aa/41"),),
)

EARLY_TURN = Ruling(
    number=8,
    hand=HAND,
    kind=Kind.FIX,
    situation=Situation.PREMATURE_TURN,
    book="bfsp",
    clause="6.6.6",
    says="The early turn is set aside; the burn stays; betting is finished; the turn goes back and the stub is mixed.",
    because="The turn Qs came while seat 4 had still to act.",
    cards=(Card("Qs"),),
    steps=(
        StepPlan(Step.SET_ASIDE, "Lay Qs aside, face up.", cards=(Card("Qs"),), sensed=True),
        StepPlan(Step.FINISH_BETTING, "Finish the betting round: seat 4 acts.", seat=SeatNo(4)),
        StepPlan(Step.RETURN, "Put Qs back into the stub.", cards=(Card("Qs"),), sensed=True),
        StepPlan(Step.SHUFFLE_STUB, "Mix the stub."),
        StepPlan(Step.DEAL_TURN, "Deal the turn. No new burn.", sensed=True),
    ),
)

VOID = Ruling(
    number=9,
    hand=HAND,
    kind=Kind.VOID,
    situation=Situation.DUPLICATE_CARD,
    book="bfsp",
    clause="6.2.2",
    says="Two identical cards in the deck: the hand is void and every player's chips go back.",
    because="The deck holds one card twice.",
    steps=(
        StepPlan(Step.CALL_FLOOR, "Call the floor."),
        StepPlan(Step.RETURN_CHIPS, "Give every player's chips back, also to those who folded."),
        StepPlan(Step.REPLACE_DECK, "Replace the deck."),
    ),
)


def under_way(ruling: Ruling, *states: str) -> ProcedurePicture:
    """The ruling's procedure with its steps in these states."""
    return ProcedurePicture(
        ruling, tuple(StepPicture(plan, state) for plan, state in zip(ruling.steps, states, strict=True))
    )


MISDEALT = replace(
    DEALING,
    state="procedure",
    procedure=under_way(MISDEAL, "done", "due", "later", "later"),
    rulings=(MISDEAL,),
)

REPAIRING = replace(
    FLOP,
    state="procedure",
    procedure=under_way(EARLY_TURN, "done", "due", "due", "later", "later"),
    rulings=(EARLY_TURN,),
    board=board("9c", "2d", "Jh"),
    burns=2,
)

VOIDED = replace(FLOP, state="procedure", procedure=under_way(VOID, "due", "later", "later"), rulings=(VOID,), notes=())

UNWATCHED = replace(FLOP, watching=False, not_watching_why="the dealer said so", notes=())

PARTIAL = replace(FLOP, partial="its opening was not seen", watched=(Sense.HOLE, Sense.BOARD), unwatched=(Sense.MUCK,))

NODE = DeviceStatus(DeviceId("node-1"), online=True, parts={"reader-1": "ok", "reader-2": "ok"}, last_heard=NOON)

LOST = DeviceStatus(
    DeviceId("node-1"), online=True, parts={"reader-1": "ok", "reader-2": "does not answer"}, last_heard=NOON
)


def status(
    picture: TablePicture,
    *,
    number: int = 1,
    revision: int = 1,
    authority: str = "announce",
    device: DeviceStatus = NODE,
    alerts: tuple[Alert, ...] = (),
) -> TableStatus:
    """Table `number` of the room; every ruling of it was given at noon."""
    return TableStatus(
        room=ROOM,
        table=TableId(f"t{number}"),
        name=f"Table {number}",
        revision=revision,
        picture=picture,
        authority=authority,
        devices=(device,),
        alerts=alerts,
        chronicle=tuple(RulingRecord(ruling, NOON) for ruling in picture.rulings),
    )


def alert(
    kind: AlertKind,
    *,
    number: int = 1,
    name: str = "a1",
    title: str = "Dealer calls the floor",
    detail: str = "",
    since: int = NOON,
    state: AlertState = AlertState.OPEN,
    ruling: int | None = None,
) -> Alert:
    """An alert of table `number`."""
    return Alert(
        id=name,
        table=TableId(f"t{number}"),
        kind=kind,
        title=title,
        detail=detail,
        since=Nanos(since),
        state=state,
        by="Maria" if state is not AlertState.OPEN else "",
        ruling=ruling,
    )
