"""A ruling as pages show it: what, where, by which clause, why, and where its steps stand."""

from datetime import UTC, datetime
from enum import StrEnum

from msgspec import Struct

from felt.card import Card
from felt.clock import NANOS_PER_SECOND, Nanos
from felt.ids import HandId
from felt.place import SeatNo
from felt.situation import Kind, Situation, Step
from hub.rules.ruling import Ruling, StepPlan
from hub.views.status import TableStatus
from hub.views.words import KIND_WORDS, SITUATION_WORDS


class Standing(StrEnum):
    """Where a ruling's procedure stands."""

    NONE = "none"
    OPEN = "open"
    CLOSED = "closed"


class StepView(Struct, frozen=True):
    """One step. `state` is done, due, later or closed; `key` names it among all steps of the table."""

    key: str
    step: Step
    text: str
    state: str
    seat: SeatNo | None
    cards: tuple[Card, ...]
    sensed: bool


class RulingView(Struct, frozen=True):
    """One ruling; `at` is wall time in ns where it is known, `incident` the text to paste into a report."""

    number: int
    hand: HandId
    kind: Kind
    kind_words: str
    situation: Situation
    title: str
    seat: SeatNo | None
    cards: tuple[Card, ...]
    book: str
    clause: str
    says: str
    because: str
    options: tuple[str, ...]
    standing: Standing
    steps: tuple[StepView, ...]
    at: Nanos | None
    incident: str


def ruling_views(status: TableStatus) -> tuple[RulingView, ...]:
    """Every ruling of the picture, newest first."""
    newest_first = sorted(status.picture.rulings, key=lambda ruling: ruling.number, reverse=True)
    return tuple(ruling_view(status, ruling) for ruling in newest_first)


def newest_ruling(status: TableStatus) -> RulingView | None:
    """The ruling with the highest number, if there is any."""
    newest = max(status.picture.rulings, key=lambda ruling: ruling.number, default=None)
    return None if newest is None else ruling_view(status, newest)


def ruling_view(status: TableStatus, ruling: Ruling) -> RulingView:
    """One ruling of `status`, with its steps as the open procedure has them."""
    standing, steps = _steps(status, ruling)
    return RulingView(
        number=ruling.number,
        hand=ruling.hand,
        kind=ruling.kind,
        kind_words=KIND_WORDS[ruling.kind],
        situation=ruling.situation,
        title=ruling_title(ruling),
        seat=ruling.seat,
        cards=ruling.cards,
        book=ruling.book,
        clause=f"{ruling.book} {ruling.clause}",
        says=ruling.says,
        because=ruling.because,
        options=ruling.options,
        standing=standing,
        steps=steps,
        at=_ruled_at(status, ruling),
        incident=incident_text(status, ruling),
    )


def ruling_title(ruling: Ruling) -> str:
    """What was ruled on, in a few words."""
    words = SITUATION_WORDS[ruling.situation]
    return words if ruling.seat is None else f"{words}, seat {ruling.seat}"


def incident_text(status: TableStatus, ruling: Ruling) -> str:
    """What happened and what was done, in lines for a report: table, hand, time (UTC), clause, steps."""
    standing, steps = _steps(status, ruling)
    cards = f" ({' '.join(ruling.cards)})" if ruling.cards else ""
    lines = [
        f"Table {status.name} ({status.room}/{status.table}), hand {ruling.hand}",
        f"Time: {_time_text(_ruled_at(status, ruling))}",
        f"Ruling {ruling.number}: {KIND_WORDS[ruling.kind].upper()}, {ruling_title(ruling)}{cards}",
        f"What happened: {ruling.because}",
        f"Rule: {ruling.book} {ruling.clause}: {ruling.says}",
    ]
    if ruling.options:
        lines.append(f"The floor's options: {'; '.join(ruling.options)}")
    lines.append(f"What was done: {_DONE_WORDS[standing]}")
    lines.extend(f"  {index}. {step.text}{_step_words(step)}" for index, step in enumerate(steps, start=1))
    return "\n".join(lines)


_DONE_WORDS: dict[Standing, str] = {
    Standing.NONE: "no steps were needed.",
    Standing.OPEN: "the steps are under way.",
    Standing.CLOSED: "the steps are closed.",
}


def _steps(status: TableStatus, ruling: Ruling) -> tuple[Standing, tuple[StepView, ...]]:
    procedure = status.picture.procedure
    if procedure is not None and procedure.ruling.number == ruling.number:
        return Standing.OPEN, tuple(
            _step_view(ruling, index, item.plan, item.state) for index, item in enumerate(procedure.steps)
        )
    standing = Standing.CLOSED if ruling.steps else Standing.NONE
    return standing, tuple(_step_view(ruling, index, plan, "closed") for index, plan in enumerate(ruling.steps))


def _step_view(ruling: Ruling, index: int, plan: StepPlan, state: str) -> StepView:
    return StepView(
        key=f"{ruling.number}/{index}",
        step=plan.step,
        text=plan.text,
        state=state,
        seat=plan.seat,
        cards=plan.cards,
        sensed=plan.sensed,
    )


def _step_words(step: StepView) -> str:
    return "" if step.state == "closed" else {"done": " - done", "due": " - due now"}.get(step.state, " - later")


def _ruled_at(status: TableStatus, ruling: Ruling) -> Nanos | None:
    if ruling.number in status.ruled_at:
        return status.ruled_at[ruling.number]
    return next((alert.since for alert in status.alerts if alert.ruling == ruling.number), None)


def _time_text(at: Nanos | None) -> str:
    if at is None:
        return "not recorded"
    return f"{datetime.fromtimestamp(at // NANOS_PER_SECOND, tz=UTC):%Y-%m-%d %H:%M:%S} UTC"
