"""PN532 frames: published vectors, acknowledgements, extended frames, any cut."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.reader.pn532_frame import (
    ACK,
    NACK,
    Acked,
    Nacked,
    Pn532Body,
    Pn532Deframer,
    Pn532Frame,
    SyntaxRefused,
    encode_pn532,
)
from tests.firmware_bridge.vectors import Vector, vectors

COMMANDS = st.binary(min_size=1, max_size=264)


def expected(data: bytes) -> Pn532Frame:
    """What a vector is, read by the manual's table."""
    frame = data[data.index(b"\x00\xff") + 2 :]
    if frame == b"\x00\xff\x00":
        return Acked()
    if frame == b"\xff\x00\x00":
        return Nacked()
    body = frame[5:-2] if frame[:2] == b"\xff\xff" else frame[2:-2]
    return SyntaxRefused() if body == b"\x7f" else Pn532Body(body[0], body[1:])


@vectors("pn532-hsu")
def test_accepts(vector: Vector) -> None:
    assert Pn532Deframer().feed(vector.data) == [expected(vector.data)]


@vectors("pn532-hsu")
def test_encodes_the_hosts_frames(vector: Vector) -> None:
    frame = expected(vector.data)
    if isinstance(frame, Pn532Body) and frame.tfi == 0xD4:
        assert vector.data.endswith(encode_pn532(frame.data)[1:])


@vectors("pn532-hsu", expect="reject")
def test_rejects(vector: Vector) -> None:
    deframer = Pn532Deframer()
    assert deframer.feed(vector.data) + deframer.flush() == []


def test_acknowledgements() -> None:
    assert Pn532Deframer().feed(ACK + NACK + ACK) == [Acked(), Nacked(), Acked()]


@pytest.mark.parametrize(
    "noise", ["00", "0000", "00FF", "00FF05", "0000FF", "55", "00FF00", "00FFFF", "00FFFFFF0200FE"]
)
def test_a_frame_behind_noise_is_found_at_the_latest_in_silence(noise: str) -> None:
    deframer = Pn532Deframer()
    frame = bytes.fromhex("0000FF03FDD54B00E000")
    found = deframer.feed(bytes.fromhex(noise) + frame)
    found += deframer.flush()
    assert Pn532Body(0xD5, b"\x4b\x00") in found


def test_lengths() -> None:
    with pytest.raises(ValueError, match="0 bytes"):
        encode_pn532(b"")
    with pytest.raises(ValueError, match="265 bytes"):
        encode_pn532(bytes(265))


@given(st.lists(COMMANDS, max_size=4), st.integers(1, 60))
def test_any_cut_gives_the_same_frames(commands: list[bytes], step: int) -> None:
    wire = b"".join(encode_pn532(command) for command in commands)
    deframer = Pn532Deframer()
    found = [f for start in range(0, len(wire), step) for f in deframer.feed(wire[start : start + step])]
    assert found == [Pn532Body(0xD4, command) for command in commands]


def test_a_million_random_and_mutated_bytes() -> None:
    dice = random.Random(9)
    deframer = Pn532Deframer()
    frame = bytes.fromhex("0000FF0FF1D54B0101004400070416C6C2D738816100")
    fed = 0
    while fed < 1_000_000:
        chunk = bytearray(dice.randbytes(dice.randrange(200)) if dice.random() < 0.4 else frame * dice.randrange(1, 9))
        if chunk and dice.random() < 0.7:
            chunk[dice.randrange(len(chunk))] = dice.choice([0, 0xFF, dice.randrange(256)])
        deframer.feed(bytes(chunk))
        fed += len(chunk)
        assert deframer.held <= 522
    deframer.flush()
    assert len(deframer.feed(frame)) == 1
