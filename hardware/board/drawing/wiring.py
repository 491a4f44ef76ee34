"""What stands beside the table: readers with their ports, machines, the USB line, the Pi and its header, the panel."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from felt.ids import DeviceId
from hardware.board.drawing.svg import INK, LINE, SOFT, Point, Svg
from hardware.board.header import PIN_OF, PINS, POWER
from hardware.board.kinds import ANTENNAS
from hardware.board.plan import Board, ReaderPlan
from hardware.panel.plan import McuPanelPlan, PanelPlan
from hardware.panel.port import Light

PORT_PITCH: Final = 30.0
BOX_HEIGHT: Final = 64.0
PIN_PITCH: Final = 27.0
PANEL_WIDTH: Final = 484.0
PI_HEIGHT: Final = 236.0
PI_USB: Final = 4
"""USB sockets of a Raspberry Pi."""
LIGHT_FILL: Final[Mapping[Light, str]] = {Light.FREE: "#86c99a", Light.ATTENTION: "#f2c14e", Light.STOP: "#e07a6a"}


class Device(Struct, frozen=True):
    """A box with a cable to the USB line."""

    title: str
    detail: tuple[str, ...]
    colour: str
    width: float
    reader: ReaderPlan | None = None


def devices(board: Board, colours: Mapping[DeviceId, str]) -> tuple[Device, ...]:
    """Every part with a cable of its own, readers first."""
    made = [_reader(plan, colours[plan.id]) for plan in board.readers]
    panel = board.panel if isinstance(board.panel, McuPanelPlan) else None
    if board.shuffler is not None:
        shared = panel is not None and panel.controller == board.shuffler.id
        detail = [f"shuffler, {board.shuffler.kind}", *(["buttons, lamp, buzzer: panel"] if shared else [])]
        made.append(Device(board.shuffler.id, tuple(detail), INK, 190))
    if panel is not None and panel.controller is None:
        made.append(Device(panel.id, ("panel, microcontroller", "buttons, lamp, buzzer"), INK, 190))
    if board.camera is not None:
        made.append(Device(board.camera.id, ("camera, over the table",), INK, 170))
    return tuple(made)


def draw_device(svg: Svg, device: Device, at: Point) -> None:
    """A device's box with its upper left at `at`; a reader's ports sit on its upper edge."""
    svg.box(at, device.width, BOX_HEIGHT, stroke=device.colour, fill="#f8fafc")
    middle = at.x + device.width / 2
    svg.text(Point(middle, at.y + 26), device.title, size=15, weight="bold", fill=device.colour)
    for line, text in enumerate(device.detail):
        svg.text(Point(middle, at.y + 43 + 14 * line), text, size=11.5, fill=SOFT)
    if device.reader is None:
        return
    for number in range(1, ANTENNAS[device.reader.kind] + 1):
        port = port_point(device, number, at)
        used = number in device.reader.antennas
        svg.box(Point(port.x - 10, port.y - 9), 20, 18, radius=3, stroke=device.colour if used else LINE)
        svg.text(Point(port.x, port.y + 4.5), str(number), size=11.5, fill=INK if used else LINE)


def port_point(device: Device, number: int, at: Point) -> Point:
    """The middle of an antenna port of a reader whose box has its upper left at `at`."""
    ports = ANTENNAS[device.reader.kind] if device.reader is not None else 1
    return Point(at.x + device.width / 2 + (number - (ports + 1) / 2) * PORT_PITCH, at.y)


def draw_pi(svg: Svg, at: Point, width: float, board: Board) -> None:
    """The Pi with its header; pins in use carry what hangs on them, above the even row and below the odd one."""
    svg.box(at, width, PI_HEIGHT, fill="#f1f7f1", stroke="#3b7a57", radius=10)
    svg.text(Point(at.x + 20, at.y + 112), "Raspberry Pi", size=17, anchor="start", weight="bold", fill="#3b7a57")
    svg.text(Point(at.x + 20, at.y + 132), "the table's node", size=12.5, anchor="start", fill=SOFT)
    uses = {PIN_OF[pin]: what for what, pin in _panel_pins(board) if pin in PIN_OF}
    gpio = {pin: number for number, pin in PIN_OF.items()}
    for pin in range(1, PINS + 1):
        x = at.x + 176 + (pin - 1) // 2 * PIN_PITCH
        upper = pin % 2 == 0
        centre = Point(x, at.y + (105 if upper else 131))
        fill = "#3b7a57" if pin in uses else "#e2e8f0" if pin in POWER else "#ffffff"
        svg.disc(centre, 10, fill=fill, stroke="#3b7a57" if pin in uses else LINE)
        svg.text(Point(x, centre.y + 3.5), str(pin), size=9.5, fill="#ffffff" if pin in uses else SOFT)
        word = f"{_brief(uses[pin])} ({gpio[pin]})" if pin in uses else POWER.get(pin, "")
        if word:
            edge = Point(x + (3 if upper else -3), centre.y - 14) if upper else Point(x - 3, centre.y + 21)
            colour = INK if pin in uses else "#94a3b8"
            turn = -50 if upper else 50
            svg.text(edge, word, size=10.5, anchor="start", fill=colour, turned=turn)


def draw_panel(svg: Svg, at: Point, panel: PanelPlan) -> float:
    """The panel on pins, a row for each connection: what, GPIO number, physical pin. Returns its height."""
    rows = panel.pins()
    height = 44 + 17 * ((len(rows) + 1) // 2)
    svg.box(at, PANEL_WIDTH, height, fill="#fffdf5")
    svg.text(Point(at.x + 16, at.y + 25), f"{panel.id}: buttons and key close to ground", size=13, anchor="start")
    for number, (what, pin) in enumerate(rows):
        column, line = divmod(number, (len(rows) + 1) // 2)
        x, y = at.x + 16 + column * 234, at.y + 48 + 17 * line
        svg.disc(Point(x + 5, y - 4), 5, fill=_row_fill(what))
        svg.text(Point(x + 18, y), what, size=11.5, anchor="start")
        svg.text(Point(x + 218, y), f"GPIO{pin}, pin {PIN_OF.get(pin, '?')}", size=10.5, anchor="end", fill=SOFT)
    return height


def usb_words(count: int) -> str:
    """What the devices are plugged into."""
    return "the Pi's USB sockets" if count <= PI_USB else f"powered USB hub with {count} sockets or more"


def _reader(plan: ReaderPlan, colour: str) -> Device:
    return Device(plan.id, (plan.kind,), colour, max(116.0, ANTENNAS[plan.kind] * PORT_PITCH + 16), plan)


def _panel_pins(board: Board) -> Sequence[tuple[str, int]]:
    return board.panel.pins() if isinstance(board.panel, PanelPlan) else ()


def _brief(what: str) -> str:
    """What hangs on a pin, as short as the header has room for."""
    return what.removeprefix("button ").removeprefix("light of ")


def _row_fill(what: str) -> str:
    return next((fill for light, fill in LIGHT_FILL.items() if what == f"lamp {light}"), "#e2e8f0")
