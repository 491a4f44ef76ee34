"""Each bad input: an alarm that names device and table, no fact, and another table that plays on."""

from collections.abc import Callable

import msgspec
import pytest

from felt.envelope import MAX_LINE, encode_envelope
from felt.fact import HandClosed, HandOpened
from felt.ids import DeviceId, RoomId, TableId
from felt.order import Health, Presentness
from felt.topic import Channel
from felt.wire import DeviceKey, Retention
from hub.intake import Trouble
from hub.intake.intake import KEY_WAIT_S, SPEAKERS_MOST
from tests.hub.floor.room import T1, T2, Device
from tests.hub.intake.gate import open_gate

GOOD = HandOpened()


def signed(node: Device, body: bytes) -> bytes:
    return node.key.signed_line(node.topic(Channel.FACTS), body)


def with_field(node: Device, name: str, value: object) -> bytes:
    fields = msgspec.json.decode(encode_envelope(node.envelope(0, GOOD)))
    fields[name] = value
    return signed(node, msgspec.json.encode(fields))


BAD: dict[str, tuple[Callable[[Device], bytes], str]] = {
    "nothing": (lambda node: b"", "message without a signature"),
    "garbage": (lambda node: bytes(range(256)), "signature is not base64url"),
    "no dot": (lambda node: b"x" * 100, "message without a signature"),
    "not base64": (lambda node: b"!!!." + encode_envelope(node.envelope(0, GOOD)), "signature is not base64url"),
    "cut off": (lambda node: node.line(0, GOOD)[:-5], "broken signature"),
    "a byte changed": (lambda node: node.line(0, GOOD).replace(b'"seq":0', b'"seq":1'), "broken signature"),
    "another device's key": (
        lambda node: DeviceKey(bytes(32)).signed_line(
            node.topic(Channel.FACTS), encode_envelope(node.envelope(0, GOOD))
        ),
        "broken signature",
    ),
    "signed for another topic": (
        lambda node: node.key.signed_line(node.topic(Channel.SEALED), encode_envelope(node.envelope(0, GOOD))),
        "broken signature",
    ),
    "too long": (lambda node: node.line(0, GOOD) + b" " * MAX_LINE, "message of"),
    "not JSON": (lambda node: signed(node, b"{" * 10), "not an envelope"),
    "not UTF-8": (lambda node: signed(node, b'{"v":1,"room":"\xff"}'), "not an envelope"),
    "deep JSON": (lambda node: signed(node, b"[" * 5_000 + b"]" * 5_000), "not an envelope"),
    "JSON of another kind": (lambda node: signed(node, b"[1,2]"), "not an envelope"),
    "a future version": (lambda node: with_field(node, "v", 2), "envelope version 2"),
    "an unknown fact": (lambda node: with_field(node, "body", {"fact": "TableFlipped"}), "TableFlipped"),
    "an unknown field": (lambda node: with_field(node, "body", {"fact": "HandOpened", "x": 1}), "unknown field `x`"),
    "a seat out of range": (lambda node: with_field(node, "body", {"fact": "PotPushed", "seat": 11}), "<= 10"),
    "another room's": (lambda node: with_field(node, "room", "elsewhere"), "envelope of room 'elsewhere'"),
    "another table's": (lambda node: with_field(node, "table", "t2"), "envelope of table 't2'"),
    "another device's": (lambda node: with_field(node, "device", "node2"), "envelope of device 'node2'"),
    "a number beyond any database": (lambda node: with_field(node, "seq", 10**30), "seq"),
    "a boot with a line's end": (lambda node: with_field(node, "boot", "00000000000000b1\n"), "boot"),
    "a negative sequence": (lambda node: with_field(node, "seq", -1), ">= 0"),
    "a bad boot": (lambda node: with_field(node, "boot", "XYZ"), "boot"),
}


@pytest.mark.parametrize("name", BAD)
async def test_a_bad_message_is_an_alarm_and_nothing_else(name: str) -> None:
    make, what = BAD[name]
    async with open_gate() as gate:
        node, other = await gate.device(), await gate.device("node2", T2)
        await node.raw(make(node))
        await other.say(0, GOOD)
        await node.say(0, GOOD)
        await gate.settle()
        [alarm] = gate.sink.alarms
        assert alarm.trouble is Trouble.BAD_MESSAGE
        assert what in alarm.what
        assert "device node of table t1" in alarm.what
        assert (alarm.table, alarm.device) == (T1, "node")
        assert gate.sink.facts == [(T2, "node2", 0), (T1, "node", 0)]


async def test_a_poisoned_fact_is_reported_missing_and_does_not_stop_its_table() -> None:
    async with open_gate() as gate:
        node = await gate.device()
        await node.raw(with_field(node, "body", {"fact": "TableFlipped"}))
        await node.say(1, HandClosed())
        await gate.settle()
        await gate.clock.advance(60)
        assert gate.sink.facts == [(T1, "node", 1)]
        assert gate.sink.gaps == [(T1, "node", 0, 0)]
        assert gate.sink.troubles == [Trouble.BAD_MESSAGE, Trouble.MISSING]


@pytest.mark.parametrize(
    ("topic", "trouble", "what"),
    [
        ("felt/club/T1/node/facts", Trouble.FOREIGN_TOPIC, "'T1' cannot name a table"),
        ("felt/club/t 1/node/facts", Trouble.FOREIGN_TOPIC, "'t 1' cannot name a table"),
        ("felt/club/t1\n/node/facts", Trouble.FOREIGN_TOPIC, "'t1\\n' cannot name a table"),
        ("felt/club//node/facts", Trouble.FOREIGN_TOPIC, "'' cannot name a table"),
        (
            "felt/club/t9/node/facts",
            Trouble.UNKNOWN_TABLE,
            "table t9, which this hub does not have (tables here: t1, t2)",
        ),
        ("felt/club/t1/hub/facts", Trouble.HUB_NAME, "device hub of table t1"),
        ("felt/club/t1/page-dealer/facts", Trouble.HUB_NAME, "device page-dealer of table t1"),
        ("felt/club/t1/page-dealer/availability", Trouble.HUB_NAME, "device page-dealer of table t1"),
    ],
)
async def test_a_foreign_topic_is_an_alarm(topic: str, trouble: Trouble, what: str) -> None:
    async with open_gate() as gate:
        node = await gate.device()
        await node.transport.publish(topic, node.line(0, GOOD))
        await gate.settle()
        assert [alarm.trouble for alarm in gate.sink.alarms] == [trouble]
        assert what in gate.sink.alarms[0].what
        assert gate.sink.facts == []


async def test_another_room_s_messages_are_not_even_heard() -> None:
    async with open_gate() as gate:
        stranger = Device(gate.broker.client(), room=RoomId("elsewhere"))
        await stranger.start()
        await stranger.say(0, GOOD)
        await gate.settle()
        assert (gate.sink.facts, gate.sink.alarms) == ([], [])


async def test_a_device_without_a_key_is_not_listened_to() -> None:
    async with open_gate() as gate:
        node = await Device(gate.broker.client()).start(announce=False)
        await node.say(0, GOOD)
        await gate.settle()
        await gate.clock.advance(KEY_WAIT_S + 0.1)
        assert gate.sink.facts == []
        assert gate.sink.troubles == [Trouble.NO_KEY]
        assert "device node of table t1" in gate.sink.alarms[0].what


async def test_the_first_key_is_trusted_and_no_other() -> None:
    async with open_gate() as gate:
        node = await gate.device()
        thief = Device(gate.broker.client(), key=DeviceKey(bytes(32)))
        await thief.start()
        await thief.say(0, HandClosed())
        await node.say(0, GOOD)
        await gate.settle()
        assert gate.sink.troubles == [Trouble.OTHER_KEY, Trouble.BAD_MESSAGE]
        assert gate.sink.bodies == [GOOD]
        assert gate.sink.keys == [(T1, "node", node.key.public)]


@pytest.mark.parametrize("word", [b"online", b"{}", b'{"state":"here"}', b'{"state":"online","key":"short"}', b"\xff"])
async def test_a_broken_availability_is_an_alarm(word: bytes) -> None:
    async with open_gate() as gate:
        node = await Device(gate.broker.client()).start(announce=False)
        await node.transport.publish(node.topic(Channel.AVAILABILITY), word, retention=Retention.KEPT)
        await gate.settle()
        assert gate.sink.troubles == [Trouble.BAD_MESSAGE]
        assert "device node of table t1 availability refused" in gate.sink.alarms[0].what


async def test_health_is_delivered_and_broken_health_is_an_alarm() -> None:
    async with open_gate() as gate:
        node = await gate.device()
        health = Health(watching=True, parts={"reader-1": "ok"}, outbox=3)
        await node.raw(msgspec.json.encode(health), Channel.HEALTH)
        await node.raw(b'{"watching":"perhaps"}', Channel.HEALTH)
        await gate.settle()
        assert gate.sink.health == [(T1, "node", health)]
        assert gate.sink.troubles == [Trouble.BAD_MESSAGE]


async def test_a_second_node_is_refused_by_name_and_changes_nothing() -> None:
    async with open_gate() as gate:
        node, second = await gate.device(), await gate.device("second")
        await node.say(0, GOOD)
        await second.say(0, HandClosed())
        await gate.settle()
        assert gate.sink.facts == [(T1, "node", 0)]
        assert gate.sink.troubles == [Trouble.SECOND_NODE]
        assert gate.sink.alarms[0].device == "second"
        assert gate.sink.keys == [(T1, "node", node.key.public)]
        [refusal] = second.refusals
        assert refusal.why.startswith("table t1 is leased to device node")
        await node.announce(Presentness.OFFLINE)
        await second.say(0, HandClosed())
        await gate.settle()
        assert gate.sink.facts == [(T1, "node", 0)]


async def test_a_tracker_speaks_beside_the_node_and_never_takes_its_place() -> None:
    async with open_gate() as gate:
        tracker = await gate.device("tracker")
        await tracker.say(0, GOOD)
        node = await gate.device()
        await node.say(0, GOOD)
        await gate.settle()
        assert gate.sink.facts == [(T1, "tracker", 0), (T1, "node", 0)]
        assert gate.leases[T1].holder == "node"
        assert gate.sink.alarms == []


async def test_a_crowd_of_names_at_one_table_is_cut_off() -> None:
    async with open_gate() as gate:
        stranger = await gate.device("stranger")
        for number in range(SPEAKERS_MOST + 5):
            stranger.name = DeviceId(f"stranger-{number}")
            await stranger.say(0, GOOD)
        await gate.settle()
        assert gate.sink.troubles == [Trouble.CROWD] * 6
        other = await gate.device("node2", TableId("t2"))
        await other.say(0, GOOD)
        await gate.settle()
        assert gate.sink.facts == [(T2, "node2", 0)]


async def test_no_crowd_keeps_the_table_s_own_node_and_tracker_out() -> None:
    async with open_gate() as gate:
        gate.leases[T1].grant(DeviceId("node"))
        stranger = await gate.device("stranger")
        for number in range(SPEAKERS_MOST):
            stranger.name = DeviceId(f"stranger-{number}")
            await stranger.announce()
        node, tracker = await gate.device(), await gate.device("tracker")
        await node.say(0, GOOD)
        await tracker.say(0, GOOD)
        await gate.settle()
        assert gate.sink.facts == [(T1, "node", 0), (T1, "tracker", 0)]
