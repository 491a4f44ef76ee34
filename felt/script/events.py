"""The event lines of a script: what the sensors or people reported."""

import re
from collections.abc import Callable
from typing import Final

from felt.card import DECK, Card
from felt.fact import By, DeckEvent, Face, SeatStatus, StubEvent
from felt.place import BURN, MUCK, Place, SeatNo, Spot
from felt.script.head import read_blinds
from felt.script.statement import (
    Acts,
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
    Event,
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
from felt.script.words import Words, nearest
from felt.situation import Action, Question, Situation

_SPAN: Final = re.compile(r"^(\d{1,9})(ms|s|m)$")
_UNIT_MS: Final = {"ms": 1, "s": 1000, "m": 60_000}

VERBS: Final = {
    "folds": Action.FOLD,
    "checks": Action.CHECK,
    "calls": Action.CALL,
    "bets": Action.BET,
    "raises": Action.RAISE,
    "all-in": Action.ALL_IN,
}
"""The words of betting."""

SHORT_NOTICES: Final = {
    "defective": Situation.DEFECTIVE_CARD,
    "boxed": Situation.BOXED_CARD,
    "foreign": Situation.FOREIGN_CARD,
    "joker": Situation.WRONG_GAME_CARD,
    "flashed": Situation.EXPOSED_HOLE_CARD,
    "off-table": Situation.EXPOSED_HOLE_CARD,
}
"""What people say in one word instead of the situation's name."""

_MIXABLE: Final = (MUCK, BURN)


def _deck(words: Words) -> Event:
    count = words.number("how many cards the deck has")
    missing: tuple[Card, ...] = ()
    twice: tuple[Card, ...] = ()
    foreign = 0
    while words.left:
        word = words.next("missing, twice or foreign")
        if word == "missing":
            missing += (words.card(),)
        elif word == "twice":
            twice += (words.card(),)
        elif word == "foreign":
            foreign += 1
        else:
            words.refuse(f"{word!r} says nothing of a deck", nearest(word, ("missing", "twice", "foreign")))
    return DeckCount(line=words.line, count=count, missing=missing, twice=twice, foreign=foreign)


def _deal(words: Words) -> Event:
    if words.skip("round"):
        return DealRound(line=words.line)
    if words.skip("all"):
        return DealAll(line=words.line)
    if not (words.peek() or "").isdigit():
        words.refuse(f"`{words.text}` names no seat", "expected `deal round`, `deal all` or `deal SEAT down|up [CARD]`")
    seat = words.seat()
    face = words.next("down or up")
    if face not in ("down", "up"):
        words.refuse(f"{face!r} is no way for a card to lie", nearest(face, ("down", "up")))
    return Deal(line=words.line, seat=seat, face=Face(face), card=words.hidden_or_card() if words.left else None)


def _burn(words: Words) -> Event:
    face = Face.UP if words.skip("up") else Face.DOWN
    card = words.hidden_or_card() if words.left or face is Face.UP else None
    return Burns(line=words.line, card=card, face=face)


def _board(words: Words) -> Event:
    cards = [words.hidden_or_card()]
    while words.left:
        cards.append(words.hidden_or_card())
    return BoardDealt(line=words.line, cards=tuple(cards))


def _muck(words: Words) -> Event:
    word = words.peek() or ""
    if word in ("board", "stub"):
        return MuckPlace(line=words.line, place=Place(Spot(words.next("a place"))))
    seat = words.seat()
    cards = words.number("how many of its cards") if words.left and words.peek() != "by" else None
    by = words.one_of(By, "dealer or player") if words.skip("by") else By.UNKNOWN
    return MuckHand(line=words.line, seat=seat, cards=cards, by=by)


def _moves(words: Words) -> Event:
    card, origin, place = words.card(), words.place(), words.place()
    if origin == place:
        words.refuse(f"`{words.text}` goes nowhere", "expected two different places")
    return Moves(line=words.line, card=card, origin=origin, place=place)


def _return(words: Words) -> Event:
    if words.skip("all"):
        return Returns(line=words.line)
    return Returns(line=words.line, card=words.as_card(words.next("a card, or all")))


def _stub(words: Words) -> Event:
    what = words.one_of(StubEvent, "what can happen to the stub")
    mixed: tuple[Place, ...] = ()
    if what is StubEvent.MIXED:
        named = [words.as_place(part) for part in words.next("muck, burns or muck,burns").split(",")]
        for place in named:
            if place not in _MIXABLE:
                words.refuse(f"the stub cannot be mixed with {place}", "expected muck, burns or muck,burns")
        mixed = tuple(place for place in _MIXABLE if place in named)
    card = words.card() if what is StubEvent.EXPOSED else None
    return StubDone(line=words.line, what=what, mixed_with=mixed, card=card)


def _turns(words: Words) -> Event:
    if not words.skip("board"):
        words.refuse(f"`{words.text}` turns nothing", "expected `turns board CARD`")
    return TurnsBoard(line=words.line, card=words.card())


def _wait(words: Words) -> Event:
    word = words.next("a time such as 60s")
    match = _SPAN.match(word)
    if not match:
        words.refuse(f"{word!r} is not a time", "expected a time such as 60s, 2m or 500ms")
    return Waits(line=words.line, milliseconds=int(match[1]) * _UNIT_MS[match[2]])


def _level(words: Words) -> Event:
    small, big = read_blinds(words)
    return LevelMoves(line=words.line, small=small, big=big)


def _notice(words: Words) -> Event:
    word = words.next("what a person noticed")
    if word == "count":
        return _notice_count(words)
    if word in SHORT_NOTICES:
        situation = SHORT_NOTICES[word]
    elif word in set(Situation):
        situation = Situation(word)
    else:
        words.refuse(f"nobody can notice {word!r}", nearest(word, [*Situation, *SHORT_NOTICES, "count"]))
    seat, place, count, card = _notice_arguments(words, situation)
    return Notices(line=words.line, word=word, situation=situation, seat=seat, place=place, count=count, card=card)


def _notice_count(words: Words) -> Event:
    if words.skip("fantasy"):
        seat, count = words.seat(), _cards_counted(words)
        fantasy = Situation.FANTASY_COUNT
        return Notices(line=words.line, word="count", situation=fantasy, seat=seat, count=count)
    if (words.peek() or "").isdigit():
        return Notices(line=words.line, word="count", seat=words.seat(), count=_cards_counted(words))
    place = words.place()
    return Notices(
        line=words.line,
        word="count",
        situation=Situation.DECK_COUNT,
        place=place,
        count=words.number("how many cards"),
    )


def _cards_counted(words: Words) -> int:
    """How many cards lie at a seat: no more than a deck has."""
    count = words.number("how many cards")
    if count > len(DECK):
        words.refuse(f"{count} cards lie at no seat", f"expected {len(DECK)} at most")
    return count


def _notice_arguments(
    words: Words, situation: Situation
) -> tuple[SeatNo | None, Place | None, int | None, Card | None]:
    """A place, a seat, a card and a count, each at most once, in this order; a deck's number is its count."""
    seat: SeatNo | None = None
    place: Place | None = None
    card: Card | None = None
    word = words.peek() or ""
    if word and word.rstrip("0123456789").removesuffix("s") in set(Spot):
        place = words.place()
    if (words.peek() or "").isdigit() and situation is not Situation.DECK_COUNT:
        seat = words.seat()
    if words.left and not (words.peek() or "").isdigit():
        card = words.card()
    count = words.number("how many cards") if words.left else None
    return seat, place, count, card


def _answer(words: Words) -> Event:
    question = words.one_of(Question, "a question of the hub")
    seat = words.seat() if words.left > 1 else None
    value = words.next("yes, no or a value")
    if len(value) > 40:
        words.refuse(f"{value!r} is too long for an answer", "expected yes, no, a number or a role")
    return Answers(line=words.line, question=question, value=value, seat=seat)


def _overrule(words: Words) -> Event:
    text = words.rest("why the ruling is replaced")
    if len(text) > 400:
        words.refuse("the reason is too long", "expected at most 400 characters")
    return Overrules(line=words.line, text=text)


def read_act(words: Words) -> Event:
    """`4 raises 900`: a line that begins with a seat."""
    seat = words.seat()
    verb = words.next("what the seat does")
    if verb not in VERBS:
        hint = "the bring-in is posted by itself" if verb.startswith(("bring", "post")) else nearest(verb, VERBS)
        words.refuse(f"a seat does not {verb!r}", hint)
    action = VERBS[verb]
    amount: int | None = None
    keeping = 0
    if action in (Action.BET, Action.RAISE):
        words.skip("to")
        amount = words.number("chips")
    elif action is Action.FOLD and words.skip("keeping"):
        keeping = words.number("how many cards")
    return Acts(line=words.line, seat=seat, action=action, amount=amount, keeping=keeping)


EVENTS: Final[dict[str, Callable[[Words], Event]]] = {
    "hand": lambda words: HandStarts(line=words.line),
    "deck": _deck,
    "shuffled": lambda words: DeckDone(line=words.line, what=DeckEvent.SHUFFLE),
    "riffled": lambda words: DeckDone(line=words.line, what=DeckEvent.RIFFLE),
    "cut": lambda words: DeckDone(line=words.line, what=DeckEvent.CUT),
    "deal": _deal,
    "seen": lambda words: Seen(line=words.line, seat=words.seat(), card=words.card()),
    "burn": _burn,
    "board": _board,
    "closed": lambda words: RoundCloses(line=words.line),
    "muck": _muck,
    "moves": _moves,
    "pushed": lambda words: Pushes(line=words.line, seat=words.seat()),
    "take": lambda words: Takes(line=words.line, card=words.card()),
    "return": _return,
    "stub": _stub,
    "shows": lambda words: Shows(line=words.line, seat=words.seat(), card=words.card()),
    "turns": _turns,
    "wait": _wait,
    "break": lambda words: BreakStarts(line=words.line),
    "leaves": lambda words: SeatChanges(line=words.line, seat=words.seat(), status=SeatStatus.AWAY),
    "back": lambda words: SeatChanges(line=words.line, seat=words.seat(), status=SeatStatus.BACK),
    "joins": lambda words: SeatChanges(line=words.line, seat=words.seat(), status=SeatStatus.JOINED),
    "level": _level,
    "notice": _notice,
    "answer": _answer,
    "overrule": _overrule,
    "done": lambda words: Confirms(line=words.line),
    "end": lambda words: HandEnds(line=words.line),
}
"""The first word of each event line and its reader."""
