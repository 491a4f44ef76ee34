"""A table as its ledger tells it: the same state, alerts and expectations that the hub had when it stopped."""

from collections.abc import Iterable
from typing import Final

import msgspec

from felt.envelope import decode_envelope, split_line
from felt.fact import Fact
from felt.fault import BadInput, StorageFault
from felt.ids import BootId, DeviceId, FactId, HandId, RoomId, TableId, fact_id
from felt.setup import TableSetup
from felt.wire.signing import key_text, read_key
from hub.floor.alerts import AlertBook
from hub.floor.chronicle import Chronicle
from hub.floor.turn import absorbed
from hub.floor.voice import is_own
from hub.ledger import ChainBreak, ChainWalk, Draft, Row, RowKind
from hub.rules import TableState, open_table, reopen_table
from hub.rules.books import SHELF, Shelf
from hub.rules.ruling import HandBegan, Outcome
from hub.views.status import Alert

_SETUP: Final = msgspec.json.Decoder(TableSetup)
_ALERT: Final = msgspec.json.Decoder(Alert)
_OUTCOMES: Final = msgspec.json.Decoder(tuple[Outcome, ...])
_encode: Final = msgspec.json.encode


class Rebuilt:
    """What a table's rows amount to. `state` is None before the table's first setup."""

    def __init__(self, table: TableId, shelf: Shelf = SHELF) -> None:
        self.table = table
        self._shelf = shelf
        self.position = 0
        self.setup: TableSetup | None = None
        self.state: TableState | None = None
        self.hand: HandId | None = None
        self.broken: ChainBreak | None = None
        self.alerts = AlertBook(table)
        self.keys: dict[DeviceId, bytes] = {}
        self.expected: dict[DeviceId, dict[BootId, int]] = {}
        self.chronicle = Chronicle()

    def take(self, row: Row) -> None:
        """Take in the next row; raises BadInput for a row that this release cannot read."""
        draft = row.draft
        self.position = row.position
        match draft.kind:
            case RowKind.SETUP:
                self.setup = _SETUP.decode(draft.line)
                self.state = self._opened(self.setup, hand_prefix(self.table, row.position))
                self.hand = None
            case RowKind.KEY:
                assert draft.device is not None
                self.keys[draft.device] = read_key(draft.line.decode())
            case RowKind.ALERT:
                self.alerts.put(_ALERT.decode(draft.line))
            case RowKind.FACT:
                self._take_fact(row.position, draft)

    def _opened(self, setup: TableSetup, prefix: str) -> TableState:
        """The table as it opened; one whose book has left the house since is only replayed."""
        try:
            return open_table(setup, prefix=prefix, shelf=self._shelf)
        except BadInput:
            return reopen_table(setup, prefix=prefix)

    def _take_fact(self, position: int, draft: Draft) -> None:
        who, fact, outcomes = read_fact(draft)
        assert draft.device is not None
        assert draft.boot is not None
        assert draft.seq is not None
        if self.state is not None:
            self.state = absorbed(self.state, who, fact, outcomes)
        self.alerts.fold(position, draft.at, fact, outcomes)
        self.chronicle.fold(draft.at, outcomes)
        if not is_own(draft.device):
            starts = self.expected.setdefault(draft.device, {})
            starts[draft.boot] = max(starts.get(draft.boot, 0), draft.seq + 1)
        for outcome in outcomes:
            if isinstance(outcome, HandBegan):
                self.hand = outcome.hand


def rebuilt(room: RoomId, table: TableId, rows: Iterable[Row], shelf: Shelf = SHELF) -> Rebuilt:
    """Take in a table's rows from the first on, and check their chain.

    Raises StorageFault for a row that this release cannot read.
    """
    result, walk = Rebuilt(table, shelf), ChainWalk(room, table)
    for row in rows:
        walk.take(row)
        try:
            result.take(row)
        except (BadInput, msgspec.MsgspecError) as error:
            where = f"row {row.position} of table {table}"
            raise StorageFault(f"cannot be read: {error}", where=where, remedy="the release that wrote it") from error
    result.broken = walk.found
    return result


def read_fact(draft: Draft) -> tuple[FactId, Fact, tuple[Outcome, ...]]:
    """A fact row's id, fact and outcomes; raises BadInput for bytes that this release cannot read."""
    envelope = decode_envelope(split_line(draft.line)[1])
    try:
        outcomes = _OUTCOMES.decode(draft.outcomes) if draft.outcomes else ()
    except msgspec.MsgspecError as error:
        raise BadInput(f"outcomes of fact {envelope.id} cannot be read: {error}") from error
    return fact_id(envelope.device, envelope.boot, envelope.seq), envelope.body, outcomes


def hand_prefix(table: TableId, position: int) -> str:
    """What names a table's hands begin with: unique over all openings of the table."""
    return f"{table}-" if position == 1 else f"{table}-{position}-"


def setup_line(setup: TableSetup) -> bytes:
    """What a setup row keeps."""
    return _encode(setup)


def alert_line(alert: Alert) -> bytes:
    """What an alert row keeps."""
    return _encode(alert)


def key_line(public: bytes) -> bytes:
    """What a key row keeps."""
    return key_text(public).encode()


def outcome_bytes(outcomes: tuple[Outcome, ...]) -> bytes:
    """What a fact row keeps of its outcomes."""
    return _encode(outcomes) if outcomes else b""
