"""SIGKILL of hub, broker and node in the middle of a hand that has a ruling in it."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from felt.fact import CardArrived
from felt.place import parse_place
from felt.situation import Situation
from tests.felt.wire.brokers import Mosquitto
from tests.processes.play import (
    Ending,
    Mishap,
    ending,
    kill_broker,
    kill_everything,
    kill_hub,
    kill_node,
    read_script,
    set_up,
)

PREMATURE_TURN = """\
rulebook bfsp
seats 1-3
button 3
senses hole,board,burn,muck
hand
deal round
deal round
3 calls
1 calls
2 checks
burn
board 9c 2d Jh
1 checks
2 bets 400
3 calls
burn
board 8s
take 8s
1 calls
burn
board 3d
"""
DEAL, SECOND_ROUND, TURN, TAKEN = 1, 2, 11, 12
"""Statements, counted from `hand`."""


async def played(folder: Path, mishaps: Mapping[int, Mishap], site: Mosquitto | None = None) -> Ending:
    async with set_up(folder, read_script(PREMATURE_TURN, folder.name), site) as play:
        await play.run(mishaps, between={})
        return ending(play)


async def test_killed_hubs_and_brokers_change_nothing(tmp_path: Path) -> None:
    site = Mosquitto(tmp_path)
    site.start()
    try:
        unbroken, with_child, with_site = await asyncio.gather(
            played(tmp_path / "unbroken", {}),
            played(tmp_path / "child", {DEAL: kill_hub, SECOND_ROUND: kill_broker, TURN: kill_hub, TAKEN: kill_hub}),
            played(tmp_path / "site", {DEAL: kill_broker, SECOND_ROUND: kill_hub, TURN: kill_broker}, site),
        )
    finally:
        site.kill()
    assert [ruling.situation for ruling in unbroken.rulings] == [Situation.PREMATURE_TURN]
    assert unbroken.cards[CardArrived, parse_place("board")] == 5
    assert with_child == unbroken
    assert with_site == unbroken


async def test_a_killed_node_invents_no_arrival_and_loses_none(tmp_path: Path) -> None:
    """The table pauses while its node is down; the hand is partial after it, and nothing else differs."""
    clean = PREMATURE_TURN.partition("1 checks")[0]
    script = read_script(clean, "clean")

    async def played_clean(folder: Path, mishaps: Mapping[int, Mishap]) -> Ending:
        async with set_up(folder, script) as play:
            await play.run({}, between=mishaps)
            return ending(play)

    unbroken, broken = await asyncio.gather(
        played_clean(tmp_path / "unbroken", {}),
        played_clean(tmp_path / "broken", {DEAL: kill_node, SECOND_ROUND: kill_everything}),
    )
    assert unbroken.cards[CardArrived, parse_place("seat1")] == 2
    assert broken.cards == unbroken.cards
    assert broken.rulings == unbroken.rulings == []
    assert broken.picture.partial == "the sensors started during the hand"
    assert replace(broken.picture, partial=None, partial_note=None) == unbroken.picture
