"""No false alarm: over random correct hands no book has anything to say or to ask."""

from typing import Final

import pytest

from felt.script import parse_script
from felt.script.head import BOOKS
from hub.scenario import Verdict, run_script
from tests.hands.clean import clean_script

SEEDS_PER_BLOCK: Final = 100
BLOCKS: Final = 3


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("book", BOOKS)
def test_correct_hands_bring_no_ruling_and_no_question(book: str, block: int) -> None:
    for seed in range(block * SEEDS_PER_BLOCK, (block + 1) * SEEDS_PER_BLOCK):
        text = clean_script(seed, book)
        report = run_script(parse_script(text, f"seed {seed}"))
        assert report.verdict is Verdict.HELD, f"{text}\n{report.why}{report.failures}"
        assert not report.rulings


def test_the_hands_are_of_every_sort() -> None:
    """What this test stands on: walks, run-outs, short all-ins, heads-up, dead buttons, ten seats, several hands."""
    texts = [clean_script(seed, "bfsp") for seed in range(1000)]
    assert sum("board" not in text for text in texts) > 20
    assert sum(text.count(",") == 1 for text in texts) > 5
    assert sum(len(text.split("seats ")[1].split("\n")[0].split(",")) == 10 for text in texts) > 30
    assert sum(_button(text) not in _seats(text) for text in texts) > 50
    assert sum(text.count("all-in") > 1 and "river" not in text for text in texts) > 50
    assert sum(text.count("hand\n") == 3 for text in texts) > 100
    assert sum("tracker rounds" in text for text in texts) > 100


def _seats(text: str) -> list[str]:
    return text.split("seats ")[1].split("\n", maxsplit=1)[0].split(",")


def _button(text: str) -> str:
    return text.split("button ")[1].split("\n", maxsplit=1)[0]
