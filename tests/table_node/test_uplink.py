"""The uplink over a broker in memory and over a real one: in order, until acknowledged, and no further."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from felt.clock import ManualClock, Nanos, SystemClock
from felt.fact import RoundClosed
from felt.fault import LinkLost
from felt.ids import BootId, DeviceId, HandId, RoomId, TableId
from felt.order import Guidance, Health, Presentness, Refused, ResendWanted
from felt.wire import DeviceKey, InProcessBroker, InProcessTransport, MqttTransport, Retention
from table_node.outbox import Identity, Outbox, Stamp
from table_node.uplink import Uplink, UplinkTuning, last_will
from tests.felt.wire.brokers import Mosquitto
from tests.table_node.hubside import HubSide
from tests.table_node.waiting import until

ME = Identity(RoomId("main"), TableId("t1"), DeviceId("t1-node"))
STAMP = Stamp(Nanos(5), Nanos(6))
KEY = DeviceKey(b"k" * 32)


class Bench:
    """A hub, a broker and a device's uplink."""

    def __init__(self, folder: Path, *, tuning: UplinkTuning | None = None) -> None:
        self.broker = InProcessBroker()
        self.clock = ManualClock()
        self.outbox = Outbox(folder / "outbox.sqlite", ME, boot=lambda: BootId("00000000000000aa"))
        self.transport: InProcessTransport = self.broker.client(will=last_will(ME))
        self.hub = HubSide(self.broker.client(), ME)
        self.guided: list[Guidance] = []
        self.logged: list[str] = []
        self.uplink = Uplink(
            ME,
            self.transport,
            KEY,
            self.outbox,
            self.clock,
            on_guidance=self.guided.append,
            on_forgotten=lambda: self.logged.append("forgotten"),
            health=lambda: Health(watching=True, parts={"west": "ok"}),
            log=self.logged.append,
            tuning=tuning,
        )
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.hub.start()
        self._task = asyncio.create_task(self.uplink.run())
        await self.hub.until_said(1)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.hub.stop()
        self.outbox.close()

    def post(self, count: int = 1) -> None:
        self.outbox.append([RoundClosed()] * count, STAMP, b"")
        self.uplink.stir()

    async def until_empty(self) -> None:
        await until(lambda: not self.outbox.size())

    def sequences(self) -> list[int]:
        return [envelope.seq for envelope in self.hub.envelopes]


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    made = Bench(tmp_path)
    yield made
    await made.stop()


async def test_facts_come_signed_in_order_and_are_forgotten_when_acknowledged(bench: Bench) -> None:
    await bench.start()
    bench.post(3)
    await bench.hub.until_heard(0, 1, 2)
    await bench.until_empty()
    assert bench.sequences() == [0, 1, 2]


async def test_the_key_comes_before_what_waited_for_the_broker(bench: Bench) -> None:
    """HubSide fails on a fact from an unannounced key."""
    bench.post(5)
    await bench.start()
    await bench.hub.until_heard(0, 1, 2, 3, 4)
    assert bench.hub.key == KEY.public


async def test_silence_of_the_hub_brings_the_same_bytes_again(bench: Bench) -> None:
    bench.hub.acknowledging = False
    await bench.start()
    bench.post(2)
    await bench.hub.until_heard(0, 1)
    bench.hub.acknowledging = True
    await bench.clock.advance(5.0)
    await bench.until_empty()
    assert bench.sequences() == [0, 1, 0, 1]
    assert bench.hub.lines[:2] == bench.hub.lines[2:]


async def test_an_acknowledged_letter_is_not_sent_again_after_a_cut(bench: Bench) -> None:
    await bench.start()
    bench.post(2)
    await bench.hub.until_heard(0, 1)
    await bench.until_empty()
    bench.transport.cut()
    bench.post(2)
    bench.transport.restore()
    await bench.hub.until_heard(2, 3)
    await bench.until_empty()
    assert bench.sequences() == [0, 1, 2, 3]


async def test_a_cut_before_the_acknowledgement_repeats(bench: Bench) -> None:
    bench.hub.acknowledging = False
    await bench.start()
    bench.post(2)
    await bench.hub.until_heard(0, 1)
    bench.transport.cut()
    bench.hub.acknowledging = True
    bench.transport.restore()
    await bench.until_empty()
    assert bench.sequences() == [0, 1, 0, 1]


async def test_no_more_are_in_flight_than_allowed(tmp_path: Path) -> None:
    bench = Bench(tmp_path, tuning=UplinkTuning(in_flight=3))
    bench.hub.acknowledging = False
    await bench.start()
    bench.post(10)
    await bench.hub.until_heard(0, 1, 2)
    await bench.clock.advance(1.0)
    assert bench.sequences() == [0, 1, 2]
    bench.hub.acknowledging = True
    await bench.hub.acknowledge(bench.outbox.boot, 2)
    await bench.until_empty()
    assert bench.sequences() == list(range(10))
    await bench.stop()


async def test_what_the_hub_misses_is_sent_again(bench: Bench) -> None:
    bench.hub.acknowledging = False
    await bench.start()
    bench.post(4)
    await bench.hub.until_heard(0, 1, 2, 3)
    bench.hub.envelopes.clear()
    await bench.hub.order(ResendWanted(bench.outbox.boot, 1, 2))
    await bench.hub.until_heard(1, 2)
    assert bench.sequences() == [1, 2]


async def test_a_hub_that_misses_what_it_acknowledged_has_a_new_ledger(bench: Bench) -> None:
    await bench.start()
    bench.post(2)
    await bench.hub.acknowledge(bench.outbox.boot, 1)
    await bench.until_empty()
    bench.post(1)
    await bench.hub.order(ResendWanted(bench.outbox.boot, 1, 1))
    await bench.hub.order(ResendWanted(BootId("00000000000000ff"), 0, 1))
    await bench.hub.order(ResendWanted(bench.outbox.boot, 0, 1))
    await until(lambda: "forgotten" in bench.logged)
    assert bench.logged.count("forgotten") == 1
    await bench.stop()


async def test_older_starts_go_first(tmp_path: Path) -> None:
    older = Outbox(tmp_path / "outbox.sqlite", ME, boot=lambda: BootId("00000000000000ff"))
    older.append([RoundClosed()] * 2, STAMP, b"")
    older.close()
    bench = Bench(tmp_path)
    bench.post(1)
    await bench.start()
    await until(lambda: len(bench.hub.envelopes) == 3)
    assert [(e.boot[-2:], e.seq) for e in bench.hub.envelopes] == [("ff", 0), ("ff", 1), ("aa", 0)]
    await bench.stop()


async def test_a_start_waits_until_the_hub_has_all_of_the_one_before(tmp_path: Path) -> None:
    """The hub is not there yet when the node says the last words of the start before; a later start would end it."""
    older = Outbox(tmp_path / "outbox.sqlite", ME, boot=lambda: BootId("00000000000000ff"))
    older.append([RoundClosed()] * 2, STAMP, b"")
    older.close()
    bench = Bench(tmp_path)
    bench.hub.acknowledging = False
    bench.post(1)
    await bench.start()
    await bench.hub.until_heard(0, 1)
    bench.post(1)
    await bench.hub.acknowledge(BootId("00000000000000ff"), 0)
    for _ in range(2):  # after five seconds without an acknowledgement what the hub lacks comes again
        await bench.clock.advance(5.0)
    await until(lambda: len(bench.hub.envelopes) == 3)
    assert [(e.boot[-2:], e.seq) for e in bench.hub.envelopes] == [("ff", 0), ("ff", 1), ("ff", 1)]
    bench.hub.acknowledging = True
    await bench.hub.acknowledge(BootId("00000000000000ff"), 1)
    await bench.until_empty()
    assert [(e.boot[-2:], e.seq) for e in bench.hub.envelopes[3:]] == [("aa", 0), ("aa", 1)]
    await bench.stop()


async def test_guidance_of_another_ledger_is_heard_though_it_counts_from_less(bench: Bench) -> None:
    await bench.start()
    bench.post(1)
    await bench.until_empty()
    await bench.hub.guide(Guidance(9_000, HandId("h7"), "dealing"))
    await until(lambda: len(bench.guided) == 1)
    await bench.hub.order(ResendWanted(bench.outbox.boot, 0, 0))
    await bench.hub.guide(Guidance(3, None, "between"))
    await until(lambda: len(bench.guided) == 2)


async def test_orders_are_heard(bench: Bench) -> None:
    await bench.start()
    guidance = Guidance(4, HandId("h7"), "dealing")
    await bench.hub.guide(guidance)
    await bench.hub.order(Refused("the table is leased to another node"))
    await bench.hub.guide(Guidance(5, HandId("h7"), "between"))
    await until(lambda: len(bench.guided) == 2)
    assert bench.guided[0] == guidance
    assert bench.uplink.refused == "the table is leased to another node"


async def test_garbage_from_the_broker_is_told_and_survived(bench: Bench) -> None:
    await bench.start()
    for channel in ("orders", "ack"):
        bench.broker.client()
        stranger = bench.broker.client()
        await stranger.start()
        for payload in (b"", b"\xff\xfe", b"{}", b"[1,2", b'{"order":"Dance"}', b'{"boot":"x","sequence":-1}'):
            await stranger.publish(f"felt/main/t1/t1-node/{channel}", payload)
        await stranger.stop()
    bench.post(1)
    await bench.until_empty()
    assert len([line for line in bench.logged if "refused" in line]) == 12


async def test_health_is_told_at_once_and_every_few_seconds(bench: Bench) -> None:
    await bench.start()
    await bench.hub.until_healthy(1)
    heard = len(bench.hub.health)
    await bench.clock.advance(5.0)
    await bench.hub.until_healthy(heard + 1)
    assert bench.hub.health[-1] == Health(watching=True, parts={"west": "ok"})


async def test_the_will_speaks_when_the_device_vanishes_and_the_device_when_it_goes(bench: Bench) -> None:
    await bench.start()
    bench.transport.cut()
    await bench.hub.until_said(2)
    bench.transport.restore()
    await bench.hub.until_said(3)
    await bench.stop()
    assert [word.state for word in bench.hub.said] == [
        Presentness.ONLINE,
        Presentness.OFFLINE,
        Presentness.ONLINE,
        Presentness.OFFLINE,
    ]


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    yield broker
    broker.kill()


async def test_a_real_broker_that_is_absent_killed_and_back_loses_nothing(tmp_path: Path, mosquitto: Mosquitto) -> None:
    """Posts before there is a broker, while it runs, while it is dead, and after."""
    outbox = Outbox(tmp_path / "outbox.sqlite", ME)
    uplink = Uplink(
        ME,
        MqttTransport(mosquitto.address, ME.device, will=last_will(ME)),
        KEY,
        outbox,
        SystemClock(),
        on_guidance=lambda _: None,
        on_forgotten=lambda: None,
        health=lambda: Health(watching=True, parts={}),
        log=lambda _: None,
        tuning=UplinkTuning(repeat_s=0.2),
    )

    def post(count: int) -> None:
        outbox.append([RoundClosed()] * count, STAMP, b"")
        uplink.stir()

    running = asyncio.create_task(uplink.run())
    post(2)
    mosquitto.start()
    hub = HubSide(MqttTransport(mosquitto.address, "hub"), ME)
    await hub.start()
    await hub.until_heard(0, 1)
    post(2)
    await hub.until_heard(0, 1, 2, 3)
    mosquitto.kill()
    post(2)
    mosquitto.start()
    await hub.until_heard(*range(6))
    post(200)
    await hub.until_heard(*range(206))
    await until(lambda: not outbox.size())
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await hub.stop()
    outbox.close()


async def test_a_letter_waits_for_no_answer_to_the_one_before(bench: Bench) -> None:
    """The broker is slow to confirm; the hub has the next fact all the same."""
    await bench.start()
    publish, answers = bench.transport.publish, asyncio.Event()

    async def unconfirmed(topic: str, payload: bytes, *, retention: Retention = Retention.PASSING) -> None:
        await publish(topic, payload, retention=retention)
        await answers.wait()

    bench.transport.publish = unconfirmed  # type: ignore[method-assign]
    for number in range(3):
        bench.post()
        await bench.hub.until_heard(*range(number + 1))
    assert bench.sequences() == [0, 1, 2]
    answers.set()


async def test_what_a_lost_link_swallowed_comes_again(bench: Bench) -> None:
    await bench.start()
    publish = bench.transport.publish

    async def lost(topic: str, payload: bytes, *, retention: Retention = Retention.PASSING) -> None:
        raise LinkLost(f"{len(payload)} bytes for {topic} ({retention}) are gone")

    bench.transport.publish = lost  # type: ignore[method-assign]
    bench.post(2)
    await bench.clock.advance(1)
    assert bench.sequences() == []
    bench.transport.publish = publish  # type: ignore[method-assign]
    bench.transport.cut()
    bench.transport.restore()
    await bench.hub.until_heard(0, 1)
    assert bench.sequences() == [0, 1]
