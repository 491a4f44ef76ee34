"""The microcontroller's firmware, the dealer's buttons and the lamp."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Final

from felt.clock import Clock
from felt.fault import FeltFault, LinkTimeout
from felt.ids import DeviceId
from firmware_bridge.deadline import Deadline
from firmware_bridge.mcu.device import McuDevice
from firmware_bridge.reading import ButtonSaid, PartFound
from firmware_bridge.stream import MemoryWires, open_stream
from hardware.board import Board, ShufflerKind
from hardware.doctor.hands import Hands
from hardware.doctor.recognise import MCU, UNKNOWN_FIRMWARE
from hardware.doctor.report import PartSeen, PortSeen
from hardware.panel import Light, McuPanel, McuPanelPlan, Panel, PanelButton, PanelPlan, PinFactory, Press, open_panel

FOUND_S: Final = 5.0
CAUGHT_UP_S: Final = 0.5
"""A press counts only once the microcontroller has told its state after the greeting."""
LIGHTS: Final = (Light.FREE, Light.ATTENTION, Light.STOP)


async def examine_machines(
    board: Board,
    ports: Iterable[PortSeen],
    hands: Hands,
    clock: Clock,
    *,
    wires: MemoryWires | None = None,
    pins: PinFactory = None,
) -> tuple[PartSeen, ...]:
    """The board's microcontroller and panel."""
    seen: list[PartSeen] = []
    port = _controller(board, ports, seen)
    if isinstance(board.panel, PanelPlan):
        try:
            panel = open_panel(board.panel, clock, pins=pins)
        except FeltFault as fault:
            return (*seen, PartSeen(f"panel {board.panel.id}", good=False, said=str(fault)))
        try:
            seen += await _panel(panel, tuple(board.panel.buttons), tuple(board.panel.lamp), hands, clock)
        finally:
            panel.close()
    elif isinstance(board.panel, McuPanelPlan) and port is not None:
        try:
            async with _on_controller(board.panel, port, clock, wires) as panel:
                seen += await _panel(panel, tuple(PanelButton), LIGHTS, hands, clock)
        except FeltFault as fault:
            seen.append(PartSeen(f"panel {board.panel.id}", good=False, said=str(fault)))
    return tuple(seen)


def controller_parts(board: Board) -> list[DeviceId]:
    """What hangs on the board's microcontroller; the first has the port."""
    carried = [board.shuffler.id] if board.shuffler and board.shuffler.kind is ShufflerKind.FELTWIRE_MCU else []
    return [*carried, board.panel.id] if isinstance(board.panel, McuPanelPlan) else carried


def _controller(board: Board, ports: Iterable[PortSeen], seen: list[PartSeen]) -> PortSeen | None:
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
    seen.append(PartSeen(what, good=False, said="absent: no port answers as a Feltwire microcontroller"))
    return None


async def _panel(
    panel: Panel, buttons: Iterable[PanelButton], lights: Iterable[Light], hands: Hands, clock: Clock
) -> list[PartSeen]:
    seen = []
    for light in lights:
        panel.show(light)
        lit = await hands.sees(light)
        said = "not looked at" if lit is None else "lit alone" if lit else "not lit, or not alone"
        seen.append(PartSeen(f"lamp {light}", good=lit is not False, said=said))
    panel.show(Light.DARK)
    presses: asyncio.Queue[Press] = asyncio.Queue()
    listening = asyncio.create_task(_listen(panel, presses))
    try:
        for button in buttons:
            while not presses.empty():  # what came too late for the last question answers none now
                presses.get_nowait()
            await hands.press(button)
            seen.append(await _pressed(presses, button, hands.patience_s, clock))
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
    return seen


async def _pressed(presses: asyncio.Queue[Press], button: PanelButton, patience_s: float, clock: Clock) -> PartSeen:
    what = f"button {button}"
    try:
        async with Deadline(clock, patience_s, what):
            press = await presses.get()
    except LinkTimeout:
        return PartSeen(what, good=False, said="dead: no press came")
    if press.button is not button:
        return PartSeen(what, good=False, said=f"told as {press.button}: plugs changed?")
    return PartSeen(what, good=True, said="pressed")


async def _listen(panel: Panel, presses: asyncio.Queue[Press]) -> None:
    async for event in panel.events():
        if isinstance(event, Press):
            presses.put_nowait(event)


@asynccontextmanager
async def _on_controller(
    plan: McuPanelPlan, port: PortSeen, clock: Clock, wires: MemoryWires | None
) -> AsyncIterator[McuPanel]:
    """The panel on the microcontroller of `port`, once it greets. Raises LinkTimeout when it does not."""
    device = McuDevice(plan.port, lambda: open_stream(port.url, clock=clock, wires=wires), clock)
    panel = McuPanel(device, clock)
    greeted = asyncio.Event()

    async def follow() -> None:
        async with aclosing(device.readings()) as readings:
            async for reading in readings:
                if isinstance(reading, PartFound):
                    greeted.set()
                elif isinstance(reading, ButtonSaid):
                    panel.hear(reading)

    following = asyncio.create_task(follow())
    try:
        async with Deadline(clock, FOUND_S, f"microcontroller on {port.name}"):
            await greeted.wait()
        await clock.sleep(CAUGHT_UP_S)
        yield panel
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following
