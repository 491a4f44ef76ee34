"""Why a ruling was given, as a floor person says it: every reason that any book can give is kept and was read."""

import pytest

from felt.games import GAMES
from felt.script import parse_script
from felt.situation import Situation
from hub.rulebook.circumstance import CIRCUMSTANCES, placed
from hub.rules.articles.decide import Found, decide
from hub.rules.books import BOOKS, chain_named
from hub.rules.rule import ruling_from
from hub.scenario import run_script
from tests.hub.rulebook.golden import ANEW, FOLDER, REASONS, reasons_text


def test_every_reason_is_as_it_was_read() -> None:
    before, after = (FOLDER / REASONS).read_text(encoding="utf-8").splitlines(), reasons_text().splitlines()
    told = [f"gone: {line}" for line in before if line not in after]
    told += [f"new: {line}" for line in after if line not in before]
    assert before == after, "\n".join([f"reasons changed; if they should have: {ANEW}", *told])


def test_no_reason_reads_like_a_machine() -> None:
    for line in reasons_text().splitlines():
        reason = line.partition(": ")[2]
        assert not set("()_{}=<>") & set(reason), line
        assert "not not" not in reason
        assert len(reason) < 170, line


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_reason_names_what_happened(game: str) -> None:
    """Whatever the book, a ruling on a seat's cards names the seat; a duplicate's never does."""
    for row in CIRCUMSTANCES:
        if not row.happens_in(GAMES[game]):
            continue
        for book in BOOKS:
            chain = chain_named(book, game)
            state, hand, event = placed(row, game)
            answer = decide(chain, state, hand, event)
            if isinstance(answer, Found):
                because = ruling_from(state, hand, event, answer.book, answer.article).because
                assert because
                if row.situation in (Situation.TOO_MANY_CARDS, Situation.TOO_FEW_CARDS):
                    assert f"seat {event.seat}" in because
                if row.situation is Situation.DUPLICATE_CARD:
                    assert "seat" not in because


def test_three_cards_before_the_first_action() -> None:
    script = (
        "rulebook bfsp\nseats 1-4\nbutton 1\nhand\ndeal all\nnotice count 4 3\nexpect misdeal too-many-cards 4 6.3.5\n"
    )
    [understood] = [said for said in run_script(parse_script(script, "x")).understood if "count" in said.text]
    assert "seat 4 has three cards instead of two before the first action" in " ".join(understood.said)
