"""A hand at a table: what is ruled, asked, guided, taken back, kept silent, and read back with proof."""

import asyncio
import json
import re
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from felt.fact import Fact, FactWithdrawn, HandOpened, PersonReported, QuestionAnswered, RoundClosed, StepConfirmed
from felt.fault import BadInput
from felt.ids import HandId
from felt.order import Guidance
from felt.situation import Kind, Question, Situation
from hub.__main__ import replay, ruling_line, tell_rulings
from hub.floor import HUB_DEVICE, Authority, page_device
from hub.floor.rebuild import read_fact
from hub.ledger import LedgerReader
from hub.views.status import AlertKind, AlertState
from tests.hub.floor.cards import SENSES, Sensed
from tests.hub.floor.room import ROOM, SETUP, T1, TERMS, Device, Room, open_room

DEALER, FLOOR = page_device("dealer"), page_device("floor")
LAG_MS = 1_500


def opening(sensed: Sensed) -> list[Fact]:
    return [SENSES, HandOpened(), *sensed.deal(1, 2, 3, 4, 5, 6)]


def half_dealt() -> list[Fact]:
    return opening(Sensed())[:8]


async def at_a_premature_flop(room: Room) -> tuple[Device, int]:
    """A node that saw the flop come before the round was closed, with a lag for the operator."""
    sensed = Sensed()
    node = await room.device().start()
    facts = [*opening(sensed), *sensed.flop("9c", "2d", "Jh")]
    following = await node.say(0, *facts)
    await node.acked(following - 1)
    return node, following


LATE = tuple(replace(each, setup=replace(SETUP, tracker_lag_ms=LAG_MS, senses=())) for each in TERMS)
PROMPT = tuple(replace(each, setup=replace(SETUP, senses=())) for each in TERMS)


async def test_a_late_operator_is_waited_for_and_then_asked(tmp_path: Path) -> None:
    async with open_room(tmp_path, terms=LATE) as room:
        node, _ = await at_a_premature_flop(room)
        status = room.floor.status(T1)
        assert (status.picture.question, status.picture.rulings) == (None, ())
        assert status.picture.stop is not None
        await room.clock.advance(LAG_MS / 1000 - 0.01)
        assert room.floor.status(T1).picture.question is None
        await room.clock.advance(0.02)
        await room.until(lambda: room.floor.status(T1).picture.question is not None)
        asked = room.floor.status(T1).picture.question
        assert asked is not None
        assert asked.question is Question.ROUND_OPEN
        await node.until(lambda: bool(node.guidance) and node.guidance[-1].question is not None)
        await room.floor.tell(T1, DEALER, QuestionAnswered(asked.question, "yes", asked.seat))
        [ruling] = room.floor.status(T1).picture.rulings
        assert ruling.situation is Situation.PREMATURE_FLOP
    told = facts_of(room, HUB_DEVICE)
    assert all(type(fact).__name__ == "TimePassed" for fact in told)
    assert sum(getattr(fact, "milliseconds", 0) for fact in told) >= LAG_MS


async def test_an_operator_in_time_is_not_asked(tmp_path: Path) -> None:
    async with open_room(tmp_path, terms=LATE) as room:
        await at_a_premature_flop(room)
        await room.clock.advance(0.5)
        await room.floor.tell(T1, DEALER, RoundClosed())
        await room.clock.advance(60)
        status = room.floor.status(T1)
        assert (status.picture.question, status.picture.rulings, status.picture.stop) == (None, (), None)


async def test_time_is_no_fact_while_nothing_waits_for_it(tmp_path: Path) -> None:
    async with open_room(tmp_path, terms=PROMPT) as room:
        node = await room.device().start()
        await node.say(0, *opening(Sensed()))
        await node.acked(13)
        await room.clock.advance(600)
        await room.floor.tell(T1, DEALER, RoundClosed())
    assert facts_of(room, HUB_DEVICE) == []


async def test_a_ruling_calls_the_floor_guides_the_table_and_is_taken_back(tmp_path: Path) -> None:
    async with open_room(tmp_path, terms=PROMPT) as room:
        node = await room.device().start()
        await node.say(0, *half_dealt())
        await node.acked(7)
        said: list[str] = []
        following = tell_rulings(room.floor, said.append)
        telling = asyncio.create_task(following)
        await asyncio.sleep(0)
        await room.floor.tell(T1, DEALER, PersonReported(Situation.DEFECTIVE_CARD))
        status = room.floor.status(T1)
        [ruling] = status.picture.rulings
        [record] = status.chronicle
        assert (record.ruling, record.at) == (ruling, room.clock.wall())
        [alert] = status.alerts
        assert (alert.kind, alert.ruling, alert.state) == (AlertKind.RULING, ruling.number, AlertState.OPEN)
        assert ruling.clause in alert.detail
        assert ruling.kind is Kind.MISDEAL
        await node.until(lambda: bool(node.guidance) and bool(node.guidance[-1].steps))
        due = node.guidance[-1].steps[0]
        assert status.picture.procedure is not None
        assert due.step in {step.plan.step for step in status.picture.procedure.steps}
        await room.floor.tell(T1, DEALER, FactWithdrawn(why="wrong button"))
        status = room.floor.status(T1)
        assert (status.picture.rulings, status.picture.procedure) == ((), None)
        assert status.alerts[0].state is AlertState.RESOLVED
        await node.until(lambda: node.guidance[-1].steps == ())
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
        assert said == [ruling_line(T1, ruling)]
        assert ruling.clause in said[0]
        state = room.floor._desks[T1].state
    async with open_room(tmp_path, terms=PROMPT) as room:
        assert room.floor._desks[T1].state == state
        assert room.floor.status(T1).alerts == status.alerts


async def test_a_silent_table_is_told_nothing_but_where_its_hand_stands(tmp_path: Path) -> None:
    terms = tuple(replace(each, authority=Authority.SILENT) for each in PROMPT)
    async with open_room(tmp_path, terms=terms) as room:
        node = await room.device().start()
        await node.say(0, *half_dealt())
        await node.acked(7)
        await room.floor.tell(T1, DEALER, PersonReported(Situation.DEFECTIVE_CARD))
        status = room.floor.status(T1)
        assert status.authority == "silent"
        assert len(status.picture.rulings) == len(status.alerts) == 1
        await node.until(lambda: bool(node.guidance) and node.guidance[-1].state == status.picture.state)
        assert node.guidance[-1] == Guidance(node.guidance[-1].serial, status.picture.hand, status.picture.state)


async def test_a_hand_is_read_back_with_its_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_room(tmp_path, terms=PROMPT) as room:
        node = await room.device().start()
        await node.say(0, *half_dealt())
        await node.acked(7)
        await room.floor.tell(T1, DEALER, PersonReported(Situation.DEFECTIVE_CARD))
        await room.floor.tell(T1, DEALER, StepConfirmed())
        hand = room.floor.status(T1).picture.rulings[0].hand
    path = room.ledger.path
    assert replay(path, hand) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"hand {hand}, table t1, room club\n")
    assert "page-dealer: said: A marked or damaged card\n" in told
    assert re.search(r"-> RULING 1: .*bfsp .* Because .*\. Steps: 1 Gather all cards, 2 ", told)
    assert told.count(": a card came to seat ") == 6
    assert not re.search(r'[{}"]', told), "no raw record"
    assert told.rstrip().endswith("the chain of table t1 holds, and every fact is signed by its device")
    assert replay(path, hand, as_json=True) == 0
    raw, proof = capsys.readouterr()
    rows = [json.loads(line) for line in raw.splitlines()]
    assert [row["fact"]["fact"] for row in rows].count("CardArrived") == 6
    assert {outcome["outcome"] for row in rows for outcome in row.get("outcomes", ())} >= {"HandBegan", "RulingGiven"}
    assert proof == "the chain of table t1 holds, and every fact is signed by its device\n"
    with pytest.raises(BadInput, match="no hand 't1-77'"):
        replay(path, HandId("t1-77"))
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entries_keep")
    changed = "CAST(replace(CAST(line AS TEXT), 'defective', 'DEFECTIVE') AS BLOB)"
    connection.execute(f"UPDATE entries SET line = {changed} WHERE CAST(line AS TEXT) LIKE '%PersonReported%'")
    connection.commit()
    connection.close()
    assert replay(path, hand) == 1
    told = capsys.readouterr().out
    assert re.search(r"row \d+: felt/club/t1/page-dealer/facts: broken signature", told)
    assert re.search(r"the chain of table t1 breaks at row \d+: the row or its hash was changed", told)


def facts_of(room: Room, device: str) -> list[Fact]:
    """What a device said, from the ledger."""
    reader = LedgerReader(room.ledger.path)
    drafts = [row.draft for row in reader.rows(ROOM, T1) if row.draft.device == device and row.draft.boot]
    reader.close()
    return [read_fact(draft)[1] for draft in drafts]
