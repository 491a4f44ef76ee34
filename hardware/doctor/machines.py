"""What stands at a table beside its readers: microcontroller, panel, cover, shuffling machine, camera."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

from msgspec import Struct

from felt.clock import Clock
from felt.fault import FeltFault
from felt.ids import DeviceId
from firmware_bridge.stream import MemoryWires
from hardware.board import Board
from hardware.doctor.camera import VideoDevice, examine_camera, video_devices
from hardware.doctor.controller import controller_parts, controls_of, find_controller, on_controller
from hardware.doctor.controls import Controls, Told, try_controls
from hardware.doctor.hands import Hands
from hardware.doctor.ports import Port
from hardware.doctor.printer import Printer, examine_printer
from hardware.doctor.report import PartSeen, PortSeen
from hardware.panel import McuPanelPlan, Panel, PanelPlan, PinFactory, open_panel
from hardware.panel.plan import pi_wiring
from hardware.shuffler import shuffler_map


class Ties(Struct, frozen=True):
    """What ties the doctor to a machine: memory wires and pins for tests, and where cameras are looked for."""

    wires: MemoryWires | None = None
    pins: PinFactory = None
    cameras: Callable[[], tuple[VideoDevice, ...]] = video_devices


class Machines(Struct, frozen=True):
    """How the parts stand, the URLs found for them, and what the board file names none of."""

    parts: tuple[PartSeen, ...]
    urls: dict[DeviceId, str]
    absent: tuple[str, ...]


async def examine_machines(
    board: Board, ports: Sequence[tuple[Port, PortSeen]], hands: Hands, clock: Clock, ties: Ties
) -> Machines:
    """Everything of the board that is no reader. `ports` are all, with who answered on each."""
    parts: list[PartSeen] = []
    urls: dict[DeviceId, str] = {}
    controller = find_controller(board, [seen for _, seen in ports], parts)
    if controller is not None:
        urls[controller_parts(board)[0]] = controller.url
        parts += await _on_the_controller(board, controller, hands, clock, ties.wires)
    if isinstance(board.panel, PanelPlan):
        parts += await _on_pins(board.panel, hands, clock, ties.pins)
    if board.shuffler is not None and board.shuffler.map is not None:
        free = [port for port, seen in ports if not seen.kind]
        printed = await examine_printer(
            Printer(board.shuffler.id, shuffler_map(board.shuffler.map)), free, hands, clock, ties.wires
        )
        parts.append(printed.part)
        urls |= {board.shuffler.id: printed.url} if printed.url else {}
    if board.camera is not None:
        parts.append(examine_camera(board.camera, ties.cameras()))
    return Machines(tuple(parts), urls, tuple(_unnamed(board)))


async def _on_the_controller(
    board: Board, port: PortSeen, hands: Hands, clock: Clock, wires: MemoryWires | None
) -> list[PartSeen]:
    part = controller_parts(board)[-1]
    try:
        async with on_controller(part, port, clock, wires) as (panel, told), _followed(panel, told):
            return await try_controls(controls_of(board, panel), told, hands, clock)
    except FeltFault as fault:
        return [PartSeen(f"panel {part}", good=False, said=str(fault))]


async def _on_pins(plan: PanelPlan, hands: Hands, clock: Clock, pins: PinFactory) -> list[PartSeen]:
    try:
        panel = open_panel(plan, clock, pins=pins)
    except FeltFault as fault:
        return [PartSeen(f"panel {plan.id}", good=False, said=str(fault))]
    controls = Controls(
        panel,
        tuple(plan.lamp),
        tuple(plan.buttons),
        pi_wiring(plan),
        seats=tuple(plan.seats),
        buzzer=plan.buzzer is not None,
        key=plan.key is not None,
    )
    told = Told()
    try:
        async with _followed(panel, told):
            return await try_controls(controls, told, hands, clock)
    finally:
        panel.close()


@asynccontextmanager
async def _followed(panel: Panel, told: Told) -> AsyncIterator[None]:
    async def follow() -> None:
        async for event in panel.events():
            told.take(event)

    following = asyncio.create_task(follow())
    try:
        yield
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following


def _unnamed(board: Board) -> list[str]:
    """Each part that the board file names none of, and what would name one."""
    pins = board.panel if isinstance(board.panel, PanelPlan) else None
    on_controller = isinstance(board.panel, McuPanelPlan)
    missing = {
        "shuffling machine: [shuffler]": board.shuffler is None,
        "camera: [camera]": board.camera is None,
        "dealer's panel: [panel]": board.panel is None,
        "buttons: [panel.buttons]": pins is not None and not pins.buttons,
        "lamp: [panel.lamp]": pins is not None and not pins.lamp,
        "seat lights: [panel.seats] of a panel on the Pi's pins": pins is None or not pins.seats,
        "buzzer: buzzer under [panel]": not on_controller and (pins is None or pins.buzzer is None),
        "key switch: key under [panel], on the Pi's pins": pins is None or pins.key is None,
        "cover switch: it hangs on a Feltwire microcontroller": not controller_parts(board),
    }
    return [what for what, absent in missing.items() if absent]
