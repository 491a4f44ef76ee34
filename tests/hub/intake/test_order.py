"""Facts reach their table once, whole and in order, whatever the wire does to them."""

import asyncio

import pytest

from felt.fact import DeckChanged, HandClosed, HandOpened, RoundClosed
from felt.order import Ack, Presentness, ResendWanted
from hub.intake import Trouble
from hub.intake.chaser import RESEND_WAIT_S, RESENDS
from tests.hub.floor.room import T1, T2, Device
from tests.hub.intake.gate import open_gate

FACTS = (HandOpened(), RoundClosed(), RoundClosed(), HandClosed())


async def test_facts_in_order_are_delivered_with_their_lines() -> None:
    async with open_gate() as gate:
        node = await gate.device()
        await node.say(0, *FACTS)
        await gate.settle()
        assert gate.sink.facts == [(T1, "node", seq) for seq in range(4)]
        assert tuple(gate.sink.bodies) == FACTS
        assert gate.sink.lines[T1, node.name, node.boot, 2] == node.line(2, FACTS[2])
        assert gate.sink.keys == [(T1, "node", node.key.public)]
        assert gate.sink.alarms == []
        assert node.acks == []


async def test_only_what_is_committed_is_acknowledged_and_again_after_a_new_link() -> None:
    async with open_gate() as gate:
        node = await gate.device()
        await node.say(0, *FACTS)
        await gate.settle()
        gate.intake.committed(T1, node.name, node.boot, 2)
        await gate.settle()
        assert node.acks == [Ack(node.boot, 2)]
        gate.link.cut()
        gate.link.restore()
        await gate.settle()
        assert node.acks[-1] == Ack(node.boot, 2)


async def test_the_same_again_is_dropped_and_acknowledged_again() -> None:
    async with open_gate() as gate:
        node = await gate.device()
        await node.say(0, *FACTS)
        await gate.settle()
        gate.intake.committed(T1, node.name, node.boot, 3)
        await gate.settle()
        node.acks.clear()
        await node.say(0, *FACTS)
        await gate.settle()
        assert len(gate.sink.facts) == 4
        assert set(node.acks) == {Ack(node.boot, 3)}
        assert gate.sink.alarms == []


async def test_the_same_key_with_other_bytes_is_an_alarm_and_the_first_stands() -> None:
    async with open_gate() as gate:
        node = await gate.device()
        await node.say(0, HandOpened())
        await node.say(0, HandClosed())
        await gate.settle()
        assert gate.sink.bodies == [HandOpened()]
        [alarm] = gate.sink.alarms
        assert alarm.trouble is Trouble.CHANGED_FACT
        assert "device node of table t1" in alarm.what


async def test_a_hole_is_asked_for_and_what_waits_behind_it_keeps_its_order() -> None:
    async with open_gate() as gate:
        node = await gate.device()
        await node.say(0, FACTS[0])
        await node.say(3, FACTS[3])
        await node.say(2, FACTS[2])
        await gate.settle()
        assert [seq for _, _, seq in gate.sink.facts] == [0]
        assert node.resends == [ResendWanted(node.boot, 1, 2)]
        await node.say(1, FACTS[1])
        await gate.settle()
        assert [seq for _, _, seq in gate.sink.facts] == [0, 1, 2, 3]
        await gate.clock.advance(60)
        assert gate.sink.gaps == []
        assert gate.sink.alarms == []


async def test_a_hole_that_cannot_be_had_is_said_before_what_follows_it() -> None:
    async with open_gate() as gate:
        node = await gate.device()
        await node.say(0, FACTS[0])
        await node.say(2, FACTS[2])
        await gate.settle()
        await gate.clock.advance(RESEND_WAIT_S * RESENDS - 0.1)
        await gate.settle()
        assert len(node.resends) == RESENDS
        assert gate.sink.gaps == []
        await gate.clock.advance(0.2)
        assert gate.sink.gaps == [(T1, "node", 1, 1)]
        assert [seq for _, _, seq in gate.sink.facts] == [0, 2]
        [alarm] = gate.sink.alarms
        assert alarm.trouble is Trouble.MISSING
        assert "facts 1 to 1 of device node of table t1" in alarm.what
        await node.say(1, FACTS[1])
        await gate.settle()
        assert [seq for _, _, seq in gate.sink.facts] == [0, 2]


async def test_a_device_that_is_away_is_not_given_up() -> None:
    async with open_gate() as gate:
        node = await gate.device()
        await node.say(1, FACTS[1])
        await node.announce(Presentness.OFFLINE)
        await gate.settle()
        await gate.clock.advance(3600)
        assert gate.sink.gaps == []
        await node.announce()
        await node.say(0, FACTS[0])
        await gate.settle()
        assert [seq for _, _, seq in gate.sink.facts] == [0, 1]


async def test_a_hub_that_never_saw_a_device_s_beginning_goes_on_from_where_it_can() -> None:
    async with open_gate() as gate:
        node = await gate.device()
        await node.say(500, FACTS[0])
        await gate.settle()
        await gate.clock.advance(RESEND_WAIT_S * RESENDS + 0.1)
        assert gate.sink.gaps == [(T1, "node", 0, 499)]
        assert [seq for _, _, seq in gate.sink.facts] == [500]


async def test_a_new_start_follows_the_old_one_s_last_fact() -> None:
    async with open_gate() as gate:
        old = await gate.device()
        await old.say(0, FACTS[0])
        new = await gate.device(boot="00000000000000b2")
        await old.say(2, FACTS[2])
        await new.say(0, DeckChanged())
        await gate.settle()
        assert gate.sink.bodies == [FACTS[0]]
        await old.say(1, FACTS[1])
        await gate.settle()
        assert gate.sink.bodies == [FACTS[0], FACTS[1], FACTS[2], DeckChanged()]
        assert gate.sink.alarms == []


async def test_two_starts_at_once_are_an_alarm() -> None:
    async with open_gate() as gate:
        first = await gate.device()
        second = await gate.device(boot="00000000000000b2")
        await first.say(0, FACTS[0])
        await second.say(0, FACTS[0])
        await first.say(1, FACTS[1])
        await gate.settle()
        assert gate.sink.troubles == [Trouble.TWO_STARTS]
        assert [seq for _, _, seq in gate.sink.facts] == [0, 0]
        assert first.acks == [Ack(first.boot, 1)]  # never taken: held on to, it would hold back what follows


async def test_a_restarted_hub_goes_on_where_the_ledger_stopped() -> None:
    async with open_gate() as gate:
        node = Device(gate.broker.client())
        speaker = gate.intake.speaker(T1, node.name)
        speaker.remember(node.key.public, {node.boot: 2})
        speaker.recorded = True
        await node.start()
        await node.say(1, FACTS[1], FACTS[2])
        await gate.settle()
        assert [seq for _, _, seq in gate.sink.facts] == [2]
        assert gate.sink.keys == []
        assert Ack(node.boot, 1) in node.acks


async def test_a_table_that_can_take_no_more_gets_it_later() -> None:
    async with open_gate() as gate:
        node, other = await gate.device(), await gate.device("node2", T2)
        gate.sink.full.add(T1)
        await node.say(0, FACTS[0])
        await other.say(0, FACTS[0])
        await gate.settle()
        assert gate.sink.facts == [(T2, "node2", 0)]
        gate.sink.full.clear()
        await node.say(1, FACTS[1])
        await gate.settle()
        assert node.resends == [ResendWanted(node.boot, 0, 0)]
        await node.say(0, FACTS[0])
        await gate.settle()
        assert [seq for table, _, seq in gate.sink.facts if table == T1] == [0, 1]


async def test_keys_that_come_late_are_waited_for() -> None:
    async with open_gate() as gate:
        node = await gate.device("late")
        await node.transport.stop()
    async with open_gate() as gate:
        silent = gate.broker.client()
        await silent.start()
        node = await gate.device("other")
        node.transport = silent
        node.name = type(node.name)("silent")
        await node.say(0, *FACTS)
        await gate.settle()
        assert gate.sink.facts == []
        await node.announce()
        await gate.settle()
        assert [seq for _, _, seq in gate.sink.facts] == [0, 1, 2, 3]
        await gate.clock.advance(60)
        assert gate.sink.alarms == []


@pytest.mark.parametrize("seed", range(5))
async def test_any_order_with_repeats_becomes_the_right_order(seed: int) -> None:
    import random

    dice = random.Random(seed)
    async with open_gate() as gate:
        node = await gate.device()
        sequence = [*range(40), *dice.choices(range(40), k=20)]
        dice.shuffle(sequence)
        for seq in sequence:
            await node.say(seq, HandOpened())
        await gate.settle()
        assert [seq for _, _, seq in gate.sink.facts] == list(range(40))
        assert gate.sink.alarms == []
        await asyncio.sleep(0)
