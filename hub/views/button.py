"""What a dealer may say now, as buttons: the standing keys, a tap for each due step, an answer for each choice."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from felt.fact import (
    DeckChanged,
    Fact,
    FactWithdrawn,
    FloorCalled,
    HandClosed,
    HandOpened,
    QuestionAnswered,
    RoundClosed,
    StepConfirmed,
    WatchChanged,
)
from felt.note import NOTES, NoteKey, note
from felt.place import SeatNo
from felt.situation import Question, Situation, Step
from hub.languages import ENGLISH, Catalogue
from hub.rules.ruling import LastSaid, QuestionAsked, TablePicture
from hub.views.ruling import StepView
from hub.views.said import said_words


class Weight(StrEnum):
    """How a button is shown: `next` is what usually comes next."""

    NEXT = "next"
    PLAIN = "plain"


class Button(Struct, frozen=True):
    """One thing the dealer may say. `check` is asked first, where a press now would be unusual.

    `said` is what the page answers once it is recorded (the label when empty); `about` names what the press is about.
    """

    id: str
    label: str
    fact: Fact
    weight: Weight = Weight.PLAIN
    check: str | None = None
    about: str | None = None
    said: str = ""


class QuestionView(Struct, frozen=True):
    """A question with its answers; `situation` at `about_seat` is why it is asked, `term` what a book hangs on it."""

    question: Question
    text: str
    seat: SeatNo | None
    answers: tuple[Button, ...]
    term: str = ""
    situation: Situation | None = None
    about_seat: SeatNo | None = None


_PLAYING: Final = frozenset({"dealing", "between", "procedure", "showdown"})


def standing_keys(picture: TablePicture, state: str) -> tuple[Button, ...]:
    running = state in _PLAYING or state == "playing" or state.startswith("betting-")
    betting = state.startswith("betting-") or picture.stop is not None or _finish_betting_due(picture)
    return (
        Button(
            id="new-hand",
            label="New hand",
            fact=HandOpened(),
            weight=Weight.PLAIN if running else Weight.NEXT,
            check="A hand is in play. End it and start a new one?" if running else None,
        ),
        Button(
            id="round-closed",
            label="Round closed",
            fact=RoundClosed(),
            weight=Weight.NEXT if betting else Weight.PLAIN,
            check=None if betting or running else "No hand is in play. Say that a betting round is closed?",
        ),
        Button(
            id="hand-over",
            label="Hand over",
            fact=HandClosed(),
            weight=Weight.NEXT if state == "showdown" else Weight.PLAIN,
            check=None if running else "No hand is in play. Say that a hand is over?",
        ),
        Button(id="call-floor", label="Call floor", fact=FloorCalled(), said="The floor is called"),
        Button(
            id="undo",
            label="Undo",
            fact=FactWithdrawn(),
            check=undo_check(picture.last_said, ENGLISH),
            about=None if picture.last_said is None else picture.last_said.id,
            said=undone(picture.last_said, ENGLISH),
        ),
        Button(id="deck-changed", label="Deck changed", fact=DeckChanged()),
        Button(
            id="watch",
            label="Stop watching",
            fact=WatchChanged(watching=False, why=NOTES[NoteKey.WATCH_DEALER], note=note(NoteKey.WATCH_DEALER)),
            said="Not watching",
        )
        if picture.watching
        else Button(id="watch", label="Watch again", fact=WatchChanged(watching=True), weight=Weight.NEXT),
    )


def undo_check(last: LastSaid | None, words: Catalogue) -> str:
    """What Undo asks first: it names what it would take back."""
    said = words.words
    return said["check-undo"] if last is None else said["check-undo-of"].format(said=said_words(last.fact, words))


def undone(last: LastSaid | None, words: Catalogue) -> str:
    """What the page answers once it is taken back."""
    said = words.words
    return said["said-undo"] if last is None else said["said-undo-of"].format(said=said_words(last.fact, words))


def _finish_betting_due(picture: TablePicture) -> bool:
    procedure = picture.procedure
    return procedure is not None and any(
        item.state == "due" and item.plan.step is Step.FINISH_BETTING for item in procedure.steps
    )


def step_taps(steps: tuple[StepView, ...]) -> tuple[Button, ...]:
    """A button for each due step that waits for a person's word; where all are seen by the table, a quiet one."""
    due = [step for step in steps if step.state == "due"]
    taps = tuple(_tap(step, alone=len(due) == 1) for step in due if step.step is Step.FINISH_BETTING or not step.sensed)
    if taps or not due:
        return taps
    check = f"{due[0].text.rstrip('.')}: the table has not seen this done. Say that it is?"
    return (Button("done", "It is done", StepConfirmed(due[0].step), check=check, about=due[0].key),)


def stop_tap(step: Step | None) -> tuple[Button, ...]:
    """The answer to a STOP that a person settles by doing `step` and saying so."""
    return () if step is None else (Button("done", "Done", StepConfirmed(step), Weight.NEXT, about=stop_key(step)),)


def stop_key(step: Step) -> str:
    """Names the STOP that asks for `step`."""
    return f"stop/{step}"


def _tap(step: StepView, *, alone: bool) -> Button:
    if step.step is Step.FINISH_BETTING:
        return Button("round-closed", "Betting is over", RoundClosed(), Weight.NEXT)
    label = "Done" if alone else f"Done: {step.text}"
    return Button("done", label, StepConfirmed(step.step), Weight.NEXT, about=step.key)


def question_view(asked: QuestionAsked | None) -> QuestionView | None:
    """An open question with a button for each answer."""
    if asked is None:
        return None
    answers = tuple(
        Button(
            id=f"answer-{choice}",
            label=choice.capitalize(),
            fact=QuestionAnswered(asked.question, choice, asked.seat),
            weight=Weight.NEXT,
            about=question_key(asked),
        )
        for choice in asked.choices
    )
    about = asked.about
    return QuestionView(
        asked.question,
        asked.text,
        asked.seat,
        answers,
        term=asked.term,
        situation=about.situation if about is not None and asked.term else None,
        about_seat=about.seat if about is not None else None,
    )


def question_key(asked: QuestionAsked) -> str:
    """Names one open question, so that an answer to an older one is not taken for it."""
    key = asked.question if asked.seat is None else f"{asked.question}/{asked.seat}"
    return f"{key}/{asked.about.situation}" if asked.term and asked.about is not None else key
