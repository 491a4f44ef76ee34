"""The books as tables: one article answers, silence asks the next pack once, and every article is well formed."""

import itertools
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from felt.fact import HandClosed, HandOpened
from felt.fault import BadInput
from felt.place import SeatNo
from felt.situation import Kind, Question, Situation, Step
from hub.rules import book_named
from hub.rules.articles.book import About, Article
from hub.rules.articles.decide import Found, Silent, decide
from hub.rules.books import BOOKS, chain_named
from hub.rules.hand import Hand
from hub.rules.irregularity import Irregularity, Moment
from hub.rules.opening import blank_hand
from hub.rules.state import TableState
from tests.hub.rules.felt_table import FeltTable

TABLES = (*sorted(BOOKS), "sport-poker+bfsp", "sport-poker+tda")


def stages(book: str) -> Iterator[TableState]:
    """A table before the hand, in the deal, dealt, after one and two acts, on the flop, after a bet, and after."""
    yield FeltTable(book, seats=5, button=5).state
    table = FeltTable(book, seats=5, button=5)
    table.tell(HandOpened())
    table.deal(1, 2, 3)
    yield table.state
    for acts in ("", "3 calls", "3 folds, 4 folds", "3 calls, 4 raises 600"):
        table = FeltTable(book, seats=5, button=5)
        table.open()
        if acts:
            table.acts(acts)
        yield table.state
    table = FeltTable(book, seats=5, button=5)
    table.open()
    table.acts("3 calls, 4 calls, 5 calls, 1 calls, 2 checks")
    table.burn()
    table.board("9c", "2d", "Jh")
    yield table.state
    table.acts("1 bets 300")
    yield table.state
    table.tell(HandClosed())
    yield table.state


def events() -> Iterator[Irregularity]:
    """Every situation with whatever its articles look at."""
    for situation in Situation:
        exposed = situation in (Situation.EXPOSED_FIRST_CARD, Situation.EXPOSED_HOLE_CARD)
        for seat, count, by_dealer, street, first, moment in itertools.product(
            (3, 5),
            (1, 3, 5),
            (True, False) if situation in (Situation.HAND_IN_MUCK, Situation.ALL_IN_MUCKED) else (True,),
            (1, 2),
            (True, False) if exposed else (False,),
            (None, *Moment) if situation is Situation.ABSENT_HAND else (None,),
        ):
            yield Irregularity(
                situation,
                SeatNo(seat),
                count=count,
                by_dealer=by_dealer,
                street=street,
                first=first,
                opening=first,
                moment=moment,
            )


def answers(state: TableState, said: str) -> TableState:
    """Every question answered alike, so that no article hides behind one."""
    if not said:
        return state
    seats = (None, SeatNo(3), SeatNo(5))
    return replace(state, answers={(question, seat): said for question in Question for seat in seats})


@pytest.mark.parametrize("book", TABLES)
def test_never_do_two_articles_answer(book: str) -> None:
    chain = chain_named(book, "holdem")
    for stage, said in itertools.product(stages(book), ("", "yes", "no")):
        state = answers(stage, said)
        hand: Hand = state.hand or blank_hand(state)
        for event in events():
            answer = decide(chain, state, hand, event)
            assert not (isinstance(answer, Silent) and answer.torn), (event, answer)
            if isinstance(answer, Found):
                assert event.situation in answer.article.on


def test_chains_are_lists_and_no_book_is_asked_twice() -> None:
    """The README of the rulebooks: chains are lists, never followed transitively; bfsp asks gpc for flop games only."""

    def names(book: str, game: str = "holdem") -> list[str]:
        return [asked.id for asked in chain_named(book, game)]

    assert names("bfsp") == ["bfsp", "gpc"]
    assert names("bfsp", "stud") == ["bfsp"]
    assert names("gpc") == ["gpc", "bfsp"]
    assert names("club") == ["club", "bfsp"]
    assert names("pub") == ["pub", "bfsp"]
    assert names("tda") == ["tda"]
    assert names("rrop") == ["rrop"]
    assert names("sport-poker") == ["sport-poker", "gpc", "bfsp"]
    assert names("sport-poker+bfsp") == ["sport-poker", "bfsp", "gpc"]


def test_an_unknown_book_names_the_nearest() -> None:
    with pytest.raises(BadInput, match="did you mean bfsp"):
        book_named("bfps")
    with pytest.raises(BadInput, match="rulebook"):
        chain_named("sport-poker+none", "holdem")


def test_sport_poker_is_refused_for_no_game_it_can_deal() -> None:
    assert book_named("sport-poker+gpc").id == "sport-poker"


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_every_article_is_well_formed(book: str) -> None:
    for article in BOOKS[book].articles:
        assert article.clause
        assert " " not in article.clause
        assert article.says.endswith(".")
        assert article.on
        assert len(set(article.on)) == len(article.on)
        assert article.kind is not Kind.FLOOR or article.options
        assert_steps(article)


def assert_steps(article: Article) -> None:
    """A misdeal begins with gathering; what speaks of a seat does so in every step that needs one."""
    steps = [do.step for do in article.steps]
    if article.kind is Kind.MISDEAL:
        assert steps[0] is Step.GATHER_ALL
        assert steps[-1] is Step.REDEAL
    if article.kind is Kind.VOID:
        assert steps[0] is Step.RETURN_CHIPS
    for do in article.steps:
        if do.step in (Step.MUCK, Step.RESTORE, Step.DEAL_MISSING):
            assert do.about is About.SEAT
        if do.step is Step.EXCHANGE:
            assert do.about is About.SEAT_CARD
    if article.kind is Kind.PLAY_ON:
        assert not steps


@pytest.mark.parametrize(
    ("book", "acts", "there"),
    [
        ("bfsp", "", False),
        ("bfsp", "3 folds", True),
        ("club", "3 calls, 4 folds, 5 folds", False),
        ("club", "3 calls, 4 calls", True),
        ("gpc", "3 calls", False),
        ("gpc", "3 folds, 4 calls", False),
        ("gpc", "3 calls, 4 calls", True),
        ("gpc", "3 folds, 4 folds, 5 folds", True),
        ("pub", "3 folds, 4 folds, 5 folds", False),
        ("pub", "3 calls", True),
        ("tda", "3 raises 600", False),
        ("tda", "3 folds, 4 folds", False),
        ("tda", "3 folds, 4 calls", True),
        ("tda", "3 folds, 4 folds, 5 folds", True),
        ("rrop", "3 folds", False),
        ("rrop", "3 folds, 4 folds", True),
    ],
)
def test_substantial_action_is_each_books_own(book: str, acts: str, there: bool) -> None:
    """bfsp 6.3.7, club 34.1, gpc 36, pub special 6, tda 36, rrop substantial action."""
    table = FeltTable(book, seats=6, button=6)
    table.open()
    if acts:
        table.acts(acts)
    table.reports(Situation.TOO_MANY_CARDS, 1, 5)
    assert (table.rulings[0].kind is not Kind.MISDEAL) == (there or (book == "gpc" and bool(acts)))
