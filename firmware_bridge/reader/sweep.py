"""One reader swept for ever: readings of its antennas in turn, its losses and returns.

A silent reader keeps its port open and is asked again and again, so that it is back within one time-out; a port that
is gone is opened again after growing delays. An antenna that fails by itself is lost by itself, and tried again later,
while the others go on.
"""

from collections.abc import AsyncGenerator
from typing import Final

from msgspec import Struct

from felt.clock import NANOS_PER_SECOND, Clock, Nanos, seconds
from felt.fault import ConfigFault, FeltFault, LinkLost, LinkTimeout, ProtocolFault
from felt.ids import DeviceId
from felt.note import fault_note
from firmware_bridge.backoff import Backoff
from firmware_bridge.reader.port import OpenReader, ReaderDriver
from firmware_bridge.reading import AntennaNo, PartFound, PartLost, Reading, antenna_part
from firmware_bridge.stream import ReplayEnded

STRIKES: Final = 3
"""Failed looks in a row, with the reader itself answering, after which an antenna is lost."""

PROBES: Final = 2
"""Questions a reader may leave unanswered after a failed look before it is lost."""

SILENT_LIMIT: Final = 10
"""Questions a lost reader may leave unanswered before its port is opened anew."""


class SweepPlan(Struct, frozen=True):
    """Which antennas of which reader, in their order; `idle_s` of field off after each round."""

    reader: DeviceId
    antennas: tuple[AntennaNo, ...]
    idle_s: float = 0.0


async def sweep(plan: SweepPlan, open_reader: OpenReader, clock: Clock) -> AsyncGenerator[Reading, None]:
    """All readings of one reader, for ever; close it (`contextlib.aclosing`) to switch the field off and free the port.

    Yields PartFound once the reader is identified, then an AntennaRead for each look; PartLost, with the reason, once
    per loss. Ends by itself only when a `replay://` recording ends. Raises ConfigFault for a plan or port that can
    never work.
    """
    if not plan.antennas:
        raise ConfigFault("no antenna to sweep", where=f"reader {plan.reader}", remedy="give it one in the board file")
    sweeper = _Sweeper(plan, open_reader, clock)
    try:
        while not sweeper.ended:
            for reading in await sweeper.step():
                yield reading
    finally:
        await sweeper.close()


class _Antenna:
    """How one antenna has fared."""

    def __init__(self, number: AntennaNo) -> None:
        self.number = number
        self.lost = False
        self.due = Nanos(0)
        self._strikes = 0
        self._backoff = Backoff()

    def succeeded(self) -> None:
        self.lost, self._strikes = False, 0
        self._backoff.succeeded()

    def failed(self, now: Nanos) -> bool:
        """Note a failed look; True when the antenna is lost by it just now."""
        self._strikes += 1
        if self._strikes < STRIKES:
            return False
        self.due = Nanos(now + seconds(self._backoff.delay_s()))
        was_lost, self.lost = self.lost, True
        return not was_lost


class _Sweeper:
    """The state of a sweep; each step opens, identifies or looks once."""

    def __init__(self, plan: SweepPlan, open_reader: OpenReader, clock: Clock) -> None:
        self._plan = plan
        self._open_reader = open_reader
        self._clock = clock
        self._antennas = [_Antenna(number) for number in plan.antennas]
        self._turn = 0
        self._driver: ReaderDriver | None = None
        self._version: str | None = None
        self._found = False
        self._silent = 0
        self._told: type[FeltFault] | None = None
        self._backoff = Backoff()
        self._wait_s = 0.0
        self.ended = False

    async def step(self) -> list[Reading]:
        """The next thing to do, and what it showed."""
        if self._wait_s:
            wait_s, self._wait_s = self._wait_s, 0.0
            await self._clock.sleep(wait_s)
        try:
            if self._driver is None:
                self._driver, self._silent = await self._open_reader(), 0
            if self._version is None:
                return await self._identify(self._driver)
            return await self._look(self._driver, self._version)
        except LinkLost as fault:
            self.ended = isinstance(fault, ReplayEnded)
            return await self._drop(fault)

    async def close(self) -> None:
        """Field off, port free."""
        driver, self._driver, self._version = self._driver, None, None
        if driver is not None:
            await driver.close()

    async def _identify(self, driver: ReaderDriver) -> list[Reading]:
        try:
            self._version = await driver.identify()
        except (LinkTimeout, ProtocolFault) as fault:
            self._silent += 1
            if self._silent >= SILENT_LIMIT:
                await self.close()  # and opened again without delay: a line that is clean again is noticed at once
            elif isinstance(fault, ProtocolFault):
                self._wait_s = self._backoff.delay_s()
            return self._lost(fault)
        self._told = None
        if self._found:
            return []
        self._found = True
        return [PartFound(self._plan.reader, self._version, self._clock.now())]

    async def _look(self, driver: ReaderDriver, version: str) -> list[Reading]:
        antenna = await self._next_antenna(driver)
        if antenna is None:
            return []
        try:
            read = await driver.look(antenna.number)
        except ProtocolFault as fault:
            return self._strike(antenna, fault)
        except LinkTimeout as fault:
            if await self._answers(driver):
                return self._strike(antenna, fault)
            return self._lost(fault)
        self._backoff.succeeded()
        was_lost = antenna.lost
        antenna.succeeded()
        if was_lost:
            return [PartFound(antenna_part(self._plan.reader, antenna.number), version, read.ended), read]
        return [read]

    async def _next_antenna(self, driver: ReaderDriver) -> _Antenna | None:
        """The antenna whose turn it is; None when the round just ended or it is not yet to be tried again."""
        if self._turn == len(self._antennas):
            self._turn = 0
            await self._idle(driver)
            return None
        antenna = self._antennas[self._turn]
        self._turn += 1
        return antenna if antenna.due <= self._clock.now() or not antenna.lost else None

    async def _idle(self, driver: ReaderDriver) -> None:
        """Between two rounds: field off for the planned time, or while no antenna is to be tried."""
        now = self._clock.now()
        pause_s = max(self._plan.idle_s, 0.0)
        if all(antenna.lost for antenna in self._antennas):
            first_due = min(antenna.due for antenna in self._antennas)
            pause_s = max(pause_s, (first_due - now) / NANOS_PER_SECOND)
        if not pause_s:
            return
        try:
            await driver.rest()
        except (LinkTimeout, ProtocolFault):
            self._version = None  # identified anew after the pause, which then says what is wrong
        self._wait_s = pause_s

    async def _answers(self, driver: ReaderDriver) -> bool:
        """Whether the reader itself still answers after a failed look."""
        for _ in range(PROBES):
            try:
                await driver.identify()
            except (LinkTimeout, ProtocolFault):
                continue
            return True
        return False

    def _strike(self, antenna: _Antenna, fault: FeltFault) -> list[Reading]:
        now = self._clock.now()
        if not antenna.failed(now):
            return []
        return [PartLost(antenna_part(self._plan.reader, antenna.number), str(fault), now, fault_note(fault))]

    def _lost(self, fault: FeltFault) -> list[Reading]:
        """The reader is not there; said once for each kind of reason."""
        self._version, self._found = None, False
        if type(fault) is self._told:
            return []
        self._told = type(fault)
        return [PartLost(self._plan.reader, str(fault), self._clock.now(), fault_note(fault))]

    async def _drop(self, fault: FeltFault) -> list[Reading]:
        """Close the port and open it again later."""
        await self.close()
        self._wait_s = self._backoff.delay_s()
        return self._lost(fault)
