"""The Pepper C1 deframer: published frames, false starts, and any cut, loss or garbage."""

import itertools
import random

import crccheck
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.reader.pepper_frame import MAX_PAYLOAD, PepperDeframer, encode_frame
from tests.firmware_bridge.vectors import Vector, vectors

PAYLOADS = st.binary(min_size=1, max_size=40)
GOOD = bytes.fromhex("F50500FAFF000201DFBA")
"""ACK to get tag count: one tag."""


@vectors("eccel-pepper-c1")
def test_accepts(vector: Vector) -> None:
    assert PepperDeframer().feed(vector.data) == [vector.data[5:-2]]
    assert encode_frame(vector.data[5:-2]) == vector.data


@vectors("eccel-pepper-c1", expect="reject")
def test_rejects(vector: Vector) -> None:
    deframer = PepperDeframer()
    assert deframer.feed(vector.data) + deframer.flush() == []
    assert deframer.skipped == len(vector.data)


@vectors("stream", of="eccel-pepper-c1")
def test_streams(vector: Vector) -> None:
    deframer = PepperDeframer()
    assert len(deframer.feed(vector.data)) == vector.frames


@vectors("stream", of="eccel-pepper-c1")
def test_streams_byte_by_byte(vector: Vector) -> None:
    deframer = PepperDeframer()
    found = [frame for byte in vector.data for frame in deframer.feed(bytes([byte]))]
    assert len(found) == vector.frames


def test_payload_size_is_capped() -> None:
    longest = bytes(MAX_PAYLOAD)
    assert PepperDeframer().feed(encode_frame(longest)) == [longest]
    with pytest.raises(ValueError, match="1025 bytes"):
        encode_frame(bytes(MAX_PAYLOAD + 1))
    with pytest.raises(ValueError, match="0 bytes"):
        encode_frame(b"")


def test_a_frame_one_byte_too_long_is_noise() -> None:
    payload = bytes(MAX_PAYLOAD + 1)
    crc = crccheck.crc.Crc16CcittFalse.calc(payload)
    frame = b"\xf5" + bytes.fromhex("0304FCFB") + payload + crc.to_bytes(2, "little")
    deframer = PepperDeframer()
    assert deframer.feed(frame + GOOD) == [b"\x00\x02\x01"]


def test_a_start_that_never_completes_hides_nothing_for_ever() -> None:
    deframer = PepperDeframer()
    assert deframer.feed(bytes.fromhex("F50204FDFB") + GOOD) == []
    assert deframer.flush() == [b"\x00\x02\x01"]
    assert deframer.feed(GOOD) == [b"\x00\x02\x01"]


def test_two_nested_false_starts() -> None:
    deframer = PepperDeframer()
    noise = bytes.fromhex("F50204FDFB F54000BFFF")
    assert deframer.feed(noise + GOOD + b"\xf5") == []
    assert deframer.flush() == [b"\x00\x02\x01"]


@given(st.lists(st.tuples(st.binary(max_size=30), PAYLOADS), max_size=8), st.integers(1, 40))
def test_good_frames_after_garbage_are_found(pieces: list[tuple[bytes, bytes]], step: int) -> None:
    """Garbage may hold back a frame until the line is silent, never eat one."""
    deframer = PepperDeframer()
    found: list[bytes] = []
    for noise, payload in pieces:
        data = noise + encode_frame(payload)
        for start in range(0, len(data), step):
            found += deframer.feed(data[start : start + step])
        found += deframer.flush()
    expected = iter(found)
    assert all(any(payload == frame for frame in expected) for _, payload in pieces)


@given(st.lists(PAYLOADS, max_size=12), st.integers(1, 50))
def test_any_cut_gives_the_same_frames(payloads: list[bytes], step: int) -> None:
    wire = b"".join(map(encode_frame, payloads))
    deframer = PepperDeframer()
    found = [f for start in range(0, len(wire), step) for f in deframer.feed(wire[start : start + step])]
    assert found == payloads
    assert deframer.skipped == 0


@given(PAYLOADS, st.data())
def test_one_wrong_bit_is_never_a_frame(payload: bytes, data: st.DataObject) -> None:
    wire = bytearray(encode_frame(payload))
    at = data.draw(st.integers(0, len(wire) * 8 - 1))
    wire[at // 8] ^= 1 << at % 8
    deframer = PepperDeframer()
    assert payload not in deframer.feed(bytes(wire)) + deframer.flush()


@pytest.mark.parametrize("unit", ["F5", "F50204FDFB", "F5F50204FDFB", "F50300FCFF", "F5F5000AFF", "00", "F500"])
def test_memory_is_bounded_on_garbage(unit: str) -> None:
    deframer = PepperDeframer()
    garbage = bytes.fromhex(unit) * 4000
    for start in range(0, len(garbage), 97):
        deframer.feed(garbage[start : start + 97])
        assert deframer.held <= 1030 + 97
    deframer.flush()
    assert deframer.held == 0
    assert deframer.feed(GOOD) == [b"\x00\x02\x01"]


def test_a_million_random_and_mutated_bytes() -> None:
    dice = random.Random(20_261)
    deframer = PepperDeframer()
    frame = encode_frame(bytes.fromhex("0091048F7F0A012416E00000"))
    fed = 0
    while fed < 1_000_000:
        kind = dice.randrange(3)
        chunk = bytearray(dice.randbytes(dice.randrange(1, 400)) if kind == 0 else frame * dice.randrange(1, 20))
        if kind == 1:
            for _ in range(dice.randrange(1, 6)):
                chunk[dice.randrange(len(chunk))] = dice.randrange(256)
        deframer.feed(bytes(chunk))
        fed += len(chunk)
        assert deframer.held <= 1030
    deframer.flush()
    assert deframer.feed(frame) == [frame[5:-2]]


def test_every_truncation_waits_or_flushes() -> None:
    for size, tail in itertools.product(range(1, len(GOOD)), (b"", GOOD)):
        deframer = PepperDeframer()
        found = deframer.feed(GOOD[:size] + tail) + deframer.flush()
        assert found == ([b"\x00\x02\x01"] if tail else [])
