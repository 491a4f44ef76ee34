"""How many facts a second one core takes through evolve, notice and decide, over clean hands of every sort."""

from collections.abc import Iterator
from typing import Final

from felt.fact import Fact
from felt.ids import FactId
from felt.script import Stage, parse_script
from felt.script.statement import Expectation
from felt.setup import TableSetup
from hub.rules import advance, open_table
from hub.scenario.node import ScriptedNode
from tests.bench.row import Row, per_second
from tests.hands.clean import clean_script

HANDS: Final = 60


def facts_of(seed: int, book: str) -> tuple[TableSetup, list[tuple[FactId, Fact]]]:
    """The facts of one random correct script."""
    script = parse_script(clean_script(seed, book), f"seed {seed}")
    stage, node = Stage(script), ScriptedNode(script.setup)
    told = [
        fact
        for statement in script.statements
        for act in stage.play(statement)
        if not isinstance(statement, Expectation)
        for fact in node.observe(act)
    ]
    return script.setup, [(FactId(f"bench/0000000000000000/{at}"), fact) for at, fact in enumerate(told)]


def rows() -> Iterator[Row]:
    """Facts per second through `advance` on one core."""
    tables = [facts_of(seed, "bfsp") for seed in range(HANDS)]

    def work() -> int:
        for setup, facts in tables:
            state = open_table(setup)
            for id_, fact in facts:
                state = advance(state, id_, fact).state
        return sum(len(facts) for _, facts in tables)

    note = f"{HANDS} scripts of clean hands, best of 5"
    yield Row("facts through evolve, notice and decide", per_second(work), "facts/s", 50_000, note=note)
