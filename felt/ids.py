"""Names of rooms, tables, devices, hands and facts; each its own type, so that none is taken for another."""

import re
from typing import Annotated, Final, NewType

from msgspec import Meta

from felt.fault import BadInput

_LEVEL: Final = re.compile(r"^[a-z0-9_-]{1,48}\Z")
LEVEL_PATTERN: Final = r"^[a-z0-9_-]{1,48}\Z"
"""What one MQTT topic level may hold: every broker passes it through unchanged."""

RoomId = NewType("RoomId", str)
TableId = NewType("TableId", str)
DeviceId = NewType("DeviceId", str)
BootId = NewType("BootId", str)
"""64 random bits as 16 hex digits, new at each start of a device's outbox."""
HandId = NewType("HandId", str)
Ref = NewType("Ref", str)
"""A token for one face-down card, alive from its leaving the stub until its return to it."""
FactId = NewType("FactId", str)
"""`device/boot/sequence`: unique in a table's ledger."""
Uid = NewType("Uid", str)
"""A tag's identifier, upper-case hex, most significant byte first (`E0...` for ISO 15693)."""

RoomText = Annotated[RoomId, Meta(pattern=LEVEL_PATTERN)]
TableText = Annotated[TableId, Meta(pattern=LEVEL_PATTERN)]
DeviceText = Annotated[DeviceId, Meta(pattern=LEVEL_PATTERN)]
BootText = Annotated[BootId, Meta(pattern=r"^[0-9a-f]{16}\Z")]
RefText = Annotated[Ref, Meta(min_length=1, max_length=32)]


PAGE_PREFIX: Final = "page-"
"""What the names of the hub's pages begin with, as devices; over the network nobody is listened to under them."""


def said_on_a_page(fact: FactId) -> bool:
    """True for the word of a person at one of the hub's pages."""
    return fact.startswith(PAGE_PREFIX)


def topic_level(text: str, *, what: str) -> str:
    """Return `text` when it can be one level of a topic; raises BadInput naming `what` it was to be."""
    if not _LEVEL.match(text):
        raise BadInput(
            f"{text!r} cannot name a {what}",
            remedy="1 to 48 characters of a-z, 0-9, '_' and '-'",
        )
    return text


def fact_id(device: DeviceId, boot: BootId, sequence: int) -> FactId:
    """The one id of the envelope with this sequence."""
    return FactId(f"{device}/{boot}/{sequence}")
