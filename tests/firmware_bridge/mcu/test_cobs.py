"""COBS against published vectors and an independent package."""

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from felt.fault import BadInput
from firmware_bridge.mcu.cobs import cobs_decode, cobs_encode
from tests.firmware_bridge.vectors import Vector, vectors

BYTES = st.one_of(st.binary(max_size=600), st.integers(250, 260).map(lambda n: bytes(b % 255 + 1 for b in range(n))))


@vectors("cobs")
def test_encodes_and_decodes(vector: Vector) -> None:
    decoded = bytes.fromhex(vector.decoded or "")
    assert cobs_encode(decoded) == vector.data
    assert cobs_decode(vector.data) == decoded


@vectors("cobs", expect="reject")
def test_refuses(vector: Vector) -> None:
    with pytest.raises(BadInput):
        cobs_decode(vector.data)


@given(BYTES)
def test_same_as_an_independent_package(data: bytes) -> None:
    assert cobs_encode(data) == cobs.encode(data)
    assert cobs_decode(cobs.encode(data)) == data


@given(BYTES)
def test_decodes_or_refuses_what_the_package_does(data: bytes) -> None:
    try:
        expected: bytes | None = cobs.decode(data)
    except cobs.DecodeError:
        expected = None
    try:
        found: bytes | None = cobs_decode(data)
    except BadInput:
        found = None
    assert found == expected


def test_the_other_form_of_a_full_last_block_is_read_too() -> None:
    full = bytes(range(1, 255))
    assert cobs_decode(b"\xff" + full + b"\x01") == full
