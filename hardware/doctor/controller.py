"""The table's microcontroller: its port, its firmware, and the panel and cover switch that hang on it."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Final

from felt.clock import Clock
from felt.ids import DeviceId
from firmware_bridge.deadline import Deadline
from firmware_bridge.mcu.device import McuDevice
from firmware_bridge.reading import ButtonSaid, LidSaid, PartFound
from firmware_bridge.stream import MemoryWires, open_stream
from hardware.board import Board, ShufflerKind
from hardware.doctor.controls import Controls, Told
from hardware.doctor.recognise import MCU, UNKNOWN_FIRMWARE
from hardware.doctor.report import PartSeen, PortSeen
from hardware.panel import Light, McuPanel, McuPanelPlan, PanelButton
from hardware.panel.plan import MCU_WIRING

FOUND_S: Final = 5.0
CAUGHT_UP_S: Final = 0.5
"""A press counts only once the microcontroller has told its state after the greeting."""
LIGHTS: Final = (Light.FREE, Light.ATTENTION, Light.STOP)


def controller_parts(board: Board) -> list[DeviceId]:
    """What hangs on the board's microcontroller; the first has the port."""
    carried = [board.shuffler.id] if board.shuffler and board.shuffler.kind is ShufflerKind.FELTWIRE_MCU else []
    return [*carried, board.panel.id] if isinstance(board.panel, McuPanelPlan) else carried


def find_controller(board: Board, ports: Iterable[PortSeen], seen: list[PartSeen]) -> PortSeen | None:
    """The port of the board's microcontroller, if it has one; how it stands is added to `seen`."""
    carried = controller_parts(board)
    if not carried:
        return None
    what = f"microcontroller ({', '.join(carried)})"
    for port in ports:
        if port.kind == MCU:
            seen.append(PartSeen(what, good=True, said=f"{port.name}: {port.said}, fingerprint agrees"))
            return port
        if port.kind == UNKNOWN_FIRMWARE:
            seen.append(PartSeen(what, good=False, said=f"{port.name}: {port.said}"))
            return None
    said = "absent: no port answers as a Feltwire microcontroller"
    seen.append(
        PartSeen(what, good=False, said=said, remedy="its USB cable, and the firmware that `make firmware` builds")
    )
    return None


@asynccontextmanager
async def on_controller(
    part: DeviceId, port: PortSeen, clock: Clock, wires: MemoryWires | None
) -> AsyncIterator[tuple[McuPanel, Told]]:
    """The panel on the microcontroller of `port`, once it greets, and what it tells. Raises LinkTimeout else."""
    device = McuDevice(part, lambda: open_stream(port.url, clock=clock, wires=wires), clock)
    panel, told = McuPanel(device, clock), Told()
    greeted = asyncio.Event()

    async def follow() -> None:
        async with aclosing(device.readings()) as readings:
            async for reading in readings:
                if isinstance(reading, PartFound):
                    greeted.set()
                elif isinstance(reading, ButtonSaid):
                    panel.hear(reading)
                elif isinstance(reading, LidSaid):
                    told.take(reading)

    following = asyncio.create_task(follow())
    try:
        async with Deadline(clock, FOUND_S, f"microcontroller on {port.name}"):
            await greeted.wait()
        await clock.sleep(CAUGHT_UP_S)
        yield panel, told
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following


def controls_of(board: Board, panel: McuPanel) -> Controls:
    """What hangs on the microcontroller: buttons, lamp and buzzer where the board has a panel, the cover always."""
    if not isinstance(board.panel, McuPanelPlan):
        return Controls(panel, (), (), MCU_WIRING, cover=True)
    return Controls(panel, LIGHTS, tuple(PanelButton), MCU_WIRING, buzzer=True, cover=True)
