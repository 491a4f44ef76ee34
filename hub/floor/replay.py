"""One hand read back from the ledger, with proof: its table's chain holds, every fact is signed by its device."""

import datetime
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from felt.clock import NANOS_PER_SECOND
from felt.fault import BadInput
from felt.ids import DeviceId, HandId, RoomId, TableId
from felt.topic import Channel, device_topic
from felt.wire import verified_body
from felt.wire.signing import read_key
from hub.floor.rebuild import read_fact
from hub.ledger import Draft, LedgerReader, Row, RowKind
from hub.rules.ruling import HandBegan


class HandReport(Struct, frozen=True):
    """A hand in lines for a terminal; `proven` when chain and signatures hold."""

    lines: tuple[str, ...]
    proven: bool


def replayed_hand(reader: LedgerReader, room: RoomId, table: TableId, hand: HandId) -> HandReport | None:
    """Read a hand back; None when the table has no such hand. The whole chain of its table is checked on the way."""
    lines: list[str] = []
    troubles: list[str] = []
    keys: dict[DeviceId, bytes] = {}
    for row in reader.rows(room, table):
        if row.draft.kind is RowKind.KEY and row.draft.device is not None:
            keys[row.draft.device] = read_key(row.draft.line.decode())
        if row.draft.kind is RowKind.FACT and row.draft.hand == hand:
            trouble = _unsigned(room, row, keys)
            troubles += [trouble] if trouble else []
            lines += _told(row)
    if not lines:
        return None
    broken = reader.first_break(room, table)
    if broken is not None:
        troubles.append(f"the chain of table {table} breaks at row {broken.position}: {broken.why}")
    verdict = troubles or [f"the chain of table {table} holds, and every fact is signed by its device"]
    return HandReport((f"hand {hand}, table {table}, room {room}", *lines, *verdict), proven=not troubles)


def _unsigned(room: RoomId, row: Row, keys: dict[DeviceId, bytes]) -> str | None:
    device = row.draft.device
    if device is None or device not in keys:
        return f"row {row.position}: no key of device {device} is recorded"
    try:
        verified_body(keys[device], device_topic(room, row.draft.table, device, Channel.FACTS), row.draft.line)
    except BadInput as fault:
        return f"row {row.position}: {fault}"
    return None


def _told(row: Row) -> Iterator[str]:
    head = f"{row.position:>6} {_time(row.draft)} {row.draft.device}"
    try:
        _, fact, outcomes = read_fact(row.draft)
    except BadInput as fault:
        yield f"{head}: cannot be read, {fault}"
        return
    yield f"{head}: {_words(fact)}"
    for outcome in outcomes:
        if isinstance(outcome, HandBegan) and outcome.rulebook:
            yield f"       ruled by {outcome.rulebook}, edition {outcome.edition}"
        yield f"       -> {_words(outcome)}"


def _words(thing: Struct) -> str:
    return msgspec.json.encode(thing).decode()


def _time(draft: Draft) -> str:
    at = datetime.datetime.fromtimestamp(draft.at / NANOS_PER_SECOND, tz=datetime.UTC)
    return at.strftime("%Y-%m-%d %H:%M:%S.%f")[:-3] + "Z"
