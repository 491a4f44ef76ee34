"""The envelope around every fact: who says it, from which start, in which order.

On the wire a line is `base64url(signature) + "." + JSON`; the signature covers `topic + "\\n" + JSON`, and the ledger
chains exactly these bytes. Signing and checking belong to the two ends; this module only frames.
"""

import base64
import binascii
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from felt.clock import Nanos
from felt.fact import Fact
from felt.fault import BadInput
from felt.ids import BootText, DeviceText, FactId, HandId, RoomText, TableText, fact_id

VERSION: Final = 1
MAX_LINE: Final = 256 * 1024
"""The longest line read, bytes."""
LARGEST: Final = 2**53
"""The largest number read: every part of the chain, databases and pages included, keeps it exactly."""


class Envelope(Struct, frozen=True, omit_defaults=True):
    """One fact from one device. `mono` orders a boot's facts; `wall` is for people, and untrusted until `synced`."""

    v: int
    room: RoomText
    table: TableText
    device: DeviceText
    boot: BootText
    seq: Annotated[int, Meta(ge=0, le=LARGEST)]
    mono: Nanos
    wall: Nanos
    body: Fact
    hand: HandId | None = None
    synced: bool = False

    @property
    def id(self) -> FactId:
        """The fact's id in its table's ledger."""
        return fact_id(self.device, self.boot, self.seq)


class _Header(Struct):
    """The part that every version keeps."""

    v: int
    room: str = "?"
    table: str = "?"
    device: str = "?"


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Envelope)
_HEADER: Final = msgspec.json.Decoder(_Header)


def encode_envelope(envelope: Envelope) -> bytes:
    """The JSON that is signed, sent and chained."""
    return _ENCODER.encode(envelope)


def decode_envelope(body: bytes) -> Envelope:
    """Read an envelope; raises BadInput naming device and table where they can be read."""
    try:
        header = _HEADER.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(f"not an envelope: {error}", remedy=f"a JSON object with v={VERSION}") from error
    where = f"device {header.device} of table {header.table}"
    if header.v != VERSION:
        raise BadInput(
            f"envelope version {header.v}",
            where=where,
            remedy=f"this hub reads version {VERSION}; bring both to one release",
        )
    try:
        return _DECODER.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(f"envelope refused: {error}", where=where, remedy="see felt.fact for every field") from error


def join_line(signature: bytes, body: bytes) -> bytes:
    """A wire line from a signature and the JSON it covers."""
    return base64.urlsafe_b64encode(signature) + b"." + body


def split_line(line: bytes) -> tuple[bytes, bytes]:
    """Signature and JSON of a wire line; raises BadInput."""
    if len(line) > MAX_LINE:
        raise BadInput(f"message of {len(line)} bytes", remedy=f"at most {MAX_LINE}")
    signature, dot, body = line.partition(b".")
    if not dot:
        raise BadInput("message without a signature", remedy="base64url(signature) + '.' + JSON")
    try:
        return base64.b64decode(signature, altchars=b"-_", validate=True), body
    except (binascii.Error, ValueError) as error:
        raise BadInput(f"signature is not base64url: {error}", remedy="base64url(signature) + '.' + JSON") from error


def signed_bytes(topic: str, body: bytes) -> bytes:
    """What a signature covers: a line moved to another topic no longer fits."""
    return topic.encode() + b"\n" + body
