"""From a wire line to an envelope that is what it claims to be."""

from msgspec import Struct

from felt.envelope import Envelope, decode_envelope
from felt.fault import BadInput
from felt.topic import DeviceTopic
from felt.wire import verified_body


class Arrival(Struct, frozen=True):
    """An envelope and the very line it came in."""

    envelope: Envelope
    line: bytes


def verified_arrival(topic: DeviceTopic, line: bytes, public: bytes) -> Arrival:
    """Check a line against its device's key and its topic; raises BadInput naming device and table."""
    try:
        envelope = decode_envelope(verified_body(public, str(topic), line))
    except BadInput as fault:
        raise BadInput(fault.what, where=_where(topic), remedy=fault.remedy) from fault
    for name, said, heard in (
        ("room", envelope.room, topic.room),
        ("table", envelope.table, topic.table),
        ("device", envelope.device, topic.device),
    ):
        if said != heard:
            raise BadInput(f"envelope of {name} {said!r}", where=_where(topic), remedy=f"{name} {heard!r}")
    return Arrival(envelope, line)


def _where(topic: DeviceTopic) -> str:
    return f"device {topic.device} of table {topic.table}"
