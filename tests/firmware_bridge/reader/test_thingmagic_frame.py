"""ThingMagic frames of both sides: published vectors, false starts, any cut."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.reader.thingmagic_frame import Side, ThingMagicDeframer, ThingMagicFrame, encode_thingmagic
from tests.firmware_bridge.far_thingmagic import framed
from tests.firmware_bridge.vectors import Vector, vectors

FRAMES = st.builds(ThingMagicFrame, st.integers(0, 255), st.binary(max_size=60), st.integers(0, 0xFFFF))


def side_of(vector: Vector) -> Side:
    return Side.HOST if vector.direction == "host-to-device" else Side.MODULE


@vectors("thingmagic")
def test_accepts(vector: Vector) -> None:
    side, data = side_of(vector), vector.data
    status = int.from_bytes(data[3:5], "big") if side is Side.MODULE else 0
    (frame,) = ThingMagicDeframer(side).feed(data)
    assert frame == ThingMagicFrame(data[2], data[3 + side : -2], status)
    if side is Side.HOST:
        assert encode_thingmagic(frame.opcode, frame.data) == data


@pytest.mark.parametrize("side", Side)
@vectors("thingmagic", expect="reject")
def test_rejects(vector: Vector, side: Side) -> None:
    deframer = ThingMagicDeframer(side)
    assert deframer.feed(vector.data) + deframer.flush() == []


def test_a_request_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="256 bytes"):
        encode_thingmagic(0x24, bytes(256))


@given(frames=st.lists(FRAMES, max_size=8), step=st.integers(1, 40))
def test_any_cut_gives_the_same_frames(frames: list[ThingMagicFrame], step: int) -> None:
    wire = b"".join(framed(frame.opcode, frame.status, frame.data) for frame in frames)
    deframer = ThingMagicDeframer()
    found = [f for start in range(0, len(wire), step) for f in deframer.feed(wire[start : start + step])]
    assert found == frames
    assert (deframer.skipped, deframer.held) == (0, 0)


@given(noise=st.binary(max_size=40), frame=FRAMES)
def test_a_frame_behind_noise_is_found_at_the_latest_in_silence(noise: bytes, frame: ThingMagicFrame) -> None:
    deframer = ThingMagicDeframer()
    wire = framed(frame.opcode, frame.status, frame.data)
    assert frame in deframer.feed(noise + wire) + deframer.flush()


def test_random_and_mutated_bytes_never_grow_the_buffer() -> None:
    dice = random.Random(7)
    deframer, frame = ThingMagicDeframer(), framed(0x22, 0x0400)
    for _ in range(2000):
        chunk = bytearray(dice.randbytes(dice.randrange(200)) if dice.random() < 0.4 else frame * dice.randrange(1, 9))
        if chunk and dice.random() < 0.7:
            chunk[dice.randrange(len(chunk))] = dice.randrange(256)
        deframer.feed(bytes(chunk))
        assert deframer.held <= 261
    deframer.flush()
    assert len(deframer.feed(frame)) == 1
