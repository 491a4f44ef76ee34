"""Envelopes: every fact survives the wire, and what is not an envelope says where it came from."""

import json
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from felt.clock import Nanos
from felt.envelope import MAX_LINE, VERSION, Envelope, decode_envelope, encode_envelope, join_line, split_line
from felt.fact import Between, CardArrived, Face, Fact, HandOpened
from felt.fault import BadInput
from felt.ids import BootId, DeviceId, Ref, RoomId, TableId
from felt.place import SeatNo, seat_place


def envelope(body: Fact) -> Envelope:
    return Envelope(
        VERSION,
        RoomId("main"),
        TableId("t1"),
        DeviceId("node"),
        BootId("00112233aabbccdd"),
        7,
        Nanos(1),
        Nanos(2),
        body,
    )


def test_the_id_names_device_boot_and_sequence() -> None:
    assert envelope(HandOpened()).id == "node/00112233aabbccdd/7"


@given(st.sampled_from(get_args(Fact)).flatmap(st.from_type))
def test_every_fact_survives_the_wire(fact: Fact) -> None:
    try:
        sent = encode_envelope(envelope(fact))
        back = decode_envelope(sent)
    except BadInput:  # hypothesis ignores the wire's bounds on numbers and text; the decoder must not
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(msgspec.to_builtins(fact), type(fact))
    else:
        assert back.body == fact


def changed(**fields: object) -> bytes:
    plain = json.loads(encode_envelope(envelope(HandOpened())))
    return json.dumps(plain | fields).encode()


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (changed(v=2), "device node of table t1: envelope version 2"),
        (changed(boot="xyz"), "device node of table t1: envelope refused"),
        (changed(table="T 1"), "envelope refused"),
        (changed(seq=-1), "envelope refused"),
        (changed(body={"fact": "CardStolen"}), "CardStolen"),
        (changed(body={"fact": "HandOpened", "suprise": 1}), "suprise"),
        (changed(body={"fact": "SeatChanged", "seat": 11, "status": "away"}), "<= 10"),
        (b"{}", "not an envelope"),
        (b"[1,2]", "not an envelope"),
        (b"\xff\xfe", "not an envelope"),
        (b'{"v":1', "not an envelope"),
    ],
)
def test_a_bad_envelope_is_refused_by_name(body: bytes, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        decode_envelope(body)


def test_a_face_down_arrival_holds_no_identity() -> None:
    hidden = CardArrived(seat_place(SeatNo(3)), Ref("q7"), Face.DOWN, Between(Nanos(1), Nanos(2)))
    assert b"card" not in encode_envelope(envelope(hidden))


def test_intervals_are_ordered_only_when_disjoint() -> None:
    early, late = Between(Nanos(0), Nanos(10)), Between(Nanos(10), Nanos(20))
    overlapping = Between(Nanos(5), Nanos(15))
    assert early.precedes(late)
    assert not late.precedes(early)
    assert not early.precedes(overlapping)
    assert not overlapping.precedes(early)


@given(st.binary(max_size=80), st.binary(max_size=80))
def test_lines_come_apart_as_they_were_joined(signature: bytes, body: bytes) -> None:
    assert split_line(join_line(signature, body)) == (signature, body)


def test_an_oversized_line_is_refused_before_it_is_read() -> None:
    with pytest.raises(BadInput, match="at most"):
        split_line(b"x" * (MAX_LINE + 1))
