"""The frame dictionary: one declaration packs, checks, lists and fingerprints."""

from contextlib import suppress
from enum import IntEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from felt.fault import BadInput
from firmware_bridge.mcu.dictionary import U8, U16, U32, Dictionary, Text
from firmware_bridge.mcu.frames import (
    MCU,
    DeckCounted,
    Greeting,
    Hello,
    MachineCode,
    MachineState,
    StateAsked,
)
from firmware_bridge.shuffler.machine import STATES


class Mode(IntEnum):
    OFF = 0
    ON = 7


class Counted(Struct, frozen=True):
    """A sentence that the fingerprint leaves out."""

    cycle: U16
    cards: U8


class Told(Struct, frozen=True):
    mode: Mode
    mark: U32
    text: Text


class More(Struct, frozen=True):
    pass


def small() -> Dictionary:
    toy = Dictionary("toy", version=3)
    toy.frame(0x21)(Counted)
    toy.frame(0x05)(Told)
    return toy


def test_numbers_are_sent_low_byte_first() -> None:
    assert MCU.pack(DeckCounted(cycle=0x0102, cards=52)) == (0x21, bytes.fromhex("020134"))
    assert MCU.unpack(0x21, bytes.fromhex("020134")) == DeckCounted(cycle=0x0102, cards=52)
    assert MCU.pack(StateAsked()) == (0x30, b"")
    assert MCU.pack(MachineState(MachineCode.JAM, 3)) == (0x20, bytes.fromhex("060300"))


def test_text_runs_to_the_end() -> None:
    hello = Hello(0xDEADBEEF, 0x1234, Greeting.UP, "rev 7")
    assert MCU.pack(hello) == (0x01, bytes.fromhex("EFBEADDE341201") + b"rev 7")
    assert MCU.unpack(0x01, bytes.fromhex("EFBEADDE341201")) == Hello(0xDEADBEEF, 0x1234, Greeting.UP, "")


@pytest.mark.parametrize(
    ("number", "payload", "says"),
    [
        (0x21, "0201", "DeckCounted of 2 bytes, 3 declared"),
        (0x21, "02013400", "DeckCounted of 4 bytes, 3 declared"),
        (0x99, "", "no frame 0x99"),
        (0x20, "0A0300", "MachineState: Invalid enum value 10"),
        (0x01, "EFBEADDE3412", "Hello of 6 bytes"),
        (0x01, "EFBEADDE341201" + "41" * 33, "Hello:.*length <= 32"),
    ],
)
def test_what_does_not_fit_is_refused(number: int, payload: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        MCU.unpack(number, bytes.fromhex(payload))


def test_a_value_out_of_range_cannot_be_sent() -> None:
    with pytest.raises(BadInput, match="DeckCounted"):
        MCU.pack(DeckCounted(cycle=70_000, cards=52))


def test_the_declaration_as_text() -> None:
    assert small().declaration() == (
        "toy 3\n05 Told mode:u8{OFF=0,ON=7} mark:u32 text:text\n21 Counted cycle:u16 cards:u8\n"
    )


def test_the_fingerprint_changes_with_meaning_only() -> None:
    assert small().fingerprint == small().fingerprint
    other = small()
    other.frame(0x22)(More)
    assert other.fingerprint != small().fingerprint


def test_a_number_is_given_once() -> None:
    with pytest.raises(AssertionError, match="taken"):
        small().frame(0x21)(More)


def test_no_frame_can_carry_the_order_of_a_deck() -> None:
    """The longest frame of a machine holds a count and two numbers; 52 cards need more room than any has."""
    for spec in MCU.frames.values():
        if spec.number >= 0x20:
            assert not spec.has_text
            assert spec.packing.size <= 4


def test_every_state_of_the_machine_is_known_to_the_table() -> None:
    assert set(STATES) == set(MachineCode)


@given(st.integers(0, 255), st.binary(max_size=70))
def test_any_payload_is_a_frame_or_refused(number: int, payload: bytes) -> None:
    with suppress(BadInput):
        assert MCU.pack(MCU.unpack(number, payload)) == (number, payload)
