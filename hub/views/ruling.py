"""A ruling as pages show it: what, where, by which clause, why, and where its steps stand."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from felt.card import Card
from felt.clock import NANOS_PER_SECOND, Nanos
from felt.ids import HandId, TableId
from felt.place import SeatNo
from felt.situation import Kind, Situation, Step
from hub.languages import ENGLISH
from hub.rules.ruling import Ruling, StepPlan
from hub.rules.texts import KINDS
from hub.views.status import RulingRecord, TableStatus
from hub.views.words import SITUATION_WORDS


class Standing(StrEnum):
    """Where a ruling stands: `closed` is a procedure that ended without being seen through, `waiting` one that comes
    when another is over or the hand is."""

    GIVEN = "given"
    OPEN = "open"
    COMPLETED = "completed"
    WAITING = "waiting"
    CLOSED = "closed"
    WITHDRAWN = "withdrawn"


class StepView(Struct, frozen=True):
    """One step; `key` names it among all steps of the table.

    `state` is done, due, later, open (not seen done), or keep: nothing is to be done, something is to be left alone.
    """

    key: str
    step: Step
    text: str
    state: str
    seat: SeatNo | None
    cards: tuple[Card, ...]
    sensed: bool


class RulingView(Struct, frozen=True):
    """One ruling; `at` is wall time in ns where it is known, `incident` the text to paste into a report.

    `overrulable` while it is the newest of the hand that the table still holds.
    """

    number: int
    hand: HandId
    kind: Kind
    kind_words: str
    situation: Situation
    title: str
    seat: SeatNo | None
    cards: tuple[Card, ...]
    clause: str
    says: str
    because: str
    terms: tuple[str, ...]
    english: bool
    """`because` is in English; otherwise in the language of the page."""
    options: tuple[str, ...]
    standing: Standing
    outcome: str
    steps: tuple[StepView, ...]
    at: Nanos | None
    incident: str
    overrulable: bool
    past: bool = False
    """Nothing of it is to be done any more; `kind_words` then say what it was."""


class RulingLine(Struct, frozen=True):
    """A ruling in one line of a list."""

    table: TableId
    table_name: str
    number: int
    kind_words: str
    title: str
    clause: str
    standing: Standing
    at: Nanos | None


def newest_ruling(status: TableStatus) -> RulingView | None:
    """The newest ruling that stands, of this hand or, when it has none, of an earlier one."""
    standing = [record for record in _records(status) if record.withdrawn is None]
    return ruling_view(status, standing[-1].ruling) if standing else None


def recent_rulings(status: TableStatus, most: int) -> tuple[RulingLine, ...]:
    """The newest `most` rulings in a line each, also those that fell; newest first."""
    return tuple(
        RulingLine(
            table=status.table,
            table_name=status.name,
            number=record.ruling.number,
            kind_words=_kind_words(record.ruling.kind, past=_past(status, record)),
            title=ruling_title(record.ruling),
            clause=clause_text(record.ruling),
            standing=_standing(status, record),
            at=_at(record),
        )
        for record in _records(status)[: -most - 1 : -1]
    )


def ruling_view(status: TableStatus, ruling: Ruling) -> RulingView:
    """One ruling of `status`, with its steps as the open procedure, or else the chronicle, has them."""
    record = _record(status, ruling)
    standing = _standing(status, record)
    steps = _steps(status, record)
    past = _past(status, record)
    return RulingView(
        number=ruling.number,
        hand=ruling.hand,
        kind=ruling.kind,
        kind_words=_kind_words(ruling.kind, past=past),
        situation=ruling.situation,
        title=ruling_title(ruling),
        seat=ruling.seat,
        cards=ruling.cards,
        clause=clause_text(ruling),
        says=ruling.says,
        because=sentence(ruling.because),
        terms=ruling.terms,
        english=True,
        options=ruling.options,
        standing=standing,
        outcome=_outcome_words(record, standing),
        steps=steps,
        at=_at(record),
        incident=_incident(status, record, standing, steps),
        overrulable=ruling.number == max((held.number for held in status.picture.rulings), default=None),
        past=past,
    )


def ruling_title(ruling: Ruling) -> str:
    """What was ruled on, in a few words."""
    words = SITUATION_WORDS[ruling.situation]
    return words if ruling.seat is None else f"{words}, seat {ruling.seat}"


def clause_text(ruling: Ruling) -> str:
    """The book and its clause, `bfsp 6.3.6`, however the book writes its clauses."""
    return f"{ruling.book} {ruling.clause.removeprefix(f'{ruling.book}:')}"


def incident_text(status: TableStatus, ruling: Ruling) -> str:
    """What happened and what was done, in lines for a report: table, hand, time (UTC), clause, steps."""
    return ruling_view(status, ruling).incident


_UNKNOWN: Final = Nanos(0)
_ENDS: Final = (Kind.MISDEAL, Kind.VOID)


def _records(status: TableStatus) -> list[RulingRecord]:
    """The chronicle with the picture's rulings as the picture has them, oldest first."""
    current = {ruling.number: ruling for ruling in status.picture.rulings}
    known = {record.ruling.number: record for record in status.chronicle}
    for number, ruling in current.items():
        record = known.get(number)
        known[number] = RulingRecord(ruling, _UNKNOWN) if record is None else replace(record, ruling=ruling)
    return [known[number] for number in sorted(known)]


def _record(status: TableStatus, ruling: Ruling) -> RulingRecord:
    found = next((record for record in status.chronicle if record.ruling.number == ruling.number), None)
    return RulingRecord(ruling, _UNKNOWN) if found is None else replace(found, ruling=ruling)


def _standing(status: TableStatus, record: RulingRecord) -> Standing:
    procedure = status.picture.procedure
    if record.withdrawn is not None:
        return Standing.WITHDRAWN
    if procedure is not None and procedure.ruling.number == record.ruling.number:
        return Standing.OPEN
    if record.completed and all(
        index in record.done or plan.step is Step.KEEP_BURN for index, plan in enumerate(own_steps(record.ruling))
    ):
        return Standing.COMPLETED
    if not own_steps(record.ruling):
        return Standing.GIVEN
    return Standing.WAITING if _waits(status, record) else Standing.CLOSED


def _waits(status: TableStatus, record: RulingRecord) -> bool:
    """Its procedure is open behind another one: neither over, nor swept away by a misdeal or a void hand since."""
    number = record.ruling.number
    since = [ruling for ruling in status.picture.rulings if ruling.number > number]
    held = any(ruling.number == number for ruling in status.picture.rulings)
    return held and not record.completed and all(ruling.kind not in _ENDS for ruling in since)


def _past(status: TableStatus, record: RulingRecord) -> bool:
    """Nothing of it is to be done any more; what needs no step holds until its hand is over."""
    standing = _standing(status, record)
    if standing is not Standing.GIVEN:
        return standing not in (Standing.OPEN, Standing.WAITING)
    picture = status.picture
    if record.ruling.situation is Situation.WRONG_STEP and picture.procedure is None:
        return True
    return record.ruling.hand != picture.hand or picture.state in ("over", "waiting")


def _kind_words(kind: Kind, *, past: bool) -> str:
    return ENGLISH.past[kind] if past else KINDS[kind]


def _steps(status: TableStatus, record: RulingRecord) -> tuple[StepView, ...]:
    procedure = status.picture.procedure
    ruling = record.ruling
    if procedure is not None and procedure.ruling.number == ruling.number:
        return tuple(_step_view(ruling, index, item.plan, item.state) for index, item in enumerate(procedure.steps))
    left = "later" if _standing(status, record) is Standing.WAITING else "open"
    return tuple(
        _step_view(ruling, index, plan, "done" if index in record.done else left)
        for index, plan in enumerate(own_steps(ruling))
    )


def own_steps(ruling: Ruling) -> tuple[StepPlan, ...]:
    """The steps of its own procedure; a wrong step has none, it asks for one of the procedure that is under way."""
    return () if ruling.situation is Situation.WRONG_STEP else ruling.steps


def _step_view(ruling: Ruling, index: int, plan: StepPlan, state: str) -> StepView:
    return StepView(
        key=f"{ruling.number}/{index}",
        step=plan.step,
        text=plan.text,
        state="keep" if plan.step is Step.KEEP_BURN and state != "done" else state,
        seat=plan.seat,
        cards=plan.cards,
        sensed=plan.sensed,
    )


def _outcome_words(record: RulingRecord, standing: Standing) -> str:
    match standing:
        case Standing.WITHDRAWN:
            return f"The ruling was withdrawn: {record.withdrawn}"
        case Standing.OPEN:
            return "The steps are under way"
        case Standing.COMPLETED:
            return "Every step was done"
        case Standing.WAITING:
            return "Its steps come later"
        case Standing.CLOSED:
            return "It was over before every step was seen done"
        case Standing.GIVEN if record.ruling.situation is Situation.WRONG_STEP:
            return "The step asked for is one of the procedure that was under way"
        case Standing.GIVEN:
            return "No steps were needed"


_STEP_WORDS: Final[dict[str, str]] = {
    "done": " - done",
    "due": " - due now",
    "later": " - later",
    "open": " - not seen done",
    "keep": "",
}


def _incident(status: TableStatus, record: RulingRecord, standing: Standing, steps: tuple[StepView, ...]) -> str:
    ruling = record.ruling
    cards = f" ({' '.join(ruling.cards)})" if ruling.cards else ""
    lines = [
        f"{status.name} ({status.room}/{status.table}), hand {ruling.hand}",
        f"Time: {_time_text(_at(record))}",
        f"Ruling {ruling.number}: {KINDS[ruling.kind].upper()}. {ruling_title(ruling)}{cards}",
        f"What happened: {sentence(ruling.because)}",
        f"Rule: {clause_text(ruling)}: {ruling.says}",
    ]
    if ruling.options:
        lines.append(f"The floor's options: {'; '.join(ruling.options)}")
    lines.append(f"What was done: {_outcome_words(record, standing)}.")
    lines.extend(
        f"  {index}. {step.text.rstrip('.')}{_STEP_WORDS[step.state]}" for index, step in enumerate(steps, start=1)
    )
    return "\n".join(lines)


def sentence(text: str) -> str:
    """`text` with a capital at its start."""
    return text[:1].upper() + text[1:]


def _at(record: RulingRecord) -> Nanos | None:
    return None if record.at == _UNKNOWN else record.at


def _time_text(at: Nanos | None) -> str:
    if at is None:
        return "not recorded"
    return f"{datetime.fromtimestamp(at // NANOS_PER_SECOND, tz=UTC):%Y-%m-%d %H:%M:%S} UTC"
