"""The expectation lines of a script: what the hub must have ruled, asked or shown."""

import re
from collections.abc import Callable
from typing import Final

from felt.card import Card
from felt.place import SeatNo
from felt.script.head import BOOKS
from felt.script.statement import (
    STATES,
    Among,
    ExpectAsk,
    Expectation,
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
)
from felt.script.words import Words, nearest
from felt.situation import Kind, Question, Situation, Step

_CLAUSE: Final = re.compile(r"^(?=.*[0-9A-Z])[A-Za-z0-9][A-Za-z0-9.\-]*$")
"""A clause id without its book holds a digit or a capital; a topic in words is written `BOOK:topic`."""

_BOOK_CLAUSE: Final = re.compile(r"^[A-Za-z0-9][A-Za-z0-9.\-]*$")


class RulingReader:
    """Reads `[only|not] KIND [SITUATION] [SEAT] [CLAUSE]`; `seats` are those for which a bare number is a seat."""

    def __init__(self, seats: frozenset[SeatNo]) -> None:
        self._seats = seats

    def read(self, words: Words) -> ExpectRuling:
        """Read the rest of an `expect` line whose next word is `only`, `not` or a kind."""
        among = Among.ONLY if words.skip("only") else Among.NOT if words.skip("not") else Among.SOME
        kind = words.one_of(Kind, "a kind of ruling")
        situation: Situation | None = None
        seat: SeatNo | None = None
        clause: tuple[str | None, str] | None = None
        while words.left:
            word = words.next("a situation, a seat or a clause")
            if word in set(Situation) and situation is None:
                situation = Situation(word)
            elif self._is_seat(word) and seat is None:
                seat = words.as_seat(word)
            elif clause is None and not self._is_seat(word):
                clause = self._clause(words, word)
            else:
                words.refuse(f"{word!r} is one word too many", "expected one situation, one seat, one BOOK:CLAUSE")
        book, id_ = clause or (None, None)
        return ExpectRuling(
            line=words.line, kind=kind, among=among, situation=situation, seat=seat, clause=id_, book=book
        )

    def _is_seat(self, word: str) -> bool:
        return word.isascii() and word.isdigit() and len(word) <= 2 and int(word) in self._seats

    @staticmethod
    def _clause(words: Words, word: str) -> tuple[str | None, str]:
        book, colon, id_ = word.partition(":")
        if colon:
            known = (*BOOKS, *words.books)
            if book not in known:
                words.refuse(f"{book!r} is not a rulebook", nearest(book, known))
            if not _BOOK_CLAUSE.match(id_):
                words.refuse(f"{word!r} names no clause", "expected BOOK:CLAUSE without spaces, such as bfsp:6.6.3")
            return book, id_
        if not _CLAUSE.match(word):
            near = nearest(word, Situation)
            told = f"{near} " if near.startswith("did") else ""
            remedy = f"{told}a clause in words is written with its book, such as rrop:{word}"
            words.refuse(f"{word!r} is neither a situation, a seat nor a clause", remedy)
        return None, word


def _ask(words: Words) -> Expectation:
    question = words.one_of(Question, "a question of the hub")
    return ExpectAsk(line=words.line, question=question, seat=words.seat() if words.left else None)


def _step(words: Words) -> Expectation:
    step = words.one_of(Step, "a step of a procedure")
    seat = words.seat() if (words.peek() or "").isdigit() and len(words.peek() or "") <= 2 else None
    cards: list[Card] = []
    while words.left:
        cards.append(words.card())
    return ExpectStep(line=words.line, step=step, seat=seat, cards=tuple(cards))


def _board(words: Words) -> Expectation:
    cards: list[Card | None] = []
    while words.left:
        cards.append(words.hidden_or_card())
    return ExpectBoard(line=words.line, cards=tuple(cards))


def _state(words: Words) -> Expectation:
    state = words.next("a state of the table")
    if state not in STATES:
        words.refuse(f"{state!r} is not a state of the table", nearest(state, STATES))
    return ExpectState(line=words.line, state=state)


EXPECTS: Final[dict[str, Callable[[Words], Expectation]]] = {
    "none": lambda words: ExpectNone(line=words.line),
    "ask": _ask,
    "step": _step,
    "burns-due": lambda words: ExpectBurnsDue(line=words.line, count=words.number("how many burns")),
    "complete": lambda words: ExpectComplete(line=words.line),
    "board": _board,
    "burns": lambda words: ExpectBurns(line=words.line, count=words.number("how many burns")),
    "live": lambda words: ExpectLive(line=words.line, seats=words.seats()),
    "button": lambda words: ExpectButton(line=words.line, seat=words.seat()),
    "state": _state,
}
"""The word after `expect` and its reader, where it is no kind of ruling."""


def read_expectation(words: Words, seats: frozenset[SeatNo]) -> Expectation:
    """Read what stands after `expect`."""
    word = words.peek()
    if word in EXPECTS:
        return EXPECTS[words.next("an expectation")](words)
    if word not in ("only", "not") and word not in set(Kind):
        what = f"{word!r} cannot be expected" if word else "`expect` ends too early"
        words.refuse(what, nearest(word or "", [*EXPECTS, *Kind, "only", "not"]))
    return RulingReader(seats).read(words)
