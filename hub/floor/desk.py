"""One table's task: facts in order, ruled on, kept, and only then shown, acknowledged and answered."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import structlog
from msgspec import Struct
from msgspec.structs import replace

from felt.clock import Clock, Nanos
from felt.fact import SenseQuality, TimePassed
from felt.fault import FeltFault, StorageFault
from felt.ids import BootId, DeviceId, FactId, HandId
from felt.order import Guidance
from hub.floor.alerts import AlertBook
from hub.floor.chronicle import Chronicle
from hub.floor.guidance import guidance
from hub.floor.rebuild import Rebuilt, alert_line, hand_prefix, outcome_bytes, setup_line
from hub.floor.terms import TableTerms
from hub.floor.timekeeper import Timekeeper
from hub.floor.turn import advanced
from hub.floor.voice import HUB_DEVICE, Voice
from hub.intake import Arrival
from hub.ledger import Draft, KeyTaken, Ledger, RowKind
from hub.rules import TableState, next_due_ms, open_table, picture
from hub.rules.ruling import HandBegan, Outcome, TablePicture
from hub.views.status import Alert, AlertKind

BATCH_MOST: Final = 100
"""Facts of a table that go into one commit."""
QUEUE_MOST: Final = 20_000
"""Facts that wait for the ledger; beyond, devices keep theirs in their own outbox and send them again."""
RETRY_S: Final = 1.0
"""How long after a refusal of the disk the same facts are tried again."""

STORAGE_TITLE: Final = "ledger cannot be written"

_log = structlog.get_logger(__name__)


class Work(Struct, frozen=True, eq=False):
    """What waits for a table: a fact, or a key or an alert to keep. A person waits on `answer`."""

    arrival: Arrival | None = None
    draft: Draft | None = None
    alert: Alert | None = None
    answer: asyncio.Future[FactId | None] | None = None
    external: bool = False


class DeskEvents(Struct, frozen=True):
    """Whom a desk tells, after the commit: that it changed, what to acknowledge, what to send its devices.

    `reread` reads the table's ledger again when it holds what the desk did not write.
    """

    changed: Callable[[], None]
    committed: Callable[[DeviceId, BootId, int], None]
    guide: Callable[[Guidance], None]
    reread: Callable[[], Rebuilt]


class Desk:
    """Runs one table. `offer` work from the event loop; `run` it as a task after `open`.

    Raises BadInput for terms with a rulebook or game that is not there.
    """

    def __init__(
        self, terms: TableTerms, known: Rebuilt, events: DeskEvents, *, ledger: Ledger, voice: Voice, clock: Clock
    ) -> None:
        self.terms = terms
        self._ledger = ledger
        self._voice = voice
        self._clock = clock
        self._events = events
        self._queue: deque[Work] = deque()
        self._wake = asyncio.Event()
        self._time = Timekeeper(clock, self._wake.set)
        self._picture: TablePicture | None = None
        self._guided: Guidance | None = None
        self.revision = 0
        self.storage_fault: str | None = None
        open_table(terms.setup, shelf=terms.shelf)  # raises BadInput, also when the ledger has older terms
        self._take_over(known)

    def _take_over(self, known: Rebuilt) -> None:
        self._position = known.position
        self._setup = known.setup
        self._state: TableState = known.state or open_table(self.terms.setup, shelf=self.terms.shelf)
        self._hand: HandId | None = known.hand
        self.alerts: AlertBook = known.alerts
        self.chronicle: Chronicle = known.chronicle
        self._picture = None

    @property
    def state(self) -> TableState:
        """What the rules know, committed facts only."""
        return self._state

    @property
    def picture(self) -> TablePicture:
        """The table as the rules picture it."""
        if self._picture is None:
            self._picture = picture(self._state)
        return self._picture

    def has_room(self) -> bool:
        """False when so much waits that devices should keep theirs."""
        return len(self._queue) < QUEUE_MOST

    def offer(self, work: Work) -> None:
        """Let `work` be done after what waits already."""
        self._queue.append(work)
        self._wake.set()

    def guide_again(self) -> None:
        """Tell the table's devices once more: a device is new, or the broker has forgotten."""
        if self._guided is not None:
            self._events.guide(self._guided)

    def touch(self) -> None:
        """Something beside the rules' picture changed."""
        self._change()

    def note(self, alert: Alert) -> None:
        """Show an alert of the hub's own at once, and keep it."""
        self.alerts.put(alert)
        self.offer(Work(draft=self._alert_draft(alert)))
        self._change()

    async def open(self) -> None:
        """Record the table's terms when they are new, with what its node declared before; raises StorageFault."""
        declared = () if self._setup is None else senses_of(self._state)
        if self._setup is None or replace(self._setup, senses=()) != replace(self.terms.setup, senses=()):
            setup = replace(self.terms.setup, senses=declared or self.terms.setup.senses)
            draft = Draft(self.terms.table, RowKind.SETUP, setup_line(setup), self._clock.wall())
            [self._position] = await self._ledger.append([draft])
            self._setup = setup
            prefix = hand_prefix(self.terms.table, self._position)
            self._state = open_table(setup, prefix=prefix, shelf=self.terms.shelf)
            self._hand, self._picture = None, None
        self._guide()
        self._time.mind(next_due_ms(self._state))

    async def run(self) -> None:
        """Work for ever."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._queue or self._time.rang:
                    await self._work()
        finally:
            self._time.stop()

    # One batch.

    async def _work(self) -> None:
        batch = [self._queue.popleft() for _ in range(min(len(self._queue), BATCH_MOST))]
        try:
            await self._commit([*self._time_told(), *batch])
        except StorageFault as fault:
            self._stop_watching(batch, fault)
            await self._clock.sleep(RETRY_S)
        except KeyTaken:
            await self._one_by_one(batch)
        except Exception as error:  # a bug of ours: said aloud, and the table goes on
            _log.exception("the floor failed", table=self.terms.table)
            failure = StorageFault(f"the hub failed on it: {error!r}", where=f"table {self.terms.table}")
            _fail(batch, failure)
            self.note(self.alerts.observed(AlertKind.DEVICE, "hub failed", str(failure), self._clock.wall()))

    def _time_told(self) -> list[Work]:
        """The time that passed while the rules wait for it: told before whatever follows."""
        passed_ms = self._time.passed_ms()
        if passed_ms <= 0:
            return []
        return [Work(arrival=self._voice.say(self.terms.table, HUB_DEVICE, TimePassed(passed_ms)))]

    async def _one_by_one(self, batch: Sequence[Work]) -> None:
        """The ledger has one of the facts already: keep the others, and read the table again."""
        for work in batch:
            try:
                await self._commit([work])
            except KeyTaken as taken:
                _log.warning("fact dropped", table=self.terms.table, why=str(taken))
                _fail([work], taken)
            except StorageFault as fault:
                self._stop_watching([work], fault)
        self._reread()

    async def _commit(self, batch: Sequence[Work]) -> None:
        """Rule on a batch and keep it; the table changes only when all of it is on the disk."""
        if not batch:
            return
        state, hand = self._state, self._hand
        drafts: list[Draft] = []
        turns: list[tuple[Outcome, ...]] = []
        troubles: list[str] = []
        at = self._clock.wall()
        for work in batch:
            outcomes: tuple[Outcome, ...] = ()
            if work.arrival is not None:
                envelope = work.arrival.envelope
                turn, trouble = advanced(state, envelope.id, envelope.body)
                state, outcomes = turn.state, turn.outcomes
                hand = _hand_after(hand, outcomes)
                if trouble is not None:
                    troubles.append(f"fact {envelope.id} is kept, but the rules failed on it: {trouble}")
            turns.append(outcomes)
            drafts.append(self._draft(work, outcomes, hand, at))
        positions = await self._ledger.append(drafts)
        if positions[0] != self._position + 1:
            self._reread()
        else:
            self._state, self._hand = state, hand
            for work, position, outcomes in zip(batch, positions, turns, strict=True):
                self._fold(work, position, at, outcomes)
        self._position = positions[-1]
        self._after(batch, troubles)

    def _draft(self, work: Work, outcomes: tuple[Outcome, ...], hand: HandId | None, at: Nanos) -> Draft:
        if work.draft is not None:
            return work.draft
        if work.alert is not None:
            return self._alert_draft(work.alert)
        assert work.arrival is not None
        envelope = work.arrival.envelope
        return Draft(
            table=self.terms.table,
            kind=RowKind.FACT,
            line=work.arrival.line,
            at=at,
            outcomes=outcome_bytes(outcomes),
            hand=hand,
            device=envelope.device,
            boot=envelope.boot,
            seq=envelope.seq,
        )

    def _fold(self, work: Work, position: int, at: Nanos, outcomes: tuple[Outcome, ...]) -> None:
        if work.arrival is not None:
            self.alerts.fold(position, at, work.arrival.envelope.body, outcomes)
        if work.alert is not None:
            self.alerts.put(work.alert)
        self.chronicle.fold(at, outcomes)

    def _after(self, batch: Sequence[Work], troubles: Sequence[str]) -> None:
        self._picture = None
        self._watch_again()
        newest: dict[tuple[DeviceId, BootId], int] = {}
        for work in batch:
            envelope = None if work.arrival is None else work.arrival.envelope
            if work.answer is not None and not work.answer.done():
                work.answer.set_result(None if envelope is None else envelope.id)
            if envelope is not None and work.external:
                newest[envelope.device, envelope.boot] = envelope.seq
        self._change()
        for (device, boot), seq in newest.items():
            self._events.committed(device, boot, seq)
        self._guide()
        self._time.mind(next_due_ms(self._state))
        for trouble in troubles:
            self.note(self.alerts.observed(AlertKind.DEVICE, "rules failed", trouble, self._clock.wall()))

    def _guide(self) -> None:
        """Tell the table's devices what to do now, when that changed. The serial grows over restarts of the hub."""
        serial = self._position
        order = guidance(self.picture, serial, self.terms.authority)
        if self._guided is None or replace(order, serial=self._guided.serial) != self._guided:
            self._guided = order
            self._events.guide(order)

    def _change(self) -> None:
        self.revision += 1
        self._events.changed()

    def _reread(self) -> None:
        """Trust the ledger over what is remembered."""
        self._take_over(self._events.reread())
        self._change()

    def _alert_draft(self, alert: Alert) -> Draft:
        return Draft(self.terms.table, RowKind.ALERT, alert_line(alert), self._clock.wall(), device=alert.device)

    # A disk that takes no more.

    def _stop_watching(self, batch: Sequence[Work], fault: StorageFault) -> None:
        """People hear at once that nothing was recorded; what devices said waits for the disk."""
        _fail(batch, fault)
        waiting = [work for work in batch if work.answer is None]
        self._queue.extendleft(reversed(waiting))
        self._wake.set()
        if self.storage_fault is None:
            _log.error("nothing is recorded", table=self.terms.table, why=str(fault))
            self.storage_fault = str(fault)
            detail = f"table {self.terms.table} is not watched: {fault}"
            self.note(self.alerts.observed(AlertKind.STORAGE, STORAGE_TITLE, detail, self._clock.wall()))

    def _watch_again(self) -> None:
        if self.storage_fault is None:
            return
        self.storage_fault = None
        alert = self.alerts.open_like(AlertKind.STORAGE, STORAGE_TITLE, None)
        if alert is not None:
            self.alerts.resolve(alert.id)
            resolved = self.alerts.get(alert.id)
            if resolved is not None:
                self.note(resolved)


def senses_of(state: TableState) -> tuple[SenseQuality, ...]:
    """What a table can sense, as its node last declared."""
    return tuple(SenseQuality(sense, miss_rate) for sense, miss_rate in state.watch.senses.items())


def _hand_after(hand: HandId | None, outcomes: tuple[Outcome, ...]) -> HandId | None:
    for outcome in outcomes:
        if isinstance(outcome, HandBegan):
            hand = outcome.hand
    return hand


def _fail(batch: Sequence[Work], fault: FeltFault) -> None:
    for work in batch:
        if work.answer is not None and not work.answer.done():
            work.answer.set_exception(fault)
