"""R200 frames in both dialects: published vectors, false starts, any cut."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.reader.r200_frame import Dialect, Kind, R200Deframer, R200Frame, encode_r200
from tests.firmware_bridge.far_r200 import framed
from tests.firmware_bridge.vectors import Vector, vectors

FRAMES = st.builds(
    R200Frame, st.sampled_from(Dialect), st.sampled_from(Kind), st.integers(0, 255), st.binary(max_size=60)
)


@vectors("yrm100-r200")
def test_accepts(vector: Vector) -> None:
    data = vector.data
    dialect = Dialect((data[0], data[-1]))
    (frame,) = R200Deframer().feed(data)
    assert frame == R200Frame(dialect, Kind(data[1]), data[2], data[5:-2])
    if frame.kind is Kind.COMMAND:
        assert encode_r200(dialect, frame.command, frame.parameters) == data


@vectors("yrm100-r200", expect="reject")
def test_rejects(vector: Vector) -> None:
    deframer = R200Deframer()
    assert deframer.feed(vector.data) + deframer.flush() == []


@vectors("stream", of="yrm100-r200")
def test_streams(vector: Vector) -> None:
    deframer = R200Deframer()
    assert len(deframer.feed(vector.data)) == vector.frames


def test_a_command_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="129 bytes"):
        encode_r200(Dialect.BB, 0x49, bytes(129))


@given(frames=st.lists(FRAMES, max_size=8), step=st.integers(1, 40))
def test_any_cut_gives_the_same_frames(frames: list[R200Frame], step: int) -> None:
    wire = b"".join(framed(frame.dialect.value, frame.kind, frame.command, frame.parameters) for frame in frames)
    deframer = R200Deframer()
    found = [f for start in range(0, len(wire), step) for f in deframer.feed(wire[start : start + step])]
    assert found == frames
    assert (deframer.skipped, deframer.held) == (0, 0)


@given(noise=st.binary(max_size=40), frame=FRAMES)
def test_a_frame_behind_noise_is_found_at_the_latest_in_silence(noise: bytes, frame: R200Frame) -> None:
    deframer = R200Deframer()
    wire = framed(frame.dialect.value, frame.kind, frame.command, frame.parameters)
    assert frame in deframer.feed(noise + wire) + deframer.flush()


def test_random_and_mutated_bytes_never_grow_the_buffer() -> None:
    dice = random.Random(9)
    deframer, frame = R200Deframer(), encode_r200(Dialect.AA, 0x22)
    for _ in range(2000):
        chunk = bytearray(dice.randbytes(dice.randrange(200)) if dice.random() < 0.4 else frame * dice.randrange(1, 9))
        if chunk and dice.random() < 0.7:
            chunk[dice.randrange(len(chunk))] = dice.randrange(256)
        deframer.feed(bytes(chunk))
        assert deframer.held <= 134
    deframer.flush()
    assert len(deframer.feed(frame)) == 1
