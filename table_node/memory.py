"""What the witness knows by heart: stored with every fact, so that a restart invents nothing.

Holds tags, hence hidden cards to anyone with the deck file: it stays on the node's own disk.
"""

from typing import Final

import msgspec
from msgspec import Struct

from felt.card import CardText
from felt.fact import ShufflerState
from felt.fault import StorageFault
from felt.ids import DeviceId, HandId, Uid
from felt.place import Place
from table_node.tokens import Token


class TagMemory(Struct, frozen=True):
    """One tag: its token, if it has one, and where it lies (None: nowhere we look).

    A card without a tag is known by a number of the node's own, and by the name `card` that a camera read.
    """

    uid: Uid
    place: Place | None
    token: Token | None
    card: CardText | None = None


class ShufflerMemory(Struct, frozen=True):
    """The last words of one shuffler. `opened` and `counted`: the newest cycle that was told as a hand, as a count."""

    state: ShufflerState
    cycle: int
    opened: int | None = None
    counted: int | None = None


class WitnessMemory(Struct, frozen=True):
    """All of it.

    `hand_over`: the end of the hand was seen, the next one not yet. `lost`: parts that were told as lost. `serviced`:
    the key stood at service. `open_lids`: parts whose cover was told as open.
    """

    tags: tuple[TagMemory, ...] = ()
    hand: HandId | None = None
    hand_over: bool = True
    told: tuple[Uid, ...] = ()
    shufflers: dict[str, ShufflerMemory] = {}
    lost: tuple[DeviceId, ...] = ()
    serviced: bool = False
    open_lids: tuple[DeviceId, ...] = ()


_DECODER: Final = msgspec.json.Decoder(WitnessMemory)


def encode_memory(memory: WitnessMemory) -> bytes:
    """The memory as it is stored."""
    return msgspec.json.encode(memory)


def decode_memory(data: bytes) -> WitnessMemory:
    """Read a stored memory; raises StorageFault."""
    try:
        return _DECODER.decode(data)
    except msgspec.MsgspecError as error:
        raise StorageFault(
            f"the stored memory cannot be read: {error}", remedy="start with a new data folder"
        ) from error
