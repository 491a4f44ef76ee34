"""From a Script back to text that reads as the same Script, each statement on its own line number."""

from collections.abc import Iterable

from felt.card import Card
from felt.fact import By, DeckEvent, Face, SeatStatus, StubEvent
from felt.place import BURN, Place
from felt.script.events import VERBS
from felt.script.head import print_head, seats_text
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
    Script,
    SeatChanges,
    Seen,
    Shows,
    Statement,
    StubDone,
    Takes,
    TurnsBoard,
    Waits,
)

_VERB_OF = {action: verb for verb, action in VERBS.items()}
_DECK_WORD = {DeckEvent.SHUFFLE: "shuffled", DeckEvent.RIFFLE: "riffled", DeckEvent.CUT: "cut"}
_SEAT_WORD = {SeatStatus.AWAY: "leaves", SeatStatus.BACK: "back", SeatStatus.JOINED: "joins"}
_FIXED: dict[type, str] = {
    HandStarts: "hand",
    DealRound: "deal round",
    DealAll: "deal all",
    RoundCloses: "closed",
    BreakStarts: "break",
    Confirms: "done",
    HandEnds: "end",
    ExpectNone: "expect none",
    ExpectComplete: "expect complete",
}


def print_script(script: Script) -> str:
    """The text of a script; statements keep their lines where the head leaves room, blank lines fill the rest."""
    lines = list(print_head(script.setup))
    for statement in script.statements:
        lines.extend([""] * (statement.line - 1 - len(lines)))
        lines.append(print_statement(statement))
    return "\n".join(lines) + "\n"


def print_statement(statement: Statement) -> str:
    """One statement as its line."""
    fixed = _FIXED.get(type(statement))
    if fixed is not None:
        return fixed
    return " ".join(str(word) for word in _words(statement) if word is not None)


def _words(statement: Statement) -> Iterable[object]:
    if isinstance(
        statement,
        ExpectRuling
        | ExpectAsk
        | ExpectStep
        | ExpectBurnsDue
        | ExpectBoard
        | ExpectBurns
        | ExpectLive
        | ExpectButton
        | ExpectState,
    ):
        return "expect", *_expected(statement)
    return _happened(statement)


def _happened(statement: Statement) -> tuple[object, ...]:
    match statement:
        case Deal(seat=seat, face=face, card=card):
            return "deal", seat, face, card
        case Seen(seat=seat, card=card):
            return "seen", seat, card
        case Burns(card=card, face=face):
            return ("burn", "up", _hidden(card)) if face is Face.UP else ("burn", card)
        case BoardDealt(cards=cards):
            return "board", *map(_hidden, cards)
        case Acts(seat=seat, action=action, amount=amount, keeping=keeping):
            return seat, _VERB_OF[action], amount, *(("keeping", keeping) if keeping else ())
        case MuckHand(seat=seat, cards=cards, by=by):
            return "muck", seat, cards, *(("by", by) if by is not By.UNKNOWN else ())
        case MuckPlace(place=place):
            return "muck", place
        case Moves(card=card, origin=origin, place=place):
            return "moves", card, origin, place
        case Pushes(seat=seat):
            return "pushed", seat
        case Takes(card=card):
            return "take", card
        case Returns(card=card):
            return "return", card or "all"
        case Shows(seat=seat, card=card):
            return "shows", seat, card
        case TurnsBoard(card=card):
            return "turns", "board", card
        case Waits(milliseconds=milliseconds):
            return "wait", _span(milliseconds)
        case Answers(question=question, value=value, seat=seat):
            return "answer", question, seat, value
        case Overrules(text=text):
            return "overrule", text
        case _:
            return _arranged(statement)


def _arranged(statement: Statement) -> tuple[object, ...]:
    """Deck, stub, seats, level and notices."""
    match statement:
        case DeckCount(count=count, missing=missing, twice=twice, foreign=foreign):
            faults = [("missing", card) for card in missing] + [("twice", card) for card in twice]
            return "deck", count, *(word for fault in faults for word in fault), *["foreign"] * foreign
        case DeckDone(what=deck_event):
            return (_DECK_WORD[deck_event],)
        case StubDone(what=what, mixed_with=mixed_with, card=card):
            mixed = ",".join(_mixed(place) for place in mixed_with) if what is StubEvent.MIXED else None
            return "stub", what, mixed, card
        case SeatChanges(seat=seat, status=status):
            return _SEAT_WORD[status], seat
        case LevelMoves(small=small, big=big):
            return "level", f"{small}/{big}"
        case Notices(word="count", place=None, seat=seat, count=count, situation=situation):
            return "notice", "count", "fantasy" if situation else None, seat, count
        case Notices(word=word, seat=seat, place=place, count=count, card=card):
            return "notice", word, place, seat, card, count
        case _:
            raise AssertionError(f"no words for {statement!r}")


def _expected(statement: Statement) -> tuple[object, ...]:
    match statement:
        case ExpectRuling(kind=kind, among=among, situation=situation, seat=seat, clause=clause, book=book):
            cite = f"{book}:{clause}" if book else clause
            return among if among is not Among.SOME else None, kind, situation, seat, cite
        case ExpectAsk(question=question, seat=seat):
            return "ask", question, seat
        case ExpectStep(step=step, seat=seat, cards=cards):
            return "step", step, seat, *cards
        case ExpectBurnsDue(count=count):
            return "burns-due", count
        case ExpectBoard(cards=cards):
            return "board", *map(_hidden, cards)
        case ExpectBurns(count=count):
            return "burns", count
        case ExpectLive(seats=seats):
            return "live", seats_text(seats)
        case ExpectButton(seat=seat):
            return "button", seat
        case ExpectState(state=state):
            return "state", state
        case _:
            raise AssertionError(f"no words for {statement!r}")


def _hidden(card: Card | None) -> str:
    return card or "??"


def _mixed(place: Place) -> str:
    return "burns" if place == BURN else str(place)


def _span(milliseconds: int) -> str:
    return f"{milliseconds}ms" if milliseconds % 1000 else f"{milliseconds // 1000}s"
