"""The reader CRCs against their catalogue check values, an independent package, and ThingMagic's printed frames."""

import crccheck
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.crc import crc_ccitt_false, crc_mcrf4xx, crc_thingmagic, good_mcrf4xx
from tests.firmware_bridge.vectors import Vector, vectors

CHECK = b"123456789"


def test_check_values_of_the_catalogue() -> None:
    assert crc_ccitt_false(CHECK) == 0x29B1
    assert crc_mcrf4xx(CHECK) == 0x6F91


@vectors("crc")
def test_published_check_values(vector: Vector) -> None:
    crc = crc_ccitt_false if "CCITT-FALSE" in vector.crc else crc_mcrf4xx
    assert crc(vector.data) == int(vector.value, 16)


@given(st.binary(max_size=300))
def test_same_as_an_independent_package(data: bytes) -> None:
    assert crc_ccitt_false(data) == crccheck.crc.Crc16CcittFalse.calc(data)
    assert crc_mcrf4xx(data) == crccheck.crc.Crc16Mcrf4XX.calc(data)


def test_a_frame_with_its_own_crc_leaves_nothing() -> None:
    assert crc_mcrf4xx(CHECK + (0x6F91).to_bytes(2, "little")) == 0
    assert good_mcrf4xx(CHECK + (0x6F91).to_bytes(2, "little"))
    assert not good_mcrf4xx(CHECK + (0x6F91).to_bytes(2, "big"))
    assert crc_ccitt_false(CHECK + (0x29B1).to_bytes(2, "big")) == 0


@vectors("thingmagic")
def test_thingmagic_frames_check(vector: Vector) -> None:
    assert crc_thingmagic(vector.data[1:-2]) == int.from_bytes(vector.data[-2:], "big")
