"""Open questions: what one asks and why, which two are the same, and which share an answer."""

from typing import Final

from felt.place import SeatNo
from felt.situation import Question, Situation
from hub.rules.articles.book import Rulebook
from hub.rules.articles.decide import Unknown
from hub.rules.books.words import SUBSTANTIAL
from hub.rules.counting import ACTED_SINCE, BET_SINCE
from hub.rules.hand import Hand
from hub.rules.irregularity import Irregularity
from hub.rules.ruling import QuestionAsked, QuestionClosed
from hub.rules.texts import ASKED, question_text
from hub.rules.wording import what_happened

SINCE: Final = frozenset({BET_SINCE, ACTED_SINCE})
"""Terms whose answer is about what came after one error, and about no other."""

_OF_THE_HAND: Final = frozenset(
    {Question.SUBSTANTIAL_ACTION, Question.CARD_COUNT, Question.ROUND_OPEN, Question.BUTTON_AT, Question.ACTED}
)
"""Questions about the hand or a seat as it stands: one answer holds for whatever hangs on it."""

Topic = tuple[Question, SeatNo | None, Situation | None, SeatNo | None, int]


def topic(asked: QuestionAsked) -> Topic:
    """What makes two open questions the same: asked anew, one takes the other's place."""
    about = asked.about
    if about is None:
        return (asked.question, asked.seat, None, None, 0)
    return (asked.question, asked.seat, about.situation, about.seat, about.street)


def closes(closed: QuestionClosed, asked: QuestionAsked) -> bool:
    """The open question is the one that was closed; one that names no irregularity closes all of its name and seat."""
    if (closed.question, closed.seat) != (asked.question, asked.seat):
        return False
    if closed.about is None:
        return True
    return topic(asked) == topic(QuestionAsked(closed.question, "", (), closed.seat, closed.about))


def closed(asked: QuestionAsked, value: str | None = None) -> QuestionClosed:
    """The end of an open question: answered, or no longer asked."""
    return QuestionClosed(asked.question, asked.seat, value, asked.book, asked.about, asked.term)


def share_answer(one: QuestionAsked, other: QuestionAsked) -> bool:
    """Whoever answers one has answered the other, though they hang on different errors."""
    if one.question is not other.question or one.seat != other.seat or one.question not in _OF_THE_HAND:
        return False
    return one.term not in SINCE and other.term not in SINCE


def asked_of(unknown: Unknown, hand: Hand, event: Irregularity) -> QuestionAsked:
    """The question that a book's term asks, with what happened before it and the book's own words behind it."""
    words = ASKED.get(unknown.term) or question_text(unknown.question, unknown.seat)
    text = f"{_sentence(what_happened(hand, event))} {words}"
    if unknown.term == SUBSTANTIAL:
        text = f"{text} {_meaning(unknown.book)}".rstrip()
    return QuestionAsked(unknown.question, text, ("yes", "no"), unknown.seat, event, unknown.book.id, unknown.term)


def _sentence(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."


def _meaning(book: Rulebook) -> str:
    """What the book counts as substantial action, in its sentence."""
    return next((meaning.means for meaning in book.words if meaning.word == SUBSTANTIAL), "")
