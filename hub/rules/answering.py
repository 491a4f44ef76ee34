"""An answer settles its question, and what hung on it is decided."""

from typing import Final

from msgspec.structs import replace

from felt.fact import QuestionAnswered
from felt.ids import FactId
from felt.place import SeatNo
from felt.situation import Question, Situation
from hub.rules.asking import closed, share_answer
from hub.rules.button import named_anew
from hub.rules.irregularity import Irregularity
from hub.rules.notice import notice, still_true
from hub.rules.notice.exposure import shown_by_dealer
from hub.rules.notice.grown import grown
from hub.rules.notice.reports import reported_answer
from hub.rules.referee import Referee
from hub.rules.ruling import QuestionAsked, QuestionClosed
from hub.rules.told import number_told

_ONLY_IF_DEALT: Final = frozenset({Situation.ABSENT_HAND, Situation.PENALTY_HAND})
"""Hands that fall for who plays them, where the seat has one at all."""


def answered(flow: Referee, fact_id: FactId, fact: QuestionAnswered) -> None:
    """The newest open question of that name is answered, and older ones that ask the same.

    An answer that nobody asked for is a report.
    """
    state = flow.state
    open_ = [
        asked
        for asked in reversed(state.questions)
        if asked.question is fact.question and (fact.seat is None or asked.seat in (None, fact.seat))
    ]
    if not open_:
        _unasked(flow, fact_id, fact)
        return
    supposed = state.hand.button if state.hand is not None else None
    for asked in open_:
        if asked in flow.state.questions and (asked is open_[0] or share_answer(open_[0], asked)):
            _settle(flow, asked, replace(fact, seat=asked.seat), open_[0].book, supposed)


def _unasked(flow: Referee, fact_id: FactId, fact: QuestionAnswered) -> None:
    state = flow.state
    told = reported_answer(state, fact)
    if told is None:
        flow.say(QuestionClosed(fact.question, fact.seat, fact.value))
        return
    for sign in notice(state, state, fact_id, told, flow.chain):
        flow.hear(sign)


def _settle(flow: Referee, asked: QuestionAsked, fact: QuestionAnswered, book: str, supposed: SeatNo | None) -> None:
    """`book` is the one in whose words the answer was given."""
    flow.say(replace(closed(asked, fact.value), book=book))
    if asked.about is None:
        return
    if asked.question is Question.BUTTON_AT:
        _button_told(flow, supposed, asked.about)
    else:
        _decide(flow, asked.question, asked.about, fact.value.lower())


def _button_told(flow: Referee, supposed: SeatNo | None, about: Irregularity) -> None:
    """Somebody said where the button is: what hung on that has its name now, or was nothing."""
    hand = flow.state.hand
    if hand is None or not hand.button_sure:
        return
    event = named_anew(supposed, hand, about)
    if event is not None:
        flow.rule_on(event)


def _decide(flow: Referee, question: Question, about: Irregularity, value: str) -> None:
    if question is Question.ROUND_OPEN:
        if value == "yes" and still_true(flow.state, about):
            flow.rule_on(grown(flow.state, about))
        return
    if question is Question.TWO_ALIKE:
        if value == "yes":
            flow.rule_on(about)
        return
    if question is Question.CARD_COUNT:
        _counted(flow, about, value)
        return
    if question is Question.EXPOSED_BY:
        flow.rule_on(shown_by_dealer(flow.state, about) if value == "dealer" else about)
        return
    flow.rule_on(grown(flow.state, about))


def _counted(flow: Referee, about: Irregularity, value: str) -> None:
    """Somebody counted the seat's cards: the sensors' doubt is ruled on only when there really are too many."""
    hand = flow.state.hand
    entitled = hand is not None and about.seat in hand.seats
    count = number_told(value)
    if about.situation in _ONLY_IF_DEALT:
        if count is not None:
            flow.rule_on(about if count else replace(about, situation=Situation.SEAT_SKIPPED, count=0, reported=True))
        return
    if hand is not None and count is not None and count > (hand.game.hole_cards if entitled else 0):
        flow.rule_on(replace(about, count=min(count, 99)))
