"""The floor's view: most urgent first, calm when nothing is wrong, and shadow mode in full."""

from msgspec.structs import replace

from felt.clock import Nanos
from felt.ids import TableId
from felt.situation import Kind
from hub.views.floor import floor_view
from hub.views.status import AlertKind, AlertState, RulingRecord
from tests.hub.views import pictures
from tests.hub.views.pictures import MISDEAL, NOON, ROOM, alert, status

SECOND = 1_000_000_000


def test_the_most_urgent_call_is_first_and_the_longest_waiting_among_equals() -> None:
    plain_fix = replace(MISDEAL, number=3, kind=Kind.FIX)
    fixing = replace(pictures.FLOP, rulings=(plain_fix,))
    alerts = {
        1: alert(AlertKind.WIRE, number=1, name="wire"),
        2: alert(AlertKind.DEVICE, number=2, name="device"),
        3: alert(AlertKind.RULING, number=3, name="fix", ruling=3),
        4: alert(AlertKind.RULING, number=4, name="misdeal", ruling=7),
        5: alert(AlertKind.CALL, number=5, name="late call", since=NOON + SECOND),
        6: alert(AlertKind.CALL, number=6, name="call"),
        7: alert(AlertKind.TAMPER, number=7, name="tamper"),
        8: alert(AlertKind.STORAGE, number=8, name="storage"),
        9: alert(AlertKind.STORAGE, number=9, name="coming", state=AlertState.ON_MY_WAY),
        10: alert(AlertKind.CALL, number=10, name="resolved", state=AlertState.RESOLVED),
    }
    told = {3: fixing, 4: pictures.MISDEALT}
    view = floor_view(
        ROOM, [status(told.get(number, pictures.FLOP), number=number, alerts=(one,)) for number, one in alerts.items()]
    )
    assert [one.id for one in view.alerts] == [
        "storage",
        "tamper",
        "call",
        "late call",
        "misdeal",
        "fix",
        "device",
        "wire",
        "coming",
    ]
    assert (view.calls, view.coming) == (8, 1)


def test_a_rulings_call_speaks_as_the_ruling_does() -> None:
    called = alert(AlertKind.RULING, title="misdeal: exposed-several", ruling=7)
    (shown,) = floor_view(ROOM, [status(pictures.MISDEALT, alerts=(called,))]).alerts
    assert shown.title == "Misdeal: Several hole cards exposed, seat 8"
    assert shown.detail == "bfsp 6.3.6. The dealer exposed Kh at seat 4 and 7c at seat 8 while dealing."
    assert shown.table_name == "Table 1"


def test_the_revision_grows_with_every_table() -> None:
    statuses = [status(pictures.IDLE, number=1, revision=4), status(pictures.FLOP, number=2, revision=7)]
    assert floor_view(ROOM, statuses).revision == 11


def test_tables_keep_their_order_and_say_what_is_watched() -> None:
    view = floor_view(ROOM, [status(pictures.UNWATCHED, number=2), status(pictures.FLOP, number=1)])
    assert [table.table for table in view.tables] == ["t2", "t1"]
    assert view.watched == 1


def test_shadow_mode_shows_rulings_here() -> None:
    (table,) = floor_view(ROOM, [status(pictures.MISDEALT, authority="silent")]).tables
    assert table.watch.shadow
    assert table.ruling is not None
    assert table.ruling.clause == "bfsp 6.3.6"


def test_the_rooms_newest_rulings_come_first() -> None:
    tables = []
    for number in range(1, 7):
        ruled = [RulingRecord(replace(MISDEAL, number=n), Nanos(NOON + number * 10 + n)) for n in range(1, 6)]
        tables.append(replace(status(pictures.IDLE, number=number), chronicle=tuple(ruled)))
    lines = floor_view(ROOM, tables).recent
    assert [(line.table, line.number) for line in lines[:4]] == [("t6", 5), ("t6", 4), ("t6", 3), ("t5", 5)]
    assert len(lines) == 10


def test_a_call_of_no_table_is_listed() -> None:
    stray = replace(alert(AlertKind.WIRE, name="stray"), table=TableId("t9"), since=Nanos(NOON))
    view = floor_view(ROOM, [status(pictures.IDLE)], unplaced=(stray, replace(stray, state=AlertState.RESOLVED)))
    assert [(one.id, one.table_name) for one in view.alerts] == [("stray", "t9")]
