"""FEIG frames of both forms: published vectors, false starts, any cut."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.reader.feig_frame import FeigDeframer, FeigFrame, Form, encode_feig
from tests.firmware_bridge.vectors import VECTORS, Vector, vectors

EMPTY = bytes.fromhex("0600B0015C63")
FRAMES = st.builds(FeigFrame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=60))


def form_of(vector: Vector) -> Form:
    """A standard frame's first byte is its length, an advanced frame's second and third bytes."""
    size = len(vector.data)
    return Form.ADVANCED if vector.data[0] == 2 and int.from_bytes(vector.data[1:3], "big") == size else Form.STANDARD


@vectors("feig-obid")
def test_accepts(vector: Vector) -> None:
    form = form_of(vector)
    head = 1 if form is Form.STANDARD else 3
    frame = FeigFrame(vector.data[head], vector.data[head + 1], vector.data[head + 2 : -2])
    assert FeigDeframer(form).feed(vector.data) == [frame]
    assert encode_feig(form, frame) == vector.data


@pytest.mark.parametrize("form", Form)
@vectors("feig-obid", expect="reject")
def test_rejects(vector: Vector, form: Form) -> None:
    deframer = FeigDeframer(form)
    assert deframer.feed(vector.data) + deframer.flush() == []


@vectors("stream", of="feig-obid")
def test_streams(vector: Vector) -> None:
    deframer = FeigDeframer(Form.STANDARD)
    assert len(deframer.feed(vector.data)) == vector.frames


def test_noise_that_looks_like_a_length_holds_back_until_silence() -> None:
    deframer = FeigDeframer(Form.STANDARD)
    assert deframer.feed(b"\xff" + EMPTY) == []
    assert deframer.flush() == [FeigFrame(0x00, 0xB0, b"\x01")]


def test_two_bytes_of_noise_before_an_advanced_frame() -> None:
    vector = next(v for v in VECTORS if v.meaning.startswith("inventory answer in an advanced frame"))
    deframer = FeigDeframer(Form.ADVANCED)
    (frame,) = deframer.feed(b"\x02\x00" + vector.data) or deframer.flush()
    assert frame.data[:2] == b"\x00\x02"


def test_a_hundred_tags_fit_an_advanced_frame() -> None:
    frame = FeigFrame(0, 0xB0, b"\x00\x64" + bytes(1000))
    assert FeigDeframer(Form.ADVANCED).feed(encode_feig(Form.ADVANCED, frame)) == [frame]
    with pytest.raises(ValueError, match="standard frame of 1007 bytes"):
        encode_feig(Form.STANDARD, frame)


@pytest.mark.parametrize("form", Form)
@given(frames=st.lists(FRAMES, max_size=8), step=st.integers(1, 40))
def test_any_cut_gives_the_same_frames(form: Form, frames: list[FeigFrame], step: int) -> None:
    wire = b"".join(encode_feig(form, frame) for frame in frames)
    deframer = FeigDeframer(form)
    found = [f for start in range(0, len(wire), step) for f in deframer.feed(wire[start : start + step])]
    assert found == frames
    assert deframer.skipped == 0


@pytest.mark.parametrize("form", Form)
def test_a_million_random_and_mutated_bytes(form: Form) -> None:
    dice = random.Random(5)
    deframer = FeigDeframer(form)
    frame = encode_feig(form, FeigFrame(0, 0xB0, bytes.fromhex("00010300E01680FF08005024")))
    fed = 0
    while fed < 1_000_000:
        chunk = bytearray(dice.randbytes(dice.randrange(200)) if dice.random() < 0.4 else frame * dice.randrange(1, 9))
        if chunk and dice.random() < 0.7:
            chunk[dice.randrange(len(chunk))] = dice.randrange(256)
        deframer.feed(bytes(chunk))
        fed += len(chunk)
        assert deframer.held <= 1024
    deframer.flush()
    assert len(deframer.feed(frame)) == 1
