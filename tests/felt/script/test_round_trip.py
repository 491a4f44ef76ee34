"""Whatever statements a script is made of, its text reads back as the same script."""

from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from felt.card import DECK
from felt.fact import By, DeckEvent, Face, SeatStatus, SenseQuality, StubEvent
from felt.fault import ScriptFault
from felt.games import game_named
from felt.place import BOARD, BURN, MUCK, STUB, Place, SeatNo, seat_place
from felt.script import CardMoved, Script, Stage, Statement, parse_script, print_script
from felt.script.events import SHORT_NOTICES
from felt.script.head import BOOKS, SCRIPT_GAMES
from felt.script.statement import (
    STATES,
    Acts,
    Among,
    Answers,
    BoardDealt,
    BreakStarts,
    Burns,
    Confirms,
    Deal,
    DealAll,
    DealRound,
    DeckCount,
    DeckDone,
    ExpectAsk,
    ExpectBoard,
    ExpectBurns,
    ExpectBurnsDue,
    ExpectButton,
    ExpectComplete,
    ExpectLive,
    ExpectNone,
    ExpectRuling,
    ExpectState,
    ExpectStep,
    HandEnds,
    HandStarts,
    LevelMoves,
    Moves,
    MuckHand,
    MuckPlace,
    Notices,
    Overrules,
    Pushes,
    Returns,
    RoundCloses,
    SeatChanges,
    Seen,
    Shows,
    StubDone,
    Takes,
    TurnsBoard,
    Waits,
)
from felt.setup import PERFECT_SENSES, Stakes, TableSetup
from felt.situation import Action, Kind, Question, Sense, Situation, Step, Tracker

SEATS = st.integers(1, 10).map(SeatNo)
CARDS = st.sampled_from(DECK)
MAYBE_CARDS = st.none() | CARDS
CHIPS = st.integers(0, 10**9)
BLINDS = st.tuples(CHIPS, CHIPS).map(sorted)
"""The small one is never above the big one."""
COUNTS = st.integers(0, 99)
HELD = st.integers(0, 52)
"""Cards at one place: a deck at most."""
PLACES = st.sampled_from([BOARD, BURN, MUCK, STUB, seat_place(SeatNo(1)), seat_place(SeatNo(10))])
WORDS = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=12)
SENTENCES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)


def some(statement: type, **fields: Any) -> st.SearchStrategy[Statement]:
    """Statements of that type on line 0; the script gives them their lines."""
    return st.builds(statement, line=st.just(0), **fields)


def card_tuples(low: int, high: int) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(CARDS, min_size=low, max_size=high).map(tuple)


ACTS = st.one_of(
    some(Acts, seat=SEATS, action=st.sampled_from([Action.CHECK, Action.CALL, Action.ALL_IN])),
    some(Acts, seat=SEATS, action=st.just(Action.FOLD), keeping=st.integers(0, 3)),
    some(Acts, seat=SEATS, action=st.sampled_from([Action.BET, Action.RAISE]), amount=CHIPS),
)
NOTICES = st.one_of(
    st.builds(
        lambda situation, seat, card: Notices(line=0, word=situation, situation=situation, seat=seat, card=card),
        st.sampled_from([situation for situation in Situation if situation is not Situation.DECK_COUNT]),
        st.none() | SEATS,
        MAYBE_CARDS,
    ),
    st.builds(
        lambda word, seat: Notices(line=0, word=word, situation=SHORT_NOTICES[word], seat=seat),
        st.sampled_from(sorted(SHORT_NOTICES)),
        SEATS,
    ),
    some(Notices, word=st.just("count"), seat=SEATS, count=HELD),
    some(Notices, word=st.just("count"), seat=SEATS, count=HELD, situation=st.just(Situation.FANTASY_COUNT)),
    some(Notices, word=st.just("count"), place=PLACES, count=HELD, situation=st.just(Situation.DECK_COUNT)),
    some(Notices, word=st.just("deck-count"), count=COUNTS, situation=st.just(Situation.DECK_COUNT)),
)
STUBS = st.one_of(
    some(StubDone, what=st.sampled_from([StubEvent.SHUFFLED, StubEvent.CUT, StubEvent.DROPPED])),
    some(StubDone, what=st.just(StubEvent.MIXED), mixed_with=st.sampled_from([(MUCK,), (BURN,), (MUCK, BURN)])),
    some(StubDone, what=st.just(StubEvent.EXPOSED), card=CARDS),
)
MOVES = st.lists(PLACES, min_size=2, max_size=2, unique=True).flatmap(
    lambda ends: some(Moves, card=CARDS, origin=st.just(ends[0]), place=st.just(ends[1]))
)
EVENTS: st.SearchStrategy[Statement] = st.one_of(
    *(some(kind) for kind in (HandStarts, DealRound, DealAll, RoundCloses, BreakStarts, Confirms, HandEnds)),
    some(DeckCount, count=COUNTS, missing=card_tuples(0, 2), twice=card_tuples(0, 2), foreign=st.integers(0, 2)),
    some(DeckDone, what=st.sampled_from([DeckEvent.SHUFFLE, DeckEvent.RIFFLE, DeckEvent.CUT])),
    some(Deal, seat=SEATS, face=st.sampled_from([Face.DOWN, Face.UP]), card=MAYBE_CARDS),
    some(Seen, seat=SEATS, card=CARDS),
    some(Burns, card=MAYBE_CARDS, face=st.sampled_from([Face.DOWN, Face.UP])),
    some(BoardDealt, cards=st.lists(MAYBE_CARDS, min_size=1, max_size=5).map(tuple)),
    ACTS,
    some(MuckHand, seat=SEATS, cards=st.none() | COUNTS, by=st.sampled_from(By)),
    some(MuckPlace, place=st.sampled_from([BOARD, STUB])),
    MOVES,
    some(Pushes, seat=SEATS),
    some(Takes, card=CARDS),
    some(Returns, card=MAYBE_CARDS),
    STUBS,
    some(Shows, seat=SEATS, card=CARDS),
    some(TurnsBoard, card=CARDS),
    some(Waits, milliseconds=st.integers(0, 10**8)),
    some(SeatChanges, seat=SEATS, status=st.sampled_from([SeatStatus.AWAY, SeatStatus.BACK, SeatStatus.JOINED])),
    st.builds(lambda blinds: LevelMoves(line=0, small=blinds[0], big=blinds[1]), BLINDS),
    NOTICES,
    some(Answers, question=st.sampled_from(Question), value=WORDS, seat=st.none() | SEATS),
    some(Overrules, text=SENTENCES),
)


def expectations(seats: list[SeatNo]) -> st.SearchStrategy[Statement]:
    """Expectations of a table that has `seats`; a bare number among them is a seat."""
    own = st.none() | st.sampled_from(seats)
    cite = st.sampled_from([(None, None), (None, "6.6.3"), (None, "35-A"), ("gpc", "35"), ("pub", "special-3")])
    rulings = st.tuples(
        st.sampled_from(Kind), st.sampled_from(Among), st.none() | st.sampled_from(Situation), own, cite
    )
    return st.one_of(
        some(ExpectNone),
        some(ExpectComplete),
        rulings.map(
            lambda said: ExpectRuling(
                line=0, kind=said[0], among=said[1], situation=said[2], seat=said[3], book=said[4][0], clause=said[4][1]
            )
        ),
        some(ExpectAsk, question=st.sampled_from(Question), seat=st.none() | SEATS),
        some(ExpectStep, step=st.sampled_from(Step), seat=st.none() | SEATS, cards=card_tuples(0, 4)),
        some(ExpectBurnsDue, count=COUNTS),
        some(ExpectBoard, cards=st.lists(MAYBE_CARDS, max_size=5).map(tuple)),
        some(ExpectBurns, count=COUNTS),
        some(ExpectLive, seats=st.lists(SEATS, min_size=1, unique=True).map(sorted).map(tuple)),
        some(ExpectButton, seat=SEATS),
        some(ExpectState, state=st.sampled_from(STATES)),
    )


@st.composite
def setups(draw: st.DrawFn) -> TableSetup:
    seats = sorted(draw(st.lists(SEATS, min_size=2, max_size=10, unique=True)))
    own = st.lists(st.sampled_from(seats), max_size=2, unique=True).map(sorted).map(tuple)
    named = draw(st.sets(st.sampled_from(Sense)))
    return TableSetup(
        rulebook=draw(st.sampled_from([*BOOKS, "sport-poker+bfsp"])),
        seats=tuple(seats),
        button=draw(SEATS),
        game=draw(st.sampled_from([game for game in SCRIPT_GAMES if game_named(game).fits(len(seats))])),
        absent=draw(own),
        penalty=draw(own),
        stakes=Stakes(*draw(BLINDS), *(draw(CHIPS) for _ in range(3))),
        stacks=draw(st.dictionaries(st.sampled_from(seats), CHIPS.filter(bool), max_size=2)),
        default_stack=draw(CHIPS),
        tracker=draw(st.sampled_from(Tracker)),
        senses=draw(st.sampled_from([PERFECT_SENSES, tuple(SenseQuality(sense) for sense in Sense if sense in named)])),
        machine=draw(st.booleans()),
    )


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    setup = draw(setups())
    statements = draw(st.lists(EVENTS | expectations(list(setup.seats)), max_size=12))
    line = 20
    placed = []
    for statement in statements:
        line += draw(st.integers(1, 3))
        fields = {name: getattr(statement, name) for name in statement.__struct_fields__}
        placed.append(type(statement)(**{**fields, "line": line}))
    return Script("t.hand", setup, tuple(placed))


@settings(max_examples=300, deadline=None)
@given(scripts())
def test_a_script_prints_and_reads_back_the_same(script: Script) -> None:
    assert parse_script(print_script(script), "t.hand") == script


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_and_never_anything_else(text: str) -> None:
    head = "rulebook bfsp\nseats 1-4\nbutton 1\n"
    for attempt in (text, head + text):
        read, fault = read_or_refused(attempt)
        if read is None:
            assert fault is not None
            assert fault.where.startswith("t.hand:")
            assert fault.remedy
        else:
            assert parse_script(print_script(read), "t.hand") == read


def read_or_refused(text: str) -> tuple[Script | None, ScriptFault | None]:
    try:
        return parse_script(text, "t.hand"), None
    except ScriptFault as fault:
        return None, fault


@settings(max_examples=200, deadline=None)
@given(scripts())
def test_until_a_script_says_what_cannot_be_no_card_is_at_two_places(script: Script) -> None:
    stage = Stage(script)
    at: dict[str, Place] = {}
    with suppress(ScriptFault):
        for statement in script.statements:
            for act in stage.play(statement):
                if isinstance(act, CardMoved):
                    assert at.get(act.piece.id, STUB) == act.origin
                    at[act.piece.id] = act.place
