"""The link core: greeting, order, repeats, restarts, silence, garbage. Time is a number here."""

import random
from dataclasses import dataclass, field

import crccheck
import pytest
from cobs import cobs
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from felt.clock import Nanos, seconds
from felt.fault import LinkTimeout, ProtocolFault
from firmware_bridge.mcu.dictionary import U8, Dictionary, Text
from firmware_bridge.mcu.frames import (
    MCU,
    CycleStarted,
    DeckCounted,
    Greeting,
    Hello,
    MachineCode,
    MachineState,
    StateAsked,
)
from firmware_bridge.mcu.link import QUEUE_LIMIT, Delivered, Greeted, Link, LinkEvent, Restarted
from tests.firmware_bridge.mcu.late_wire import LateWire

HOST, DEVICE = 0x1111, 0x2222
START = Nanos(0)


@dataclass
class Pair:
    """Two ends and a wire that loses and spoils bytes by `harm`; time goes on in steps of 10 ms."""

    harm: float = 0.0
    seed: int = 1
    now: Nanos = START
    host_events: list[LinkEvent] = field(default_factory=list)
    device_events: list[LinkEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.host = Link(MCU, HOST, self.now, version="node")
        self.device = Link(MCU, DEVICE, self.now, version="firmware 1")

    def run(self, run_s: float) -> None:
        for _ in range(round(run_s * 100)):
            self.device_events += self.device.receive(self._wire(self.host.transmit(self.now)), self.now)
            self.host_events += self.host.receive(self._wire(self.device.transmit(self.now)), self.now)
            self.now = Nanos(self.now + seconds(0.01))

    def _wire(self, data: bytes) -> bytes:
        kept = bytearray()
        for byte in data:
            fate = self.dice.random()
            if fate >= self.harm:
                kept.append(byte)
            elif fate < self.harm / 2:
                kept.append(byte ^ 1 << self.dice.randrange(8))
        return bytes(kept)

    def at_host(self) -> list[Struct]:
        return [event.frame for event in self.host_events if isinstance(event, Delivered)]

    def at_device(self) -> list[Struct]:
        return [event.frame for event in self.device_events if isinstance(event, Delivered)]


def by_hand(seq: int, ack: int, session: int, number: int, payload: bytes) -> bytes:
    """A frame made with independent packages."""
    body = bytes([seq, ack, session & 0xFF, session >> 8, number]) + payload
    crc: int = crccheck.crc.Crc16Mcrf4XX.calc(body)
    return bytes(cobs.encode(body + bytes([crc & 0xFF, crc >> 8]))) + b"\0"


def test_both_ends_greet_once() -> None:
    pair = Pair()
    pair.run(0.1)
    assert pair.host.up
    assert pair.device.up
    assert pair.host_events == [Greeted("firmware 1")]
    assert pair.device_events == [Greeted("node")]


def test_the_first_frame_on_the_wire_is_a_hello_byte_for_byte() -> None:
    host = Link(MCU, HOST, START, version="n")
    payload = MCU.fingerprint.to_bytes(4, "little") + b"\0\0\0" + b"n"
    assert host.transmit(START) == b"\0" + by_hand(0, 0, HOST, 0x01, payload)


def test_an_idle_link_keeps_talking_and_stays_up() -> None:
    pair = Pair()
    pair.run(30)
    pair.host.check(pair.now)
    pair.device.check(pair.now)
    assert len(pair.host_events) == 1


def test_frames_arrive_once_and_in_order() -> None:
    pair = Pair()
    sent = [MachineState(MachineCode.SHUFFLING, n) for n in range(200)]
    for frame in sent:
        pair.device.send(frame)
    pair.host.send(StateAsked())
    pair.run(10)
    assert pair.at_host() == sent
    assert pair.at_device() == [StateAsked()]
    assert pair.device.pending == pair.host.pending == 0


def test_sequences_wrap_around_without_zero() -> None:
    pair = Pair()
    sent = [CycleStarted(n) for n in range(700)]
    for frame in sent:
        while pair.device.pending > 100:
            pair.run(0.01)
        pair.device.send(frame)
    pair.run(5)
    assert pair.at_host() == sent


@pytest.mark.parametrize("seed", range(12))
def test_a_bad_wire_delays_and_never_loses_doubles_or_swaps(seed: int) -> None:
    pair = Pair(harm=0.01, seed=seed)
    to_host = [DeckCounted(n, 52) for n in range(120)]
    to_device = [StateAsked() for _ in range(10)]
    for frame in to_host:
        pair.device.send(frame)
    for asked in to_device:
        pair.host.send(asked)
    pair.run(60)
    assert pair.at_host() == to_host
    assert pair.at_device() == to_device
    assert not any(isinstance(event, Restarted) for event in pair.host_events + pair.device_events)


def test_a_frame_is_repeated_until_confirmed_and_delivered_once() -> None:
    pair = Pair()
    pair.run(0.1)
    pair.device.send(CycleStarted(7))
    first = pair.device.transmit(pair.now)
    assert pair.device.transmit(Nanos(pair.now + seconds(0.09))) == b""
    again = pair.device.transmit(Nanos(pair.now + seconds(0.1)))
    assert first == again
    assert pair.host.receive(first + again, pair.now) == [Delivered(CycleStarted(7))]
    assert pair.host.repeated == 1


def test_a_device_that_restarts_is_seen_although_no_byte_was_lost() -> None:
    pair = Pair()
    pair.run(0.5)
    pair.host.send(StateAsked())
    pair.device = Link(MCU, 0x3333, pair.now, version="firmware 2")
    pair.device.send(MachineState(MachineCode.IDLE, 0))
    pair.run(0.5)
    assert pair.host_events[1:] == [Restarted(), Greeted("firmware 2"), Delivered(MachineState(MachineCode.IDLE, 0))]
    assert pair.at_device()[-1] == StateAsked()


def test_a_host_that_restarts_gets_what_was_not_confirmed() -> None:
    pair = Pair()
    pair.run(0.5)
    pair.device.send(CycleStarted(1))
    pair.device.transmit(pair.now)  # lost with the old host
    pair.host = Link(MCU, 0x4444, pair.now)
    pair.host_events.clear()
    pair.device.send(DeckCounted(1, 52))
    pair.run(1)
    assert pair.at_host() == [CycleStarted(1), DeckCounted(1, 52)]


def test_an_acknowledgement_to_an_earlier_session_confirms_nothing() -> None:
    """The device still confirms what the old host sent; the new host's frame 1 must not count as confirmed by it."""
    host = Link(MCU, HOST, START)
    host.send(StateAsked())
    hello = Hello(MCU.fingerprint, 0x0999, Greeting.UP)
    assert host.receive(by_hand(0, 1, DEVICE, *MCU.pack(hello)), START) == []
    host.receive(by_hand(0, 1, DEVICE, 0x02, b""), START)
    assert not host.up
    assert host.pending == 1
    greeted = Hello(MCU.fingerprint, HOST, Greeting.UP)
    assert host.receive(by_hand(0, 0, DEVICE, *MCU.pack(greeted)), START) == [Greeted("")]
    assert by_hand(1, 0, HOST, 0x30, b"") in host.transmit(START)


def test_a_frame_to_an_earlier_session_is_not_taken() -> None:
    """It is still on its way when this session begins; its number is the first of this session's frames too."""
    host = Link(MCU, HOST, START)
    earlier = Hello(MCU.fingerprint, 0x0999, Greeting.UP)
    host.receive(by_hand(0, 0, DEVICE, *MCU.pack(earlier)), START)
    assert host.receive(by_hand(1, 0, DEVICE, *MCU.pack(CycleStarted(1))), START) == []
    greeted = Hello(MCU.fingerprint, HOST, Greeting.UP)
    host.receive(by_hand(0, 0, DEVICE, *MCU.pack(greeted)), START)
    assert host.receive(by_hand(1, 0, DEVICE, *MCU.pack(CycleStarted(2))), START) == [Delivered(CycleStarted(2))]


def numbers(events: list[LinkEvent]) -> list[int]:
    """The cycles that arrived since the other end last began anew."""
    since: list[int] = []
    for event in events:
        if isinstance(event, Restarted):
            since.clear()
        elif isinstance(event, Delivered) and isinstance(event.frame, CycleStarted):
            since.append(event.frame.cycle)
    return since


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("hd"), st.integers(1, 60)), min_size=1, max_size=8), st.integers(1, 40))
def test_an_end_that_begins_anew_over_a_late_wire_still_hears_and_is_heard(
    restarts: list[tuple[str, int]], late: int
) -> None:
    """Either end restarts, again and again, after so many steps of 10 ms, while what was said before is under way."""
    host, device = Link(MCU, 1, START), Link(MCU, 0x8001, START)
    up, down = LateWire(late), LateWire(late)
    at_host: list[LinkEvent] = []
    at_device: list[LinkEvent] = []
    now, said = START, 0

    def run(steps: int) -> None:
        nonlocal now
        for _ in range(steps):
            at_host.extend(host.receive(up.carry(device.transmit(now)), now))
            at_device.extend(device.receive(down.carry(host.transmit(now)), now))
            now = Nanos(now + seconds(0.01))

    for session, (end, steps) in enumerate(restarts, start=2):
        run(steps)
        if end == "h":
            host, at_host = Link(MCU, session, now), []
        else:
            device, at_device = Link(MCU, 0x8000 + session, now), []
        said += 1
        host.send(CycleStarted(said))
        device.send(CycleStarted(said))
    run(600)
    assert host.pending == device.pending == 0
    for heard in (numbers(at_host), numbers(at_device)):
        assert heard == sorted(set(heard))
        assert heard[-1] == said


@pytest.mark.parametrize("end", ["host", "device"])
def test_an_end_that_begins_anew_with_the_number_it_had_is_met_anew(end: str) -> None:
    """A node draws one of 65535; a controller whose EEPROM takes no writes counts to the same one at each start."""
    pair = Pair()
    pair.host.send(StateAsked())
    pair.host.send(StateAsked())
    pair.device.send(CycleStarted(1))
    pair.run(1)
    if end == "host":
        pair.host = Link(MCU, HOST, pair.now)
        heard = pair.device_events
    else:
        pair.device = Link(MCU, DEVICE, pair.now)
        heard = pair.host_events
    heard.clear()
    pair.host.send(StateAsked())
    pair.device.send(CycleStarted(2))
    pair.run(1)
    assert [type(event) for event in heard][:2] == [Restarted, Greeted]
    assert pair.at_host()[-1] == CycleStarted(2)
    assert pair.at_device()[-1] == StateAsked()
    assert pair.host.pending == pair.device.pending == 0


def test_only_a_hello_introduces_a_session() -> None:
    pair = Pair()
    pair.run(0.1)
    assert pair.host.receive(by_hand(1, 0, 0x7777, 0x22, b"\x01\x00"), pair.now) == []
    assert not any(isinstance(event, Restarted) for event in pair.host_events)
    pair.run(0.5)
    assert pair.host.up
    assert pair.at_host() == []


def test_another_dictionary_is_a_fault_at_hello() -> None:
    other = Dictionary("feltwire-mcu", version=2)
    other.frame(0x01)(Hello2)
    stranger = Link(other, DEVICE, START)
    host = Link(MCU, HOST, START)
    hello = Hello(other.fingerprint, 0, Greeting.WAITING, "firmware 9")
    assert stranger
    with pytest.raises(ProtocolFault, match=r"dictionary is .*firmware 9.*one release"):
        host.receive(by_hand(0, 0, DEVICE, *MCU.pack(hello)), START)


class Hello2(Struct, frozen=True):
    """A greeting of another time."""

    mark: U8
    version: Text


def test_silence_is_a_timeout() -> None:
    pair = Pair()
    pair.run(0.1)
    pair.host.check(seconds(3.0))  # the last word came at 0.0 s
    with pytest.raises(LinkTimeout, match="silent for 3 s"):
        pair.host.check(seconds(3.1))


def test_a_peer_that_confirms_nothing_is_a_timeout() -> None:
    pair = Pair()
    pair.run(0.1)
    pair.host.send(StateAsked())
    for n in range(40):
        pair.now = Nanos(pair.now + seconds(0.1))
        pair.host.transmit(pair.now)
        pair.host.receive(by_hand(0, 0, DEVICE, 0x02, b""), pair.now)
        if n < 29:
            pair.host.check(pair.now)
    with pytest.raises(LinkTimeout, match="no acknowledgement after 30 repeats"):
        pair.host.check(pair.now)


def test_the_queue_is_bounded() -> None:
    link = Link(MCU, HOST, START)
    for _ in range(QUEUE_LIMIT):
        link.send(StateAsked())
    with pytest.raises(LinkTimeout, match="256 frames wait"):
        link.send(StateAsked())


def test_an_undeclared_frame_is_confirmed_and_dropped() -> None:
    pair = Pair()
    pair.run(0.1)
    assert pair.host.receive(by_hand(1, 0, DEVICE, 0x66, bytes(52)), pair.now) == []
    assert pair.host.strange == 1
    pair.device.send(CycleStarted(1))
    assert by_hand(0, 1, HOST, 0x02, b"") == pair.host.transmit(pair.now)


def test_an_endless_block_is_bounded_and_refused() -> None:
    pair = Pair()
    pair.run(0.1)
    for _ in range(100):
        pair.host.receive(b"\x01" * 1000, pair.now)
    assert len(pair.host._buffer) < 100
    pair.device.send(CycleStarted(3))
    pair.run(1)
    assert pair.at_host() == [CycleStarted(3)]


def test_due_never_lies_in_the_past_after_transmitting() -> None:
    pair = Pair(harm=0.02)
    for n in range(50):
        pair.device.send(CycleStarted(n))
        pair.run(0.05)
        pair.device.transmit(pair.now)
        assert pair.device.due() > pair.now or not pair.device.up


@given(st.lists(st.binary(max_size=120), max_size=30))
def test_garbage_never_raises_nor_grows(chunks: list[bytes]) -> None:
    link = Link(MCU, HOST, START)
    for chunk in chunks:
        link.receive(chunk, START)
        assert len(link._buffer) <= 80


def test_a_million_random_and_mutated_bytes() -> None:
    pair = Pair()
    pair.run(0.1)
    dice = random.Random(7)
    frames = [by_hand(n, n, DEVICE, 0x21, bytes([n, 0, 52])) for n in range(1, 200)]
    fed = 0
    while fed < 1_000_000:
        chunk = bytearray(dice.randbytes(dice.randrange(200)) if dice.random() < 0.5 else dice.choice(frames))
        if chunk and dice.random() < 0.7:
            chunk[dice.randrange(len(chunk))] = dice.randrange(256)
        pair.host.receive(bytes(chunk), pair.now)
        fed += len(chunk)
    assert len(pair.host._buffer) <= 80
    pair.host.check(pair.now)
