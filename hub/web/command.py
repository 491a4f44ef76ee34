"""What a page may say: the facts of its buttons and no others, each press once, none about what has moved on."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from felt.fact import (
    ButtonMoved,
    DeckChanged,
    FactWithdrawn,
    FloorCalled,
    HandClosed,
    HandOpened,
    PersonReported,
    QuestionAnswered,
    RoundClosed,
    RulingOverruled,
    SeatChanged,
    StepConfirmed,
    WatchChanged,
)
from felt.fault import BadInput
from felt.ids import FactId
from hub.views.button import question_key, stop_key
from hub.views.ruling import ruling_view
from hub.views.status import Alert, AlertState, TableStatus

REMEMBERED_PRESSES: Final = 512

PressId = Annotated[str, Meta(pattern="^[A-Za-z0-9-]{8,64}$")]

Sayable = (
    HandOpened
    | RoundClosed
    | StepConfirmed
    | HandClosed
    | FloorCalled
    | FactWithdrawn
    | SeatChanged
    | DeckChanged
    | WatchChanged
    | QuestionAnswered
    | PersonReported
    | ButtonMoved
    | RulingOverruled
)
"""The facts that a page may say."""


class Page(StrEnum):
    """Which page speaks."""

    DEALER = "dealer"
    FLOOR = "floor"


class Tell(Struct, frozen=True, forbid_unknown_fields=True):
    """A press: `press` is new for each press and the same when it is sent again; `about` names what was on screen."""

    page: Page
    press: PressId
    fact: Sayable
    about: Annotated[str, Meta(max_length=80)] | None = None


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """A floor person's word on an alert."""

    press: PressId
    state: AlertState
    by: Annotated[str, Meta(min_length=1, max_length=40)] = "floor"


class MovedOn(Exception):
    """The page showed something that is no longer so; what was pressed is not recorded."""


def check_open(alert: Alert, mark: Mark) -> None:
    """Raise MovedOn when somebody resolved the alert before this was said of it."""
    if alert.state is AlertState.RESOLVED and mark.state is not AlertState.RESOLVED:
        raise MovedOn(f"{alert.by or 'somebody'} has resolved this already")


_TELL: Final = msgspec.json.Decoder(Tell)
_MARK: Final = msgspec.json.Decoder(Mark)


def decode_tell(body: bytes) -> Tell:
    """Read a press; raises BadInput naming the field that is wrong."""
    try:
        tell = _TELL.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(str(error), where="press") from error
    if isinstance(tell.fact, RulingOverruled) and tell.page is not Page.FLOOR:
        raise BadInput("a ruling is overruled from the floor page", where="press")
    if isinstance(tell.fact, WatchChanged) and tell.fact.senses is not None:
        raise BadInput("a page does not change what a table can sense", where="press")
    if isinstance(tell.fact, FactWithdrawn) and tell.fact.of is not None:
        raise BadInput("a page takes back only what a person said last", where="press")
    return tell


def decode_mark(body: bytes) -> Mark:
    """Read an alert's new state; raises BadInput naming the field that is wrong."""
    try:
        mark = _MARK.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(str(error), where="mark") from error
    if mark.state is AlertState.OPEN:
        raise BadInput("an alert is not opened again", where="mark", remedy="on-my-way or resolved")
    return mark


def check_current(status: TableStatus, tell: Tell) -> None:
    """Raise MovedOn when a press is about a step, question, ruling or word that is no longer the one on screen."""
    match tell.fact:
        case StepConfirmed():
            current, what = _due_step(status, tell.fact), "step"
        case QuestionAnswered():
            asked = status.picture.question
            current, what = None if asked is None else question_key(asked), "question"
        case RulingOverruled():
            newest = max((ruling.number for ruling in status.picture.rulings), default=None)
            current, what = None if newest is None else str(newest), "ruling"
        case FactWithdrawn() if tell.about is not None:
            last = status.picture.last_said
            current, what = None if last is None else last.id, "word to take back"
        case _:
            return
    if current is None or tell.about != current:
        raise MovedOn(f"the {what} on your screen is no longer the current one; look again")


def _due_step(status: TableStatus, said: StepConfirmed) -> str | None:
    stop_step, procedure = status.picture.stop_step, status.picture.procedure
    if stop_step is not None and said.step is stop_step:
        return stop_key(stop_step)
    if procedure is None or said.step is None:
        return None
    steps = ruling_view(status, procedure.ruling).steps
    return next((step.key for step in steps if step.state == "due" and step.step is said.step), None)


class Presses:
    """Makes a press that is sent twice (a retry, a doubled tap) happen once. Remembers the last few hundred."""

    def __init__(self, remembered: int = REMEMBERED_PRESSES) -> None:
        self._remembered = remembered
        self._seen: OrderedDict[tuple[str, str], tuple[object, asyncio.Task[FactId]]] = OrderedDict()

    async def once(self, table: str, tell: Tell, do: Callable[[], Awaitable[FactId]]) -> FactId:
        """The fact that this press made, now or the first time; raises BadInput for one press id with two meanings.

        A press goes on when its page goes away. One that failed may be tried again.
        """
        key = (table, tell.press)
        known = self._seen.get(key)
        if known is not None:
            said, task = known
            if said != tell:
                raise BadInput("this press was already used for something else", where="press")
            return await asyncio.shield(task)
        task = asyncio.ensure_future(_awaited(do))
        self._seen[key] = (tell, task)
        while len(self._seen) > self._remembered:
            self._seen.popitem(last=False)
        task.add_done_callback(lambda done: self._forget_failed(key, done))
        return await asyncio.shield(task)

    def _forget_failed(self, key: tuple[str, str], done: asyncio.Task[FactId]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._seen.pop(key, None)


async def _awaited(do: Callable[[], Awaitable[FactId]]) -> FactId:
    return await do()
