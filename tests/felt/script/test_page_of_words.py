"""The page on hand scripts lists every word that the reader knows."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from felt.fact import StubEvent
from felt.script.events import EVENTS, SHORT_NOTICES, VERBS
from felt.script.expects import EXPECTS
from felt.script.head import HEAD, SCRIPT_GAMES
from felt.situation import Kind, Question, Sense, Situation, Step, Tracker

PAGE = (Path(__file__).parents[3] / "docs" / "hand-scripts.md").read_text(encoding="utf-8")
LISTED = PAGE.partition("## All words")[2]
SAID = set(re.findall(r"[a-z0-9-]+", " ".join(re.findall(r"`([^`]+)`", LISTED))))


@pytest.mark.parametrize(
    "words",
    [
        HEAD,
        SCRIPT_GAMES,
        EVENTS,
        VERBS,
        EXPECTS,
        SHORT_NOTICES,
        StubEvent,
        Kind,
        Question,
        Sense,
        Situation,
        Step,
        Tracker,
    ],
)
def test_every_word_of_the_reader_is_on_the_page(words: Iterable[str]) -> None:
    assert not {str(word) for word in words} - SAID


def test_every_listed_line_begins_with_a_word_of_the_reader() -> None:
    """The first word of each line in the two tables is one that the reader knows, or a seat that acts."""
    rows = [row.split("|")[1] for row in LISTED.splitlines() if row.startswith("| `")]
    first = {line.split()[0] for row in rows for line in re.findall(r"`([^`]+)`", row)}
    assert first == {*HEAD, *EVENTS, "SEAT"}
