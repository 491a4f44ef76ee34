"""One hand read back from the ledger, with proof: its table's chain holds, every fact is signed by its device."""

import datetime
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from felt.clock import NANOS_PER_SECOND
from felt.fact import Fact
from felt.fault import BadInput
from felt.ids import DeviceId, FactId, HandId, RoomId, TableId
from felt.topic import Channel, device_topic
from felt.wire import verified_body
from felt.wire.signing import read_key
from hub.floor.rebuild import read_fact
from hub.ledger import Draft, LedgerReader, Row, RowKind
from hub.rules.ruling import Outcome
from hub.views.named import Named
from hub.views.telling import fact_line, outcome_line


class ReplayedFact(Struct, frozen=True, omit_defaults=True):
    """One row of the hand: the fact and what it led to then; `unreadable` says why when this release cannot read it."""

    row: int
    at: str
    device: DeviceId | None
    id: FactId | None = None
    fact: Fact | None = None
    outcomes: tuple[Outcome, ...] = ()
    unreadable: str = ""


class HandReport(Struct, frozen=True):
    """A hand told again; `verdict` says in lines whether chain and signatures hold, and `proven` that they do."""

    title: str
    facts: tuple[ReplayedFact, ...]
    verdict: tuple[str, ...]
    proven: bool

    def lines(self) -> Iterator[str]:
        """The hand in plain words for a terminal; what a person typed cannot steer it."""
        for line in self._lines():
            yield "".join(sign if sign.isprintable() else " " for sign in line)

    def _lines(self) -> Iterator[str]:
        rows = {told.id: f"row {told.row}" for told in self.facts}

        def row_of(fact: FactId) -> str:
            return rows.get(fact, fact)

        named = Named(row_of)
        yield self.title
        for told in self.facts:
            head = f"{told.row:>6} {told.at} {told.device}"
            if told.fact is None:
                yield f"{head}: cannot be read, {told.unreadable}"
                continue
            yield f"{head}: {fact_line(told.fact, named)}"
            for outcome in told.outcomes:
                yield f"       -> {outcome_line(outcome, named)}"
                named.hear(outcome)
        yield from self.verdict

    def json_lines(self) -> Iterator[str]:
        """The hand for a program: one JSON object for each fact, as the ledger keeps it."""
        for told in self.facts:
            yield msgspec.json.encode(told).decode()


def replayed_hand(reader: LedgerReader, room: RoomId, table: TableId, hand: HandId) -> HandReport | None:
    """Read a hand back; None when the table has no such hand. The whole chain of its table is checked on the way."""
    facts: list[ReplayedFact] = []
    troubles: list[str] = []
    keys: dict[DeviceId, bytes] = {}
    for row in reader.rows(room, table):
        if row.draft.kind is RowKind.KEY and row.draft.device is not None:
            keys[row.draft.device] = read_key(row.draft.line.decode())
        if row.draft.kind is RowKind.FACT and row.draft.hand == hand:
            trouble = _unsigned(room, row, keys)
            troubles += [trouble] if trouble else []
            facts.append(_told(row))
    if not facts:
        return None
    broken = reader.first_break(room, table)
    if broken is not None:
        troubles.append(f"the chain of table {table} breaks at row {broken.position}: {broken.why}")
    verdict = troubles or [f"the chain of table {table} holds, and every fact is signed by its device"]
    title = f"hand {hand}, table {table}, room {room}"
    return HandReport(title, tuple(facts), tuple(verdict), proven=not troubles)


def _unsigned(room: RoomId, row: Row, keys: dict[DeviceId, bytes]) -> str | None:
    device = row.draft.device
    if device is None or device not in keys:
        return f"row {row.position}: no key of device {device} is recorded"
    try:
        verified_body(keys[device], device_topic(room, row.draft.table, device, Channel.FACTS), row.draft.line)
    except BadInput as fault:
        return f"row {row.position}: {fault}"
    return None


def _told(row: Row) -> ReplayedFact:
    at, device = _time(row.draft), row.draft.device
    try:
        id_, fact, outcomes = read_fact(row.draft)
    except BadInput as fault:
        return ReplayedFact(row.position, at, device, unreadable=str(fault))
    return ReplayedFact(row.position, at, device, id_, fact, outcomes)


def _time(draft: Draft) -> str:
    at = datetime.datetime.fromtimestamp(draft.at / NANOS_PER_SECOND, tz=datetime.UTC)
    return at.strftime("%Y-%m-%d %H:%M:%S.%f")[:-3] + "Z"
