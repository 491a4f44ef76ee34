"""What drivers yield: a look at one antenna, a word of a shuffler or panel, a part lost or found."""

from typing import NewType

from msgspec import Struct

from felt.clock import Nanos
from felt.fact import ShufflerState
from felt.ids import DeviceId, Uid
from felt.note import Note
from firmware_bridge.mcu.frames import Button, Lid

AntennaNo = NewType("AntennaNo", int)
"""An antenna of one reader, 1 to 8 on a multiplexer."""


class AntennaRead(Struct, frozen=True):
    """All tags answered on one antenna in one look, from `began` to `ended` (monotonic ns).

    `clean` is False when a collision, a garbled reply or the reader's own limit may hide further tags: such a look
    proves presence, never absence.
    """

    reader: DeviceId
    antenna: AntennaNo
    uids: tuple[Uid, ...]
    began: Nanos
    ended: Nanos
    clean: bool = True


class PartLost(Struct, frozen=True):
    """A part does not answer; `why` names port and reason, `note` says in a few words what it comes to."""

    part: DeviceId
    why: str
    at: Nanos
    note: Note | None = None


class PartFound(Struct, frozen=True):
    """A part answers; `version` is what it says of itself."""

    part: DeviceId
    version: str
    at: Nanos


class ShufflerSaid(Struct, frozen=True):
    """A shuffling machine's state; `cycle` numbers its shuffles, `count` the cards of this one where known.

    `started`: the start button was pressed and this cycle began. `deck`: whether a deck lies in the tray, where known.
    """

    part: DeviceId
    state: ShufflerState
    cycle: int
    at: Nanos
    count: int | None = None
    started: bool = False
    deck: bool | None = None


class OrderTold(Struct, frozen=True):
    """A shuffling machine told the order of cards, which nobody may know: what it said was dropped unread."""

    part: DeviceId
    at: Nanos


class ButtonSaid(Struct, frozen=True):
    """The dealer pressed a button on a microcontroller's panel."""

    part: DeviceId
    button: Button
    at: Nanos


class LidSaid(Struct, frozen=True):
    """How the cover over the electronics stands: told when it moves and whenever the part is found."""

    part: DeviceId
    lid: Lid
    at: Nanos


def antenna_part(reader: DeviceId, antenna: AntennaNo) -> DeviceId:
    """The name of one antenna as a part that can be lost by itself: `READER-aN`."""
    return DeviceId(f"{reader}-a{antenna}")


Reading = AntennaRead | PartLost | PartFound | ShufflerSaid | OrderTold | ButtonSaid | LidSaid
