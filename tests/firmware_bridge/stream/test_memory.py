"""Streams in memory and the named wires behind `memory://`."""

import asyncio

import pytest

from felt.clock import ManualClock
from felt.fault import ConfigFault, LinkLost
from firmware_bridge.stream import MemoryWires, memory_pair, open_stream
from firmware_bridge.stream.memory import UNREAD_LIMIT


async def test_bytes_pass_in_order_both_ways() -> None:
    near, far = memory_pair()
    await near.write(b"ab")
    await near.write(b"c")
    assert await far.read() == b"abc"
    await far.write(b"d")
    assert await near.read() == b"d"


async def test_a_waiting_reader_wakes() -> None:
    near, far = memory_pair()
    reading = asyncio.create_task(near.read())
    await asyncio.sleep(0)
    await far.write(b"x")
    assert await reading == b"x"


async def test_what_arrived_before_the_loss_is_delivered() -> None:
    near, far = memory_pair()
    await far.write(b"half a fra")
    near.lose("unplugged")
    assert await near.read() == b"half a fra"
    with pytest.raises(LinkLost, match="unplugged"):
        await near.read()


async def test_a_far_end_that_never_reads_does_not_fill_memory() -> None:
    near, _far = memory_pair()
    await near.write(bytes(UNREAD_LIMIT))
    with pytest.raises(LinkLost, match="does not read"):
        await near.write(b"x")


async def test_wires_by_name() -> None:
    wires, clock = MemoryWires(), ManualClock()
    with pytest.raises(LinkLost, match="nothing is plugged in"):
        await open_stream("memory://table-1/reader", clock=clock, wires=wires)
    far = wires.plug("table-1/reader")
    near = await open_stream("memory://table-1/reader", clock=clock, wires=wires)
    await near.write(b"hello")
    assert await far.read() == b"hello"
    with pytest.raises(LinkLost, match="in use"):
        wires.open("table-1/reader")


async def test_a_device_stays_while_hosts_come_and_go() -> None:
    wires = MemoryWires()
    far = wires.plug("a")
    first = wires.open("a")
    await first.close()
    await far.write(b"into nothing")
    second = wires.open("a")
    await far.write(b"heard")
    assert await second.read() == b"heard"


async def test_pulled_and_plugged_in_again() -> None:
    wires = MemoryWires()
    far = wires.plug("a")
    near = wires.open("a")
    wires.unplug("a")
    for end in (near, far):
        with pytest.raises(LinkLost, match="unplugged"):
            await end.read()
    wires.plug("a")
    assert wires.open("a") is not near


async def test_memory_needs_wires() -> None:
    with pytest.raises(ConfigFault, match="no virtual device"):
        await open_stream("memory://a", clock=ManualClock())
