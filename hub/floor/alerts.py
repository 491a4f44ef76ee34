"""A table's alerts: what calls a floor person, raised by rulings, facts, devices and the wire."""

from typing import Final

from msgspec.structs import replace

from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import DeviceLost, DeviceRestored, Fact, FloorCalled, SensorDoubted, TamperSeen
from felt.ids import DeviceId, TableId
from felt.situation import Kind
from hub.rules.ruling import HandBegan, HandEnded, Outcome, ProcedureCompleted, Ruling, RulingGiven, RulingWithdrawn
from hub.rules.texts import KINDS
from hub.views.ruling import clause_text, own_steps, ruling_title, sentence
from hub.views.status import Alert, AlertKind, AlertState, Until

RESOLVED_KEPT: Final = 50
"""Resolved alerts that are remembered for the pages; the ledger has them all."""
OPEN_MOST: Final = 200
"""Alerts that may be open at a table. Beyond, the wire's are only logged, and of the others the oldest is forgotten: a
flood cannot fill the hub, and the ledger has them all."""

ALIKE_MOST: Final = 8
"""Open alerts with one title from different devices; the last of them says that there are more."""

_SWEEP: Final = (Kind.MISDEAL, Kind.VOID)
"""Nothing else of the hand goes on after these."""

_BY_HUB: Final = "hub"
_DOUBT: Final = "sensors disagree at"


class AlertBook:
    """The alerts of one table, newest last. Equal ledgers make equal books."""

    def __init__(self, table: TableId) -> None:
        self._table = table
        self._alerts: dict[str, Alert] = {}

    def all(self) -> tuple[Alert, ...]:
        """Every open alert and the newest resolved ones."""
        return tuple(self._alerts.values())

    def get(self, alert_id: str) -> Alert | None:
        """The alert with this id."""
        return self._alerts.get(alert_id)

    def open_like(self, kind: AlertKind, title: str, device: DeviceId | None) -> Alert | None:
        """An alert of the same kind, title and device that nobody has resolved yet."""
        for alert in self._alerts.values():
            if (alert.kind, alert.title, alert.device) == (kind, title, device) and not _resolved(alert):
                return alert
        return None

    def full(self) -> bool:
        """True when no more alerts may open."""
        return sum(not _resolved(alert) for alert in self._alerts.values()) >= OPEN_MOST

    def alike(self, kind: AlertKind, title: str) -> int:
        """How many alerts of this kind and title are open, whatever their devices."""
        return sum((alert.kind, alert.title) == (kind, title) and not _resolved(alert) for alert in self.all())

    def observed(self, kind: AlertKind, title: str, detail: str, at: Nanos, *, device: DeviceId | None = None) -> Alert:
        """A new alert for what the hub itself noticed, outside any fact; it is in the book only once `put`."""
        name = "-".join((kind, *title.split(), device or "room", str(at // NANOS_PER_MS)))
        twins = sum(known.startswith(f"{self._table}-{name}") for known in self._alerts)
        alert = self._new(f"{name}-{twins}" if twins else name, kind, title, detail, at)
        return replace(alert, device=device)

    def put(self, alert: Alert) -> None:
        """Keep an alert as it stands now."""
        self._alerts[alert.id] = alert
        for kept, most in ((True, RESOLVED_KEPT), (False, OPEN_MOST)):
            alike = [known.id for known in self._alerts.values() if _resolved(known) is kept]
            for old in alike[:-most]:
                del self._alerts[old]

    def resolve(self, alert_id: str, by: str = _BY_HUB) -> None:
        """Resolve an alert that is still open."""
        alert = self._alerts.get(alert_id)
        if alert is not None and not _resolved(alert):
            self.put(replace(alert, state=AlertState.RESOLVED, by=by))

    def fold(self, position: int, at: Nanos, fact: Fact, outcomes: tuple[Outcome, ...]) -> None:
        """Raise and resolve what a recorded fact and its outcomes imply; `position` is the row, `at` its wall time."""
        match fact:
            case FloorCalled(text=text):
                self._call(self._new(f"call-{position}", AlertKind.CALL, "floor called", text, at))
            case DeviceLost(part=part, why=why):
                lost = self._new(f"part-{position}", AlertKind.DEVICE, f"{part} does not answer", why, at)
                self._raise_part(replace(lost, device=part))
            case DeviceRestored(part=part):
                self._resolve_part(f"{part} does not answer", part)
            case SensorDoubted(place=place, why=why):
                doubt = self._new(f"doubt-{position}", AlertKind.DEVICE, f"{_DOUBT} {place}", why, at)
                self._raise_part(doubt)
            case TamperSeen(part=part, why=why):
                title, text = (
                    ("tampering", f"{part}: {why}") if why else ("cover opened", f"the cover of {part} was opened")
                )
                seen = self._new(f"part-{position}", AlertKind.TAMPER, title, text, at)
                self._raise_part(replace(seen, device=part))
            case _:
                pass
        for outcome in outcomes:
            self._fold_outcome(at, outcome)

    def _fold_outcome(self, at: Nanos, outcome: Outcome) -> None:
        match outcome:
            case RulingGiven(ruling=ruling, supersedes=supersedes):
                if supersedes is not None:
                    self.resolve(self._ruling_id(supersedes))
                if ruling.kind in _SWEEP:
                    self._close(Until.PROCEDURE, Until.HAND)
                self.put(self._of_ruling(ruling, at))
            case RulingWithdrawn(number=number) | ProcedureCompleted(number=number):
                self.resolve(self._ruling_id(number))
            case HandBegan():
                self._believe_again()
                self._close(Until.HAND)
            case HandEnded():
                self._close(Until.HAND)
            case _:
                pass

    def _close(self, *ends: Until) -> None:
        for alert in self.all():
            if alert.until in ends:
                self.resolve(alert.id)

    def _of_ruling(self, ruling: Ruling, at: Nanos) -> Alert:
        return Alert(
            id=self._ruling_id(ruling.number),
            table=self._table,
            kind=AlertKind.RULING,
            title=f"{KINDS[ruling.kind]}: {ruling_title(ruling)}",
            detail=f"{clause_text(ruling)}. {sentence(ruling.because)}",
            since=at,
            ruling=ruling.number,
            until=_until(ruling),
        )

    def _call(self, call: Alert) -> None:
        """Nobody is called twice for one thing, nor many times by a button that is pressed again and again."""
        calls = [alert for alert in self.all() if alert.kind is AlertKind.CALL and not _resolved(alert)]
        if len(calls) < ALIKE_MOST and all(alert.detail != call.detail for alert in calls):
            self.put(call)

    def _raise_part(self, alert: Alert) -> None:
        if self.open_like(alert.kind, alert.title, alert.device) is None:
            self.put(alert)

    def _believe_again(self) -> None:
        """A new hand believes every sensor again that answers."""
        for alert in self.all():
            if alert.kind is AlertKind.DEVICE and alert.title.startswith(_DOUBT):
                self.resolve(alert.id)

    def _resolve_part(self, title: str, device: DeviceId) -> None:
        alert = self.open_like(AlertKind.DEVICE, title, device)
        if alert is not None:
            self.resolve(alert.id)

    def _new(self, name: str, kind: AlertKind, title: str, detail: str, at: Nanos) -> Alert:
        return Alert(f"{self._table}-{name}", self._table, kind, title, detail, at)

    def _ruling_id(self, number: int) -> str:
        return f"{self._table}-ruling-{number}"


def _until(ruling: Ruling) -> Until:
    """What the floor is to decide waits for it; what needs no step is only to be known while its hand is played."""
    if ruling.kind is Kind.FLOOR:
        return Until.PERSON
    return Until.PROCEDURE if own_steps(ruling) else Until.HAND


def _resolved(alert: Alert) -> bool:
    return alert.state is AlertState.RESOLVED
