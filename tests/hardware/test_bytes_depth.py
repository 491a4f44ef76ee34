"""One script, two depths: bytes of virtual readers through the shipped chain end in the same rulings as bare facts."""

from pathlib import Path
from typing import Final

import pytest

from felt.ids import HandId
from hub.rules.ruling import Ruling
from hub.scenario.files import load_script
from hub.scenario.report import Given, Verdict
from hub.scenario.runner import run_script
from tests.hardware.chain import played

SCRIPTS: Final = Path(__file__).parent.parent / "hands" / "scenarios"
BOOKS: Final = ("bfsp", "gpc", "pub")
NAMES: Final = sorted(
    path.name for path in SCRIPTS.glob("*.hand") if load_script(path).setup.rulebook.partition("+")[0] in BOOKS
)


def of_given(given: Given) -> tuple[object, ...]:
    return given.kind, given.situation, given.seat, given.book, given.clause, given.steps


def of_ruling(ruling: Ruling) -> tuple[object, ...]:
    steps = tuple(str(plan.step) for plan in ruling.steps)
    return ruling.kind, ruling.situation, ruling.seat, ruling.book, ruling.clause, steps


def test_there_are_more_than_the_ten_scripts_asked_for() -> None:
    assert len(NAMES) > 10


@pytest.mark.parametrize("name", NAMES)
async def test_bytes_and_facts_end_in_the_same_rulings(name: str, tmp_path: Path) -> None:
    script = load_script(SCRIPTS / name)
    at_facts = run_script(script)
    assert at_facts.verdict is Verdict.HELD
    at_bytes = await played(script, tmp_path)
    assert [of_ruling(ruling) for ruling in at_bytes.rulings] == [of_given(given) for given in at_facts.rulings]
    assert at_bytes.picture.partial is None


async def test_nothing_that_the_table_sends_names_a_hidden_card(tmp_path: Path) -> None:
    script = load_script(SCRIPTS / "clean-hand.hand")
    at_bytes = await played(script, tmp_path)
    shown = {card.card for card in at_bytes.picture.board}
    assert {"9c", "2d", "Jh", "4s", "Td"} == shown
    ledger = (tmp_path / "ledger.db").read_bytes()
    uids = [f"E0160124{number:08X}".encode() for number in range(1, 53)]
    assert not any(uid in ledger for uid in uids)
    assert at_bytes.picture.hand is not None
    assert at_bytes.picture.hand != HandId("")
