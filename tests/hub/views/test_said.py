"""What Undo would take back, named in every language."""

from typing import get_args

import pytest
from msgspec.structs import replace

from felt.fact import (
    ActionTaken,
    BreakBegan,
    ButtonMoved,
    DeckChanged,
    Fact,
    FactWithdrawn,
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
    SeatStatus,
    StepConfirmed,
    StubEvent,
    StubHandled,
    WatchChanged,
)
from felt.ids import FactId
from felt.place import SeatNo
from felt.situation import Action, Question, Situation, Step
from hub.languages import ENGLISH, LANGUAGES, catalogue
from hub.rules.ruling import LastSaid
from hub.rules.undo import SAID
from hub.views.dealer import dealer_view
from hub.views.said import said_words
from hub.views.translate import in_language
from hub.web.command import Sayable
from tests.hub.views import pictures

THREE = SeatNo(3)
NAMED: tuple[tuple[Fact, str], ...] = (
    (HandOpened(), "New hand"),
    (RoundClosed(), "Round closed"),
    (HandClosed(), "Hand over"),
    (FloorCalled(), "Call floor"),
    (DeckChanged(), "Deck changed"),
    (WatchChanged(watching=False), "Stop watching"),
    (WatchChanged(watching=True), "Watch again"),
    (ButtonMoved(THREE), "Button is here, seat 3"),
    (SeatChanged(THREE, SeatStatus.AWAY), "Away, seat 3"),
    (SeatChanged(THREE, SeatStatus.PENALTY), "Player serving a penalty, seat 3"),
    (PersonReported(Situation.MISSING_BURN), "No burn card"),
    (PersonReported(Situation.SEAT_SKIPPED, seat=THREE), "A player was not dealt in, seat 3"),
    (QuestionAnswered(Question.ROUND_OPEN, "yes", THREE), "Does seat 3 still have to act? Yes"),
    (QuestionAnswered(Question.CARD_COUNT, "2", THREE), "How many cards does seat 3 have? 2"),
    (StepConfirmed(), "Done"),
    (StepConfirmed(Step.SHUFFLE), "Done: Shuffle the whole deck"),
    (ActionTaken(THREE, Action.FOLD), "A player's action, seat 3"),
    (PotPushed(THREE), "Pot pushed, seat 3"),
    (LevelChanged(100, 200), "New level"),
    (BreakBegan(), "Break"),
    (RulingOverruled("seen on the film"), "Ruling overruled"),
    (StubHandled(StubEvent.DROPPED), "What was done with the stub"),
)


@pytest.mark.parametrize(("fact", "said"), NAMED)
def test_it_is_named_in_english(fact: Fact, said: str) -> None:
    assert said_words(fact, ENGLISH) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_person_has_a_name(language: str) -> None:
    named = {type(fact) for fact, _ in NAMED}
    assert named >= set(SAID)
    assert named >= set(get_args(Sayable)) - {FactWithdrawn}
    for fact, _ in NAMED:
        said = said_words(fact, catalogue(language))
        assert said
        assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_button_asks_by_that_name(language: str) -> None:
    last = LastSaid(FactId("page-dealer/00000000000000aa/9"), RoundClosed())
    now = pictures.status(replace(pictures.FLOP, last_said=last))
    words = catalogue(language)
    undo = next(button for button in in_language(dealer_view(now), now, words).buttons if button.id == "undo")
    assert undo.fact == FactWithdrawn()
    assert undo.about == last.id
    assert undo.check == words.words["check-undo-of"].format(said=words.words["round-closed"])
    assert undo.said == words.words["said-undo-of"].format(said=words.words["round-closed"])
