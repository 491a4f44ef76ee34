"""Every frame between a table and its microcontroller. A change here changes the fingerprint of both ends."""

from enum import IntEnum
from typing import Final

from msgspec import Struct

from firmware_bridge.mcu.dictionary import U8, U16, U32, Dictionary, Text

MCU: Final = Dictionary("feltwire-mcu", version=1)


class MachineCode(IntEnum):
    """A shuffler's state."""

    UNKNOWN = 0
    IDLE = 1
    LOADING = 2
    SHUFFLING = 3
    READY = 4
    COUNT_WRONG = 5
    JAM = 6
    DOOR_OPEN = 7
    SORTING = 8
    FAULT = 9


class FaultCode(IntEnum):
    """What stopped a shuffler."""

    JAM = 1
    DOUBLE_FEED = 2
    MOTOR_STALL = 3
    SENSOR_BLOCKED = 4
    OVER_TEMPERATURE = 5
    POWER_LOST = 6
    DOOR_OPENED = 7
    TOO_LONG = 8


class Presence(IntEnum):
    """Whether something lies before a sensor."""

    ABSENT = 0
    PRESENT = 1


class Button(IntEnum):
    """The dealer's buttons."""

    ROUND_CLOSED = 1
    CONFIRM = 2
    CALL_FLOOR = 3
    UNDO = 4


class Lid(IntEnum):
    """The cover over the electronics, as its tamper switch tells."""

    CLOSED = 0
    OPEN = 1


class Lamp(IntEnum):
    """What the stack lamp shows: one light at a time, so that colour is never the only sign."""

    DARK = 0
    FREE = 1
    ATTENTION = 2
    STOP = 3


class Beep(IntEnum):
    """What the buzzer sounds, once."""

    SHORT = 1
    LONG = 2


class Greeting(IntEnum):
    """How far the sender of a hello has come: WAITING asks for a hello in return."""

    WAITING = 0
    UP = 1


@MCU.frame(0x01)
class Hello(Struct, frozen=True):
    """The first words of each end. `seen` is the other end's session as the sender knows it, 0 before it heard one."""

    fingerprint: U32
    seen: U16
    greeting: Greeting
    version: Text = ""


@MCU.frame(0x02)
class Heartbeat(Struct, frozen=True):
    """The sender lives; it also carries acknowledgements when nothing else is to be said."""


@MCU.frame(0x20)
class MachineState(Struct, frozen=True):
    """The shuffler's state changed, or was asked for. `cycle` numbers its shuffles since power-up."""

    state: MachineCode
    cycle: U16


@MCU.frame(0x21)
class DeckCounted(Struct, frozen=True):
    """The shuffler's gate counted the cards of one cycle; sent before the state that ends the cycle."""

    cycle: U16
    cards: U8


@MCU.frame(0x22)
class CycleStarted(Struct, frozen=True):
    """The shuffler's start button was pressed and a cycle began."""

    cycle: U16


@MCU.frame(0x23)
class FaultRaised(Struct, frozen=True):
    """The shuffler stopped; the cycle is void."""

    code: FaultCode
    cycle: U16


@MCU.frame(0x24)
class DeckPresent(Struct, frozen=True):
    """A deck was put into the shuffler's tray or taken out."""

    deck: Presence


@MCU.frame(0x25)
class ButtonPressed(Struct, frozen=True):
    """The dealer pressed a button; its release is not told."""

    button: Button


@MCU.frame(0x26)
class LidMoved(Struct, frozen=True):
    """The lid over the electronics was opened or closed; also sent when the state is asked for."""

    lid: Lid


@MCU.frame(0x30)
class StateAsked(Struct, frozen=True):
    """Host to device: answer with DeckPresent, LidMoved and MachineState, one right after the other."""


@MCU.frame(0x31)
class LampSet(Struct, frozen=True):
    """Host to device: show this light until told otherwise; a device whose host is gone shows ATTENTION."""

    lamp: Lamp


@MCU.frame(0x32)
class BuzzerSounded(Struct, frozen=True):
    """Host to device: sound the buzzer once."""

    beep: Beep
