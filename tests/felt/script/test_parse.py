"""Reading hand scripts: every statement, every refusal."""

import re
from pathlib import Path

import pytest

from felt.card import Card
from felt.fact import By, DeckEvent, Face, SeatStatus, SenseQuality, StubEvent
from felt.fault import ScriptFault
from felt.place import BOARD, BURN, MUCK, STUB, SeatNo, seat_place
from felt.script import Statement, parse_script, print_script
from felt.script.head import BOOKS
from felt.script.statement import (
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
from felt.setup import Stakes, TableSetup
from felt.situation import Action, Kind, Question, Sense, Situation, Step, Tracker

HEAD = "rulebook bfsp\nseats 1-6\nbutton 3\n"
SCENARIOS = sorted((Path(__file__).parents[2] / "hands").rglob("*.hand"))


def only(line: str, head: str = HEAD) -> Statement:
    (statement,) = parse_script(head + line + "\n", "t.hand").statements
    return statement


def seat(number: int) -> SeatNo:
    return SeatNo(number)


EVENTS: list[tuple[str, Statement]] = [
    ("hand", HandStarts(line=4)),
    ("deck 52", DeckCount(line=4, count=52)),
    ("deck 51 missing 7c", DeckCount(line=4, count=51, missing=(Card("7c"),))),
    ("deck 53 twice Ks", DeckCount(line=4, count=53, twice=(Card("Ks"),))),
    ("deck 53 foreign", DeckCount(line=4, count=53, foreign=1)),
    ("shuffled", DeckDone(line=4, what=DeckEvent.SHUFFLE)),
    ("riffled", DeckDone(line=4, what=DeckEvent.RIFFLE)),
    ("cut", DeckDone(line=4, what=DeckEvent.CUT)),
    ("deal 4 down", Deal(line=4, seat=seat(4), face=Face.DOWN)),
    ("deal 4 down ??", Deal(line=4, seat=seat(4), face=Face.DOWN)),
    ("deal 4 down Kh", Deal(line=4, seat=seat(4), face=Face.DOWN, card=Card("Kh"))),
    ("deal 4 up 10h", Deal(line=4, seat=seat(4), face=Face.UP, card=Card("Th"))),
    ("deal round", DealRound(line=4)),
    ("deal all", DealAll(line=4)),
    ("seen 4 Kh", Seen(line=4, seat=seat(4), card=Card("Kh"))),
    ("burn", Burns(line=4)),
    ("burn Kd", Burns(line=4, card=Card("Kd"))),
    ("burn up Kd", Burns(line=4, card=Card("Kd"), face=Face.UP)),
    ("board 9c ?? Jh", BoardDealt(line=4, cards=(Card("9c"), None, Card("Jh")))),
    ("4 folds", Acts(line=4, seat=seat(4), action=Action.FOLD)),
    ("4 folds keeping 1", Acts(line=4, seat=seat(4), action=Action.FOLD, keeping=1)),
    ("4 checks", Acts(line=4, seat=seat(4), action=Action.CHECK)),
    ("4 calls", Acts(line=4, seat=seat(4), action=Action.CALL)),
    ("4 bets 300", Acts(line=4, seat=seat(4), action=Action.BET, amount=300)),
    ("4 raises 900", Acts(line=4, seat=seat(4), action=Action.RAISE, amount=900)),
    ("4 raises to 900", Acts(line=4, seat=seat(4), action=Action.RAISE, amount=900)),
    ("4 all-in", Acts(line=4, seat=seat(4), action=Action.ALL_IN)),
    ("closed", RoundCloses(line=4)),
    ("muck 4", MuckHand(line=4, seat=seat(4))),
    ("muck 4 1", MuckHand(line=4, seat=seat(4), cards=1)),
    ("muck 4 by dealer", MuckHand(line=4, seat=seat(4), by=By.DEALER)),
    ("muck board", MuckPlace(line=4, place=BOARD)),
    ("muck stub", MuckPlace(line=4, place=STUB)),
    ("moves 7c muck stub", Moves(line=4, card=Card("7c"), origin=MUCK, place=STUB)),
    ("moves 7c seat4 burns", Moves(line=4, card=Card("7c"), origin=seat_place(seat(4)), place=BURN)),
    ("pushed 4", Pushes(line=4, seat=seat(4))),
    ("take Jh", Takes(line=4, card=Card("Jh"))),
    ("return Jh", Returns(line=4, card=Card("Jh"))),
    ("return all", Returns(line=4)),
    ("stub shuffled", StubDone(line=4, what=StubEvent.SHUFFLED)),
    ("stub cut", StubDone(line=4, what=StubEvent.CUT)),
    ("stub dropped", StubDone(line=4, what=StubEvent.DROPPED)),
    ("stub mixed muck,burns", StubDone(line=4, what=StubEvent.MIXED, mixed_with=(MUCK, BURN))),
    ("stub exposed 9d", StubDone(line=4, what=StubEvent.EXPOSED, card=Card("9d"))),
    ("shows 4 Kh", Shows(line=4, seat=seat(4), card=Card("Kh"))),
    ("turns board 9c", TurnsBoard(line=4, card=Card("9c"))),
    ("wait 60s", Waits(line=4, milliseconds=60_000)),
    ("wait 2m", Waits(line=4, milliseconds=120_000)),
    ("wait 250ms", Waits(line=4, milliseconds=250)),
    ("break", BreakStarts(line=4)),
    ("leaves 5", SeatChanges(line=4, seat=seat(5), status=SeatStatus.AWAY)),
    ("back 5", SeatChanges(line=4, seat=seat(5), status=SeatStatus.BACK)),
    ("joins 7", SeatChanges(line=4, seat=seat(7), status=SeatStatus.JOINED)),
    ("level 200/400", LevelMoves(line=4, small=200, big=400)),
    ("notice missing-burn", Notices(line=4, word="missing-burn", situation=Situation.MISSING_BURN)),
    ("notice absent-hand 5", Notices(line=4, word="absent-hand", situation=Situation.ABSENT_HAND, seat=seat(5))),
    (
        "notice defective-card 7c",
        Notices(line=4, word="defective-card", situation=Situation.DEFECTIVE_CARD, card=Card("7c")),
    ),
    ("notice deck-count 51", Notices(line=4, word="deck-count", situation=Situation.DECK_COUNT, count=51)),
    ("notice defective 7c", Notices(line=4, word="defective", situation=Situation.DEFECTIVE_CARD, card=Card("7c"))),
    ("notice boxed 8d", Notices(line=4, word="boxed", situation=Situation.BOXED_CARD, card=Card("8d"))),
    ("notice foreign", Notices(line=4, word="foreign", situation=Situation.FOREIGN_CARD)),
    ("notice uncut", Notices(line=4, word="uncut", situation=Situation.UNCUT)),
    (
        "notice exposed-in-cut 4s",
        Notices(line=4, word="exposed-in-cut", situation=Situation.EXPOSED_IN_CUT, card=Card("4s")),
    ),
    ("notice count 4 3", Notices(line=4, word="count", seat=seat(4), count=3)),
    ("notice count muck 5", Notices(line=4, word="count", situation=Situation.DECK_COUNT, place=MUCK, count=5)),
    (
        "notice count fantasy 1 13",
        Notices(line=4, word="count", situation=Situation.FANTASY_COUNT, seat=seat(1), count=13),
    ),
    ("notice joker 4", Notices(line=4, word="joker", situation=Situation.WRONG_GAME_CARD, seat=seat(4))),
    ("notice flashed 4", Notices(line=4, word="flashed", situation=Situation.EXPOSED_HOLE_CARD, seat=seat(4))),
    (
        "notice off-table 4 Kh",
        Notices(line=4, word="off-table", situation=Situation.EXPOSED_HOLE_CARD, seat=seat(4), card=Card("Kh")),
    ),
    ("answer order-restored no", Answers(line=4, question=Question.ORDER_RESTORED, value="no")),
    ("answer card-count 3 1", Answers(line=4, question=Question.CARD_COUNT, value="1", seat=seat(3))),
    ("overrule the floor saw it", Overrules(line=4, text="the floor saw it")),
    ("done", Confirms(line=4)),
    ("end", HandEnds(line=4)),
]


@pytest.mark.parametrize(("line", "statement"), EVENTS, ids=[line for line, _ in EVENTS])
def test_an_event_line_reads_as_its_statement(line: str, statement: Statement) -> None:
    assert only(line) == statement


EXPECTATIONS: list[tuple[str, Statement]] = [
    ("none", ExpectNone(line=4)),
    (
        "misdeal exposed-several 6.3.6",
        ExpectRuling(line=4, kind=Kind.MISDEAL, situation=Situation.EXPOSED_SEVERAL, clause="6.3.6"),
    ),
    (
        "dead too-many-cards 4 6.3.7",
        ExpectRuling(line=4, kind=Kind.DEAD, situation=Situation.TOO_MANY_CARDS, seat=seat(4), clause="6.3.7"),
    ),
    ("dead 5 37", ExpectRuling(line=4, kind=Kind.DEAD, seat=seat(5), clause="37")),
    ("fix 8", ExpectRuling(line=4, kind=Kind.FIX, clause="8")),
    ("fix 6", ExpectRuling(line=4, kind=Kind.FIX, seat=seat(6))),
    ("fix gpc:6", ExpectRuling(line=4, kind=Kind.FIX, clause="6", book="gpc")),
    ("fix pub:special-3", ExpectRuling(line=4, kind=Kind.FIX, clause="special-3", book="pub")),
    ("fix special-3", ExpectRuling(line=4, kind=Kind.FIX, clause="special-3")),
    ("fix rrop:premature-turn", ExpectRuling(line=4, kind=Kind.FIX, clause="premature-turn", book="rrop")),
    ("misdeal 35-A", ExpectRuling(line=4, kind=Kind.MISDEAL, clause="35-A")),
    (
        "only fix boxed-card",
        ExpectRuling(line=4, kind=Kind.FIX, among=Among.ONLY, situation=Situation.BOXED_CARD),
    ),
    ("not misdeal", ExpectRuling(line=4, kind=Kind.MISDEAL, among=Among.NOT)),
    ("ask order-restored", ExpectAsk(line=4, question=Question.ORDER_RESTORED)),
    ("ask card-count 3", ExpectAsk(line=4, question=Question.CARD_COUNT, seat=seat(3))),
    ("step burn", ExpectStep(line=4, step=Step.BURN)),
    ("step exchange 3 7d", ExpectStep(line=4, step=Step.EXCHANGE, seat=seat(3), cards=(Card("7d"),))),
    ("step take-back 9c 2d", ExpectStep(line=4, step=Step.TAKE_BACK, cards=(Card("9c"), Card("2d")))),
    ("burns-due 1", ExpectBurnsDue(line=4, count=1)),
    ("complete", ExpectComplete(line=4)),
    ("board", ExpectBoard(line=4, cards=())),
    ("board 9c 2d Jh ??", ExpectBoard(line=4, cards=(Card("9c"), Card("2d"), Card("Jh"), None))),
    ("burns 2", ExpectBurns(line=4, count=2)),
    ("live 1,4,5", ExpectLive(line=4, seats=(seat(1), seat(4), seat(5)))),
    ("button 4", ExpectButton(line=4, seat=seat(4))),
    ("state betting-2", ExpectState(line=4, state="betting-2")),
]


@pytest.mark.parametrize(("line", "statement"), EXPECTATIONS, ids=[line for line, _ in EXPECTATIONS])
def test_an_expectation_reads_as_its_statement(line: str, statement: Statement) -> None:
    assert only("expect " + line) == statement


def test_every_kind_of_statement_is_in_these_lists() -> None:
    import felt.script.statement as module

    named = {type(statement) for _, statement in [*EVENTS, *EXPECTATIONS]}
    assert named == set(module.Event.__args__) | set(module.Expectation.__args__)


def test_a_bare_number_is_a_seat_when_any_event_speaks_of_that_seat() -> None:
    script = parse_script(HEAD.replace("1-6", "1,2,4,5") + "deal 3 down\nexpect misdeal 3 35\n", "t.hand")
    assert script.statements[1] == ExpectRuling(line=5, kind=Kind.MISDEAL, seat=seat(3), clause="35")


def test_the_head_reads_as_a_table_setup() -> None:
    text = """
        rulebook sport-poker+bfsp     # a pack and its parent
        game omaha4
        seats 1-3,5
        absent 5
        penalty 2
        button 4
        blinds 50/100
        ante 25
        bb-ante 100
        bring-in 10
        stacks 5000
        stacks 1=900 2=20000
        tracker rounds
        senses muck,hole
        machine
    """
    setup = parse_script(text, "t.hand").setup
    assert setup == TableSetup(
        rulebook="sport-poker+bfsp",
        game="omaha4",
        seats=(seat(1), seat(2), seat(3), seat(5)),
        absent=(seat(5),),
        penalty=(seat(2),),
        button=seat(4),
        stakes=Stakes(small=50, big=100, ante=25, big_blind_ante=100, bring_in=10),
        stacks={seat(1): 900, seat(2): 20_000},
        default_stack=5_000,
        tracker=Tracker.ROUNDS,
        senses=(SenseQuality(Sense.HOLE), SenseQuality(Sense.MUCK)),
        machine=True,
    )


def test_what_the_head_leaves_out_is_the_default() -> None:
    assert parse_script(HEAD, "t.hand").setup == TableSetup(
        rulebook="bfsp", seats=tuple(SeatNo(n) for n in range(1, 7)), button=seat(3)
    )


def test_stud_needs_no_button() -> None:
    assert parse_script("rulebook tda\ngame stud\nseats 1-8\n", "t.hand").setup.button is None


def test_comments_blank_lines_and_windows_line_ends_are_free() -> None:
    text = "\ufeff# top\r\n\r\nrulebook bfsp\r\nseats 1,2\t# two\r\nbutton 1\r\n\r\nhand # begins\r\n#end\r\n"
    assert parse_script(text, "t.hand").statements == (HandStarts(line=7),)


def test_a_hash_inside_a_word_is_no_comment() -> None:
    assert only("overrule table#4 knows") == Overrules(line=4, text="table#4 knows")


REFUSED = [
    ("floops", "t.hand:4", "'floops' begins no statement"),
    ("ful", "t.hand:4", "one of hand, deck"),
    ("baord 9c", "t.hand:4", "did you mean board?"),
    ("board 9x", "t.hand:4", "'9x' is not a card"),
    ("4 fold", "t.hand:4", "did you mean folds?"),
    ("4 raises", "t.hand:4", "ends too early"),
    ("4 folds now", "t.hand:4", "'now' is too much"),
    ("11 folds", "t.hand:4", "11 is not a seat"),
    ("4x folds", "t.hand:4", "'4x' is not a number"),
    ("deal flop", "t.hand:4", "expected `deal round`"),
    ("deal 4 dwon", "t.hand:4", "did you mean down?"),
    ("moves 7c muck muck", "t.hand:4", "goes nowhere"),
    ("moves 7c mcuk stub", "t.hand:4", "'mcuk' is not a place"),
    ("stub mixed stub", "t.hand:4", "cannot be mixed"),
    ("stub shufled", "t.hand:4", "did you mean shuffled?"),
    ("notice missing-bum", "t.hand:4", "did you mean missing-burn?"),
    ("answer burn-mad yes", "t.hand:4", "did you mean burn-made?"),
    ("wait 60", "t.hand:4", "expected a time such as 60s"),
    ("level 200", "t.hand:4", "blinds such as 100/200"),
    ("muck 4 by cat", "t.hand:4", "one of dealer, player, unknown"),
    ("deck 53 twise Ks", "t.hand:4", "did you mean twice?"),
    ("turns 9c", "t.hand:4", "expected `turns board CARD`"),
    ("expect", "t.hand:4", "ends too early"),
    ("expect misdael", "t.hand:4", "did you mean misdeal?"),
    ("expect only", "t.hand:4", "expected a kind of ruling"),
    ("expect fix four-card-flob", "t.hand:4", "did you mean four-card-flop?"),
    ("expect fix special", "t.hand:4", "neither a situation, a seat nor a clause"),
    ("expect fix bsfp:6.6.3", "t.hand:4", "did you mean bfsp?"),
    ("expect fix bfsp:", "t.hand:4", "names no clause"),
    ("expect fix 4 5", "t.hand:4", "one word too many"),
    ("expect step shuffle-stup", "t.hand:4", "did you mean shuffle-stub?"),
    ("expect state betting-6", "t.hand:4", "did you mean betting-"),
    ("expect live 1,1", "t.hand:4", "names a seat twice"),
    ("expect live 5-2", "t.hand:4", "runs backwards"),
    ("seats 1-9", "t.hand:4", "said twice"),
    ("expect live 1–4", "t.hand:4", "the dash between two numbers is -"),
    ("expect fix too-many-cards 4 one-extra-card", "t.hand:4", "with its book, such as rrop:one-extra-card"),
    ("1 brings-in", "t.hand:4", "the bring-in is posted by itself"),
    ("notice count 4 53", "t.hand:4", "53 cards lie at no seat"),
    ("level 400/200", "t.hand:4", "the small blind 400 is above the big one"),
]


@pytest.mark.parametrize(("line", "where", "says"), REFUSED, ids=[line for line, _, _ in REFUSED])
def test_a_bad_line_is_refused_by_file_line_and_what_was_expected(line: str, where: str, says: str) -> None:
    with pytest.raises(ScriptFault) as caught:
        parse_script(HEAD + line, "t.hand")
    assert caught.value.where == where
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "names no rulebook"),
        ("rulebook bfsp\nhand", "t.hand:2: the head names no seats"),
        ("rulebook bfsp\nseats 1-4\nhand", "t.hand:3: the head names no button"),
        ("rulebook bfsp\nseets 1-4\nbutton 4\nhand", "t.hand:2: 'seets' begins no statement (did you mean seats?)"),
        ("roolbook bfsp\nseats 1-4", "t.hand:1: 'roolbook' begins no statement (did you mean rulebook?)"),
        ("rulebook bfpp\nseats 1-4", "t.hand:1: 'bfpp' is not a rulebook (did you mean bfsp?)"),
        ("rulebook sport-poker+gcp", "did you mean gpc?"),
        ("rulebook bfsp\nseats 4\nbutton 4\nhand", "one seat cannot play"),
        ("rulebook bfsp\nseats 1-4\nbutton 4\nabsent 5\nhand", "absent names seat 5"),
        ("rulebook bfsp\ngame holdm", "did you mean holdem?"),
        ("rulebook bfsp\ngame omaha", "did you mean omaha4 or omaha5?"),
        ("rulebook bfsp\ngame openface", "ofc (open-face)"),
        ("rulebook bfsp\nseats 1-4\nstacks 1=0", "seat 1 has no chips"),
        ("rulebook bfsp\nsenses hole,bored", "did you mean board?"),
        ("rulebook bfsp\ntracker ful", "did you mean full?"),
        ("rulebook bfsp\nstacks 1:900", "'1:900' is not a number"),
        (HEAD + "hand\nmachine", "t.hand:5: `machine` belongs to the head"),
    ],
)
def test_a_bad_head_is_refused(text: str, says: str) -> None:
    with pytest.raises(ScriptFault) as caught:
        parse_script(text, "t.hand")
    assert says in str(caught.value)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_any_editor_ends_them(end: str) -> None:
    assert parse_script(f"{HEAD}hand\ndeal all\n".replace("\n", end), "t.hand") == parse_script(
        f"{HEAD}hand\ndeal all\n", "t.hand"
    )


def test_the_first_bad_line_is_the_one_that_is_named() -> None:
    with pytest.raises(ScriptFault) as caught:
        parse_script(HEAD + "hand\nexpect nonsense\nbaord", "t.hand")
    assert caught.value.where == "t.hand:5"


@pytest.mark.parametrize("path", SCENARIOS, ids=[path.stem for path in SCENARIOS])
def test_every_script_of_the_suite_prints_and_reads_back_the_same(path: Path) -> None:
    script = parse_script(path.read_text(encoding="utf-8"), path.name)
    assert parse_script(print_script(script), path.name) == script


@pytest.mark.parametrize(("game", "seats"), [("ofc", "1-4"), ("stud", "1-9"), ("omaha5", "1-10")])
def test_a_game_is_not_dealt_to_more_seats_than_it_has(game: str, seats: str) -> None:
    """Other sizes are refused, not corrected (sport-poker 3.6); open-face is for two or three (bfsp 8)."""
    with pytest.raises(ScriptFault, match="is not dealt to"):
        parse_script(f"rulebook bfsp\ngame {game}\nseats {seats}\nbutton 1\nhand\n", "t.hand")


@pytest.mark.parametrize("digits", ["9" * 20, "9" * 6000, "0" * 6000])
@pytest.mark.parametrize(
    "line",
    [
        "4 bets {}",
        "{} folds",
        "deal {} down",
        "deck {}",
        "wait {}s",
        "level {}/200",
        "notice count 3 {}",
        "answer card-count {} 3",
        "moves 7c seat{} muck",
        "moves 7c board{} muck",
        "expect live {}",
        "expect burns {}",
        "pushed {}",
    ],
)
def test_no_number_is_too_long_to_be_refused(line: str, digits: str) -> None:
    with pytest.raises(ScriptFault):
        parse_script(f"rulebook bfsp\nseats 1-4\nbutton 4\nhand\n{line.format(digits)}\n", "t.hand")


@pytest.mark.parametrize("house", [(), ("bfsp", "tda"), ("ours",)])
def test_an_unknown_rulebook_is_answered_with_each_book_once(house: tuple[str, ...]) -> None:
    with pytest.raises(ScriptFault) as refused:
        parse_script("rulebook zzzz\nseats 1-4\nbutton 1\n", "a.hand", house)
    named = re.findall(r"[a-z-]+", refused.value.remedy.removeprefix("one of "))
    assert sorted(named) == sorted({*BOOKS, *house})
