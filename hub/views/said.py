"""A person's word named in a few words, in a catalogue's language: what Undo would take back."""

from typing import Final

from felt.fact import (
    ActionTaken,
    BreakBegan,
    ButtonMoved,
    DeckChanged,
    Fact,
    FloorCalled,
    HandClosed,
    HandOpened,
    LevelChanged,
    PersonReported,
    PotPushed,
    QuestionAnswered,
    RoundClosed,
    RulingOverruled,
    SeatChanged,
    StepConfirmed,
    StubHandled,
    WatchChanged,
)
from felt.place import SeatNo
from felt.situation import Situation, Step
from hub.languages import Catalogue

_NAMED: Final[dict[type[Fact], str]] = {
    ActionTaken: "fact-action",
    BreakBegan: "fact-break",
    ButtonMoved: "button-here",
    DeckChanged: "deck-changed",
    FloorCalled: "call-floor",
    HandClosed: "hand-over",
    HandOpened: "new-hand",
    LevelChanged: "fact-level",
    PotPushed: "fact-pot",
    RoundClosed: "round-closed",
    RulingOverruled: "fact-overruled",
    StubHandled: "fact-stub",
}


def said_words(fact: Fact, words: Catalogue) -> str:
    """What the person said, as the page that said it names it."""
    match fact:
        case PersonReported(situation=situation, seat=seat):
            return _titled(words.situations[situation], seat, words)
        case QuestionAnswered(question=question, value=value, seat=seat):
            return f"{words.question(question, seat)} {words.words.get(value, value)}"
        case StepConfirmed(step=step):
            if step is None:
                return words.words["done"]
            return words.words["done-step"].format(step=step_words(step, words))
        case SeatChanged(seat=seat, status=status):
            penalty = words.situations[Situation.PENALTY_HAND]
            return _titled(words.words.get(f"status-{status}", penalty), seat, words)
        case WatchChanged(watching=watching):
            return words.words["watch-again" if watching else "stop-watching"]
        case _:
            return _titled(words.words[_NAMED[type(fact)]], getattr(fact, "seat", None), words)


def step_words(step: Step, words: Catalogue) -> str:
    """A step in general: of whichever cards, for whichever player."""
    return words.steps[step].format(cards=words.words["the-cards"], seat=words.words["the-player"])


def _titled(title: str, seat: SeatNo | None, words: Catalogue) -> str:
    return title if seat is None else words.words["titled"].format(title=title, seat=seat)
