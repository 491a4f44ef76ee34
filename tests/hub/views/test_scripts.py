"""Every script of the suite, viewed after every fact: nothing hidden is ever named, and nothing breaks."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from felt.card import DECK, Card
from felt.clock import Nanos
from felt.fact import Fact
from felt.ids import BootId, DeviceId, fact_id
from felt.script import Script, Stage, parse_script
from felt.script.statement import Expectation, HandStarts
from felt.situation import Kind
from hub.floor.chronicle import Chronicle
from hub.rules import advance, open_table, picture
from hub.rules.ruling import RulingGiven
from hub.scenario.node import ScriptedNode
from hub.views.dealer import dealer_view
from hub.views.floor import floor_view
from hub.views.ruling import Standing, ruling_view
from hub.views.status import TableStatus
from tests.hub.views.pictures import ROOM, status

HANDS = Path(__file__).parents[2] / "hands"
SCRIPTS = sorted(HANDS.rglob("*.hand"))
NAMED = re.compile(rf"\b(?:{'|'.join(DECK)})\b")


def moments(script: Script) -> Iterator[tuple[Fact, TableStatus, set[int]]]:
    """Each fact that the script's table tells, the table after it, and the rulings whose procedures are open then."""
    state, stage, node = open_table(script.setup), Stage(script), ScriptedNode(script.setup)
    chronicle, told = Chronicle(), 0
    for statement in script.statements:
        acts = stage.play(statement)
        if isinstance(statement, Expectation):
            continue
        for fact in (fact for act in acts for fact in node.observe(act)):
            told += 1
            turn = advance(state, fact_id(DeviceId("script"), BootId("0" * 16), told), fact)
            state = turn.state
            chronicle.fold(Nanos(told), turn.outcomes)
            if any(isinstance(out, RulingGiven) and out.ruling.kind is Kind.MISDEAL for out in turn.outcomes):
                stage.misdealt()
            now = replace(status(picture(state), revision=told), chronicle=chronicle.all())
            yield fact, now, {progress.number for progress in state.open}
        button = picture(state).button
        if isinstance(statement, HandStarts) and button is not None:
            stage.place_button(button)


def told_cards(fact: Fact) -> set[Card]:
    """The cards that a fact names: those that lie face up."""
    return {Card(name) for name in NAMED.findall(msgspec.json.encode(fact).decode())}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_only_told_cards_are_named(path: Path) -> None:
    script = parse_script(path.read_text(), path.name)
    told: set[Card] = set()
    for fact, now, _ in moments(script):
        told |= told_cards(fact)
        for view in (dealer_view(now), floor_view(ROOM, [now])):
            assert set(NAMED.findall(msgspec.json.encode(view).decode())) <= told, fact


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_is_said_of_a_ruling_is_what_the_table_has_of_it(path: Path) -> None:
    """What is still to be done is an open procedure's, and every step of what was done is marked so."""
    for fact, now, opened in moments(parse_script(path.read_text(), path.name)):
        views = [ruling_view(now, ruling) for ruling in now.picture.rulings]
        still = {view.number for view in views if view.standing in (Standing.OPEN, Standing.WAITING)}
        assert still == opened, fact
        for view in views:
            unseen = [step for step in view.steps if step.state not in ("done", "keep")]
            assert not unseen or view.standing is not Standing.COMPLETED, fact


def test_there_are_scripts() -> None:
    assert len(SCRIPTS) > 30
