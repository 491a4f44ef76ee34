"""Which port carries which reader, and how well each antenna reads a card that is held over it."""

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from typing import Final

from msgspec import Struct

from felt.clock import NANOS_PER_SECOND, Clock, seconds
from felt.fault import FeltFault, LinkTimeout, ProtocolFault
from felt.ids import DeviceId
from felt.place import Place
from firmware_bridge.reader.air import Air
from firmware_bridge.reader.kinds import reader_opener
from firmware_bridge.reader.port import ReaderDriver
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import MemoryWires
from hardware.board import Board, ReaderPlan
from hardware.doctor.hands import Hands
from hardware.doctor.recognise import same_device
from hardware.doctor.report import AntennaSeen, PortSeen, ReaderSeen

LOOKS: Final = 20
"""Looks at one antenna: enough to tell a good one from one that misses a fifth."""
MISSED_MOST: Final = 0.1
"""A lone card lying still is missed by no more than this share of looks where an antenna is well."""
FAILS_MOST: Final = 3


class Found(Struct):
    """A reader of the board with its open driver."""

    plan: ReaderPlan
    port: str
    driver: ReaderDriver


class Ward:
    """The board's readers, each on the port where it was found. Use it as a context: it closes the drivers."""

    def __init__(
        self, board: Board, hands: Hands, clock: Clock, say: Callable[[str], None], wires: MemoryWires | None = None
    ) -> None:
        self._board = board
        self._hands = hands
        self._clock = clock
        self._say = say
        self._wires = wires
        self._stack = AsyncExitStack()
        self._found: dict[DeviceId, Found] = {}

    async def __aenter__(self) -> "Ward":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def admit(self, ports: tuple[PortSeen, ...]) -> tuple[ReaderSeen, ...]:
        """Find each reader's port: by its kind, and among several of a kind by the card over its antennas."""
        free = {port.name: port for port in ports if port.kind}
        seen: list[ReaderSeen] = []
        for at, plan in enumerate(self._board.readers):
            like = [port for port in free.values() if same_device(port.kind, plan.kind)]
            twins = [other for other in self._board.readers[at:] if same_device(other.kind, plan.kind)]
            port = like[0] if len(like) == len(twins) == 1 else await self._shown(plan, like)
            if port is None:
                seen.append(ReaderSeen(plan.id, plan.kind, "", _absent(plan, like, ports), good=False))
                continue
            del free[port.name]
            try:
                self._found[plan.id] = Found(plan, port.name, await self._open(plan, port))
            except FeltFault as fault:
                seen.append(ReaderSeen(plan.id, plan.kind, "", str(fault), good=False))
                continue
            seen.append(ReaderSeen(plan.id, plan.kind, port.name, port.said, good=True))
        return tuple(seen)

    async def examine(self) -> tuple[AntennaSeen, ...]:
        """Every antenna of every reader that was found, one after the other."""
        total = sum(len(found.plan.antennas) for found in self._found.values())
        seen: list[AntennaSeen] = []
        for found in self._found.values():
            for antenna, place in sorted(found.plan.antennas.items()):
                self._say(f"[{len(seen) + 1}/{total}] {found.plan.id} antenna {antenna}: {place}")
                await self._hands.hold(place)
                seen.append(await self._antenna(found, antenna, place))
                await self._hands.lift()
                self._say(f"  {seen[-1].fault or f'{seen[-1].rate:.1f} looks/s, {seen[-1].missed} missed'}")
        return tuple(seen)

    async def _antenna(self, found: Found, antenna: AntennaNo, place: Place) -> AntennaSeen:
        blank = AntennaSeen(found.plan.id, antenna, place)
        try:
            if not await self._appears({found.plan.id: found.driver}, antenna):
                return _with_fault(blank, await self._elsewhere(found, antenna))
            return await self._measured(found, blank)
        except FeltFault as fault:
            return _with_fault(blank, str(fault))

    async def _measured(self, found: Found, blank: AntennaSeen) -> AntennaSeen:
        missed = failed = 0
        began = self._clock.now()
        for _ in range(LOOKS):
            try:
                missed += not (await found.driver.look(blank.antenna)).uids
            except (ProtocolFault, LinkTimeout):
                missed, failed = missed + 1, failed + 1
                if failed >= FAILS_MOST:
                    raise
        took = (self._clock.now() - began) / NANOS_PER_SECOND
        rate = LOOKS / took if took else 0.0
        share = missed / LOOKS
        fault = f"misses {100 * share:.0f} % of looks at a card that lies still" if share > MISSED_MOST else ""
        return AntennaSeen(blank.reader, blank.antenna, blank.place, LOOKS, missed, rate, fault)

    async def _appears(self, drivers: Mapping[DeviceId, ReaderDriver], antenna: AntennaNo) -> DeviceId | None:
        """The one reader whose antenna sees the card within the hands' patience. Raises what the last one failed by."""
        end = self._clock.now() + seconds(self._hands.patience_s)
        while True:
            failed: list[FeltFault] = []
            seeing = []
            for reader, driver in drivers.items():
                try:
                    seeing += [reader] * bool((await driver.look(antenna)).uids)
                except FeltFault as trouble:
                    failed.append(trouble)
            if len(seeing) == 1:
                return seeing[0]
            if self._clock.now() >= end:
                if len(failed) == len(drivers):
                    raise failed[0]
                return None
            await self._clock.sleep(0.01)

    async def _elsewhere(self, found: Found, antenna: AntennaNo) -> str:
        """Why the card is not seen: another antenna sees it instead, or none does."""
        for other in self._found.values():
            for number in range(1, other.driver.capabilities.antennas + 1):
                if (other, number) != (found, antenna) and await self._sees(other.driver, AntennaNo(number)):
                    return f"dead; the card is seen by antenna {number} of {other.plan.id}: plugs changed?"
        return "dead: no look saw the card"

    async def _sees(self, driver: ReaderDriver, antenna: AntennaNo) -> bool:
        try:
            return bool((await driver.look(antenna)).uids)
        except FeltFault:
            return False

    async def _shown(self, plan: ReaderPlan, ports: list[PortSeen]) -> PortSeen | None:
        """Among ports of one kind, the one that sees a card over the reader's antennas."""
        if not ports:
            return None
        self._say(f"which of {', '.join(port.name for port in ports)} is {plan.id}?")
        async with AsyncExitStack() as stack:
            drivers: dict[DeviceId, ReaderDriver] = {}
            for port in ports:
                with suppress(FeltFault):  # a port that fails now carries no reader
                    driver = await self._driver(plan, port)
                    stack.push_async_callback(driver.close)
                    await driver.identify()
                    drivers[DeviceId(port.name)] = driver
            for antenna, place in sorted(plan.antennas.items()):
                await self._hands.hold(place)
                name: DeviceId | None = None
                with suppress(FeltFault):  # said again when the reader is looked for
                    name = await self._appears(drivers, antenna)
                await self._hands.lift()
                if name is not None:
                    self._say(f"  {plan.id} is on {name}")
                    return next(port for port in ports if port.name == name)
        return None

    async def _driver(self, plan: ReaderPlan, port: PortSeen) -> ReaderDriver:
        air = Air(self._board.tags)
        return await reader_opener(plan.kind, plan.id, port.url, clock=self._clock, air=air, wires=self._wires)()

    async def _open(self, plan: ReaderPlan, port: PortSeen) -> ReaderDriver:
        driver = await self._driver(plan, port)
        self._stack.push_async_callback(driver.close)
        await driver.identify()
        return driver


def _absent(plan: ReaderPlan, like: list[PortSeen], ports: tuple[PortSeen, ...]) -> str:
    if like:
        return f"absent: a {plan.kind} answers, but none sees a card over {plan.id}'s antennas"
    others = ", ".join(f"{port.name} answers as {port.kind}" for port in ports if port.kind)
    return f"absent: no port answers as {plan.kind}" + (f" ({others})" if others else "")


def _with_fault(seen: AntennaSeen, fault: str) -> AntennaSeen:
    return AntennaSeen(seen.reader, seen.antenna, seen.place, fault=fault)
