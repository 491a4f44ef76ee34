"""The shuffler that prints lines, on its port: opened, followed, lost and opened again; its lines as readings.

Such a machine cannot be asked who it is. It counts as found with the first line that its map knows, and as another
device after many lines in a row that it does not.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Final

from felt.clock import NANOS_PER_SECOND, Clock, Nanos, seconds
from felt.fact import ShufflerState
from felt.fault import FeltFault, LinkLost, LinkTimeout, ProtocolFault
from felt.ids import DeviceId
from felt.note import fault_note
from firmware_bridge.backoff import Backoff
from firmware_bridge.deadline import Deadline
from firmware_bridge.reading import OrderTold, PartFound, PartLost, Reading
from firmware_bridge.shuffler.lines import Event, LineMap, Understood, understand
from firmware_bridge.shuffler.machine import LONGEST_CYCLE_S, Machine
from firmware_bridge.shuffler.order import tells_order
from firmware_bridge.shuffler.splitting import LineSplitter
from firmware_bridge.stream import ByteStream, ReplayEnded

STRANGE_LIMIT: Final = 50
"""Lines in a row that the map does not know, after which it is another device or another baud rate."""

REPEAT: Final = seconds(5.0)
"""A machine that prints `started` again within this means the same start."""

ORDER_EVERY: Final = seconds(60.0)
"""An order told again within this is not reported again."""

OpenPort = Callable[[], Awaitable[ByteStream]]

_DONE: Final = frozenset({ShufflerState.READY, ShufflerState.COUNT_WRONG})
_KEEP_COUNT: Final = _DONE | {ShufflerState.SHUFFLING}


class LineShuffler:
    """What one machine's lines make of it. Sans-IO: lines and the time in, readings out."""

    def __init__(self, part: DeviceId, known: LineMap, *, longest_cycle_s: float = LONGEST_CYCLE_S) -> None:
        self._part = part
        self._known = known
        self._machine = Machine(part, longest_cycle_s=longest_cycle_s)
        self._state = ShufflerState.UNKNOWN
        self._started: Nanos | None = None
        self._count: int | None = None
        self._order_told: Nanos | None = None
        self._strange = 0
        self.found = False

    @property
    def due(self) -> Nanos | None:
        """When the cycle that runs now has run too long."""
        return self._machine.due

    def take(self, line: str, now: Nanos) -> list[Reading]:
        """Take in one line. Raises ProtocolFault when too many in a row mean nothing."""
        if tells_order(line):
            return self._order(now)
        word = understand(self._known, line)
        if word is None:
            self._strange += 1
            if self._strange >= STRANGE_LIMIT:
                self._strange = 0
                raise ProtocolFault(
                    f"{STRANGE_LIMIT} lines in a row that {self._known.name!r} does not know, such as {line[:60]!r}",
                    remedy="is it that machine, and its baud rate?",
                )
            return []
        self._strange = 0
        readings: list[Reading] = []
        if not self.found:
            self.found = True
            readings.append(PartFound(self._part, self._known.name, now))
        return readings + self._told(word, now)

    def check(self, now: Nanos) -> list[Reading]:
        """A fault when a cycle has run too long."""
        late: list[Reading] = [*self._machine.check(now)]
        if late:
            self._state = ShufflerState.FAULT
        return late

    def forget(self) -> None:
        """The port is gone: what the machine does meanwhile is not seen."""
        self.found, self._strange, self._started, self._count = False, 0, None, None
        self._state = ShufflerState.UNKNOWN

    def _order(self, now: Nanos) -> list[Reading]:
        if self._order_told is not None and now - self._order_told < ORDER_EVERY:
            return []
        self._order_told = now
        return [OrderTold(self._part, now)]

    def _told(self, word: Understood, now: Nanos) -> list[Reading]:
        cycle = self._machine.cycle if word.cycle is None else word.cycle
        match word.event:
            case Event.STARTED:
                return self._start(word, now)
            case Event.FINISHED:
                return self._finish(word, now)
            case Event.COUNT:
                self._count = word.cards
                return [] if word.cards is None else [self._machine.count(word.cards, cycle, now)]
            case Event.FAULT | Event.STATE if word.state is not None:
                self._state = word.state
                if word.event is Event.FAULT or word.state not in _KEEP_COUNT:
                    self._count = None
                if word.event is Event.FAULT:
                    return [self._machine.fail(word.state, cycle, now)]
                return [self._machine.become(word.state, cycle, now)]
            case _:
                return []

    def _start(self, word: Understood, now: Nanos) -> list[Reading]:
        running = self._state is ShufflerState.SHUFFLING and self._started is not None
        if running and self._started is not None and now - self._started < REPEAT and word.cycle is None:
            return []
        self._state, self._started, self._count = ShufflerState.SHUFFLING, now, None
        return [self._machine.start(self._machine.cycle + 1 if word.cycle is None else word.cycle, now)]

    def _finish(self, word: Understood, now: Nanos) -> list[Reading]:
        """A cycle ended; one whose start was not heard gets a number too, and a repeated word is no second end."""
        if word.cycle is not None:
            cycle = word.cycle
        elif self._state is ShufflerState.SHUFFLING or self._state in _DONE:
            cycle = self._machine.cycle
        else:
            cycle = self._machine.cycle + 1
        cards = self._count if word.cards is None else word.cards
        self._count = cards
        whole = cards is None or cards == self._known.expected
        self._state, self._started = (ShufflerState.READY if whole else ShufflerState.COUNT_WRONG), None
        if cards is not None:
            self._machine.count(cards, cycle, now)
        return [self._machine.become(self._state, cycle, now)]


async def hear_lines(
    part: DeviceId, open_port: OpenPort, clock: Clock, known: LineMap, *, longest_cycle_s: float = LONGEST_CYCLE_S
) -> AsyncGenerator[Reading, None]:
    """All that one machine prints, for ever, as readings; ends by itself only when a `replay://` recording ends."""
    printer = _Printer(part, open_port, clock, known, longest_cycle_s)
    try:
        while not printer.ended:
            for reading in await printer.step():
                yield reading
    finally:
        await printer.close()


class _Printer:
    """The state of listening; each step opens, or waits for bytes or the next moment."""

    def __init__(
        self, part: DeviceId, open_port: OpenPort, clock: Clock, known: LineMap, longest_cycle_s: float
    ) -> None:
        self._part = part
        self._open_port = open_port
        self._clock = clock
        self._known = known
        self._shuffler = LineShuffler(part, known, longest_cycle_s=longest_cycle_s)
        self._splitter = LineSplitter()
        self._stream: ByteStream | None = None
        self._heard = clock.now()
        self._told: type[FeltFault] | None = None
        self._backoff = Backoff()
        self._wait_s = 0.0
        self.ended = False

    async def step(self) -> list[Reading]:
        """Do the next thing, and what it showed."""
        if self._wait_s:
            wait_s, self._wait_s = self._wait_s, 0.0
            await self._clock.sleep(wait_s)
        try:
            if self._stream is None:
                self._stream, self._heard = await self._open_port(), self._clock.now()
                self._splitter.forget()
                if self._known.ask:
                    await self._stream.write(self._known.ask.encode())
            return await self._listen(self._stream)
        except (LinkLost, ProtocolFault, LinkTimeout) as fault:
            self.ended = isinstance(fault, ReplayEnded)
            await self.close()
            self._wait_s = self._backoff.delay_s()
            return self._lost(fault)

    async def close(self) -> None:
        """Free the port."""
        stream, self._stream = self._stream, None
        if stream is not None:
            await stream.close()

    async def _listen(self, stream: ByteStream) -> list[Reading]:
        data = await self._next_bytes(stream)
        now = self._clock.now()
        readings: list[Reading] = []
        for line in self._splitter.feed(data):
            readings += self._shuffler.take(line, now)
        if data:
            self._heard = now
        if any(isinstance(reading, PartFound) for reading in readings):
            self._told = None
            self._backoff.succeeded()
        return readings + self._shuffler.check(now)

    async def _next_bytes(self, stream: ByteStream) -> bytes:
        """What came, or nothing when a cycle has run too long. Raises LinkTimeout for a heartbeat that stayed out."""
        beat_s = self._known.heartbeat_s
        beat = None if beat_s is None else Nanos(self._heard + seconds(beat_s))
        dues = [due for due in (self._shuffler.due, beat) if due is not None]
        if not dues:
            return await stream.read()
        wait_s = max(min(dues) - self._clock.now(), 0) / NANOS_PER_SECOND
        try:
            async with Deadline(self._clock, wait_s, self._where()):
                return await stream.read()
        except LinkTimeout:
            if beat is not None and beat_s is not None and self._clock.now() >= beat:
                raise LinkTimeout(f"silent for {beat_s:g} s", where=self._where()) from None
            return b""

    def _lost(self, fault: FeltFault) -> list[Reading]:
        self._shuffler.forget()
        if type(fault) is self._told:
            return []
        self._told = type(fault)
        return [PartLost(self._part, f"{self._where()}: {fault}", self._clock.now(), fault_note(fault))]

    def _where(self) -> str:
        return f"shuffler {self._part}" + (f" on {self._stream.name}" if self._stream else "")
