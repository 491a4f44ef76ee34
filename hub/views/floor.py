"""The floor's view: every table in a line, and who needs a floor person, most urgent first."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from felt.clock import Nanos
from felt.ids import DeviceId, HandId, RoomId, TableId
from felt.situation import Kind
from hub.rules.texts import KINDS
from hub.views.button import QuestionView, question_view
from hub.views.ruling import RulingLine, RulingView, clause_text, newest_ruling, recent_rulings, ruling_title, sentence
from hub.views.status import Alert, AlertKind, AlertState, TableStatus
from hub.views.watch import Watch, WatchView, lost_devices, watch_view
from hub.views.words import ALERT_WORDS, GAME_WORDS, state_words


class AlertView(Struct, frozen=True):
    """One call. The lower `urgency`, the sooner; `since` is wall time in ns."""

    id: str
    table: TableId
    table_name: str
    kind: AlertKind
    kind_words: str
    title: str
    detail: str
    since: Nanos
    state: AlertState
    by: str
    urgency: int
    ruling: int | None


class DeviceView(Struct, frozen=True):
    """One device; `faults` names the parts that do not work."""

    device: DeviceId
    online: bool
    faults: tuple[str, ...]
    outbox: int
    last_heard: Nanos | None


class TableView(Struct, frozen=True):
    """One table in the floor's list."""

    table: TableId
    name: str
    game: str
    rulebook: str
    authority: str
    state: str
    state_words: str
    hand: HandId | None
    watch: WatchView
    lost: tuple[str, ...]
    devices: tuple[DeviceView, ...]
    stop: str | None
    question: QuestionView | None
    ruling: RulingView | None
    recent: tuple[RulingLine, ...]
    alerts: tuple[AlertView, ...]


class FloorView(Struct, frozen=True):
    """The whole room. `revision` grows with every change of any table."""

    room: RoomId
    revision: int
    tables: tuple[TableView, ...]
    alerts: tuple[AlertView, ...]
    recent: tuple[RulingLine, ...]
    watched: int
    calls: int
    coming: int


RECENT_OF_A_TABLE: Final = 3
RECENT_OF_THE_ROOM: Final = 10
"""Rulings that the floor page lists, newest first."""

_KIND_URGENCY: Final[dict[AlertKind, int]] = {
    AlertKind.STORAGE: 0,
    AlertKind.TAMPER: 1,
    AlertKind.CALL: 2,
    AlertKind.RULING: 4,
    AlertKind.DEVICE: 5,
    AlertKind.WIRE: 6,
}
_STANDS_STILL: Final = frozenset({Kind.FLOOR, Kind.VOID, Kind.MISDEAL})
_STANDS_STILL_URGENCY: Final = 3


def floor_view(room: RoomId, statuses: Iterable[TableStatus], unplaced: Iterable[Alert] = ()) -> FloorView:
    """The room from all its tables, in the order given; `unplaced` alerts belong to a table that is not there."""
    listed = tuple(statuses)
    revision = sum(status.revision for status in listed)
    return join_tables(room, revision, tuple(table_view(status) for status in listed), unplaced)


def join_tables(
    room: RoomId, revision: int, tables: tuple[TableView, ...], unplaced: Iterable[Alert] = ()
) -> FloorView:
    """The room from tables already viewed, so that one table's change costs one table's work."""
    strangers = tuple(
        _alert_view(alert.table, alert, _KIND_URGENCY[alert.kind])
        for alert in unplaced
        if alert.state is not AlertState.RESOLVED
    )
    alerts = sorted((*strangers, *(alert for table in tables for alert in table.alerts)), key=_urgent_first)
    recent = [line for table in tables for line in table.recent]
    waiting = sum(alert.state is AlertState.OPEN for alert in alerts)
    return FloorView(
        room=room,
        revision=revision,
        tables=tables,
        alerts=tuple(alerts),
        recent=tuple(sorted(recent, key=lambda line: line.at or 0, reverse=True)[:RECENT_OF_THE_ROOM]),
        watched=sum(table.watch.state is not Watch.OFF for table in tables),
        calls=waiting,
        coming=len(alerts) - waiting,
    )


def table_view(status: TableStatus) -> TableView:
    """One table as the floor sees it; also in shadow mode with its rulings."""
    picture = status.picture
    return TableView(
        table=status.table,
        name=status.name,
        game=GAME_WORDS.get(picture.game, picture.game),
        rulebook=picture.rulebook,
        authority=status.authority,
        state=picture.state,
        state_words=state_words(picture.game, picture.state),
        hand=picture.hand,
        watch=watch_view(status),
        lost=lost_devices(status),
        devices=tuple(
            DeviceView(
                device=device.device,
                online=device.online,
                faults=tuple(f"{part}: {word}" for part, word in sorted(device.parts.items()) if word != "ok"),
                outbox=device.outbox,
                last_heard=device.last_heard,
            )
            for device in status.devices
        ),
        stop=picture.stop,
        question=question_view(picture.question),
        ruling=newest_ruling(status),
        recent=recent_rulings(status, RECENT_OF_A_TABLE),
        alerts=tuple(
            sorted(
                (_table_alert(status, alert) for alert in status.alerts if alert.state is not AlertState.RESOLVED),
                key=_urgent_first,
            )
        ),
    )


def _alert_view(table_name: str, alert: Alert, urgency: int) -> AlertView:
    return AlertView(
        id=alert.id,
        table=alert.table,
        table_name=table_name,
        kind=alert.kind,
        kind_words=ALERT_WORDS[alert.kind],
        title=sentence(alert.title),
        detail=alert.detail,
        since=alert.since,
        state=alert.state,
        by=alert.by,
        urgency=urgency,
        ruling=alert.ruling,
    )


def _table_alert(status: TableStatus, alert: Alert) -> AlertView:
    """A ruling's alert speaks as the ruling does; a table that stands still comes before one that plays on."""
    ruling = next((ruling for ruling in status.picture.rulings if ruling.number == alert.ruling), None)
    if ruling is None:
        return _alert_view(status.name, alert, _KIND_URGENCY[alert.kind])
    worded = replace(
        alert,
        title=f"{KINDS[ruling.kind]}: {ruling_title(ruling)}",
        detail=f"{clause_text(ruling)}. {sentence(ruling.because)}",
    )
    stands_still = ruling.kind in _STANDS_STILL
    return _alert_view(status.name, worded, _STANDS_STILL_URGENCY if stands_still else _KIND_URGENCY[alert.kind])


def _urgent_first(alert: AlertView) -> tuple[bool, int, int, str]:
    """Nobody coming first, then the most urgent, then the longest waiting."""
    return alert.state is not AlertState.OPEN, alert.urgency, alert.since, alert.id
