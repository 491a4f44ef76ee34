"""The dealer's view in every language: the same facts and buttons in other words."""

import pytest
from msgspec.structs import replace

from felt.fact import QuestionAnswered
from felt.situation import Question
from hub.languages import ENGLISH, LANGUAGES, catalogue
from hub.rules.ruling import QuestionAsked
from hub.views.dealer import dealer_view
from hub.views.report import REPORT_MENU
from hub.views.said import said_words
from hub.views.status import AlertKind, AlertState
from hub.views.translate import in_language, menu_in_language
from tests.hub.views import pictures
from tests.hub.views.pictures import alert, status

PICTURES = [value for value in vars(pictures).values() if type(value).__name__ == "TablePicture"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(PICTURES)))
def test_only_words_change(language: str, number: int) -> None:
    now = status(PICTURES[number])
    english, words = dealer_view(now), catalogue(language)
    view = in_language(english, now, words)
    assert (view.language, view.direction) == (language, words.direction)
    assert [button.fact for button in view.buttons] == [button.fact for button in english.buttons]
    assert [tap.fact for tap in view.taps] == [tap.fact for tap in english.taps]
    assert [step.cards for step in view.steps] == [step.cards for step in english.steps]
    assert (view.stop is None, view.question is None) == (english.stop is None, english.question is None)
    assert [seat.cards for seat in view.seats] == [seat.cards for seat in english.seats]
    if language == "en":
        assert replace(view, words={}) == english
    else:
        assert view.buttons != english.buttons
        for text in (*(step.text for step in view.steps), *(tap.label for tap in view.taps), view.state_words):
            assert "{" not in text
            assert text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_floor_is_called_in_every_language(language: str) -> None:
    words = catalogue(language)
    call = alert(kind=AlertKind.CALL)
    coming = replace(call, state=AlertState.ON_MY_WAY, by="Maria")
    now = status(pictures.FLOP, alerts=(call,))
    assert in_language(dealer_view(now), now, words).floor == words.words["floor-called"]
    now = status(pictures.FLOP, alerts=(coming,))
    assert "Maria" in in_language(dealer_view(now), now, words).floor


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_menu_offers_the_same(language: str) -> None:
    menu = menu_in_language(catalogue(language))
    offered = [[(item.situation, item.needs) for item in group.items] for group in menu]
    assert offered == [[(item.situation, item.needs) for item in group.items] for group in REPORT_MENU]
    assert all(item.label == catalogue(language).situations[item.situation] for group in menu for item in group.items)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_why_a_clause_applies_is_said_in_the_language(language: str) -> None:
    words = catalogue(language)
    terms = ("not first betting round begun", "not the only player left")
    given = replace(pictures.MISDEAL, terms=terms[:1])
    now = status(replace(pictures.FLOP, rulings=(given,)))
    ruling = in_language(dealer_view(now), now, words).ruling
    assert ruling is not None
    assert (ruling.because, ruling.english) == (f"{words.reasons[terms[0]]}.", False)
    assert ruling.says == pictures.MISDEAL.says, "the clause's own sentence is the record's"


@pytest.mark.parametrize("terms", [(), ("a term of the house",)])
def test_a_reason_of_a_house_stays_as_it_is_kept(terms: tuple[str, ...]) -> None:
    given = replace(pictures.MISDEAL, terms=terms)
    now = status(replace(pictures.FLOP, rulings=(given,)))
    ruling = in_language(dealer_view(now), now, catalogue("ka")).ruling
    assert ruling is not None
    assert (ruling.because, ruling.english) == (pictures.MISDEAL.because, True)


@pytest.mark.parametrize("question", Question)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_of_no_known_seat_has_no_gap(language: str, question: Question) -> None:
    words = catalogue(language)
    asked = QuestionAsked(question, ENGLISH.question(question, None))
    now = status(replace(pictures.FLOP, question=asked))
    said = in_language(dealer_view(now), now, words).question
    assert said is not None
    assert said.text == words.question(question, None)
    assert "{" not in said.text
    assert said.text.index("?") == len(said.text) - 1, "the only question mark is its own"
    assert said_words(QuestionAnswered(question, "yes"), words).startswith(said.text)
