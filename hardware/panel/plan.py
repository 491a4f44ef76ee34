"""What a panel is wired to: the panel's rows of a board file. Pins are Broadcom numbers of the Pi's header, 2 to 27."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta, Struct

from felt.ids import DeviceText
from felt.place import SeatField
from hardware.panel.port import Light, PanelButton

Pin = Annotated[int, Meta(ge=0, le=99)]
"""A number that may be meant as a pin; `faults` says which of them are none."""

HEADER: Final = range(28)
RESERVED: Final[dict[int, str]] = {
    0: "kept for the identification of add-on boards",
    1: "kept for the identification of add-on boards",
    14: "the Pi's serial port (transmit)",
    15: "the Pi's serial port (receive)",
}
PULLED_UP: Final = frozenset({2, 3})
"""Pulled up by the Pi's own resistors (1.8 kOhm): a lamp there is lit while the Pi starts."""

MCU_WIRING: Final[dict[str, str]] = {
    "button round-closed": "pin 22 of the controller, closed to ground",
    "button confirm": "pin 23 of the controller, closed to ground",
    "button call-floor": "pin 24 of the controller, closed to ground",
    "button undo": "pin 25 of the controller, closed to ground",
    "cover switch": "pin 26 of the controller, closed to ground while the cover is shut",
    "lamp free": "pin 49 of the controller, driven high",
    "lamp attention": "pin 48 of the controller, driven high",
    "lamp stop": "pin 47 of the controller, driven high",
    "buzzer": "pin 46 of the controller, driven high",
}
"""How each part hangs on the microcontroller, by the numbers printed on an Arduino Mega (ports A and L of its chip)."""

PinFault = tuple[str, str, str]
"""Row of the panel, such as `lamp.stop`; what is wrong; what would be right."""


class McuPanelPlan(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="mcu"):
    """A panel on the table's microcontroller: four buttons, lamp and buzzer, on the pins that its firmware knows.

    `controller` names the part whose port it shares, such as the shuffler; left out, the panel has a port of its own.
    """

    id: DeviceText
    controller: DeviceText | None = None

    @property
    def port(self) -> DeviceText:
        """The part whose port the panel speaks through."""
        return self.controller or self.id

    def pins(self) -> tuple[tuple[str, int], ...]:
        """None of the Pi's."""
        return ()

    def faults(self) -> Iterator[PinFault]:
        """Nothing can be wired wrongly here."""
        yield from ()


class PanelPlan(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="gpio"):
    """A panel on the Pi's own pins. Buttons and the key close to ground; lights and buzzer are driven high."""

    id: DeviceText
    buttons: dict[PanelButton, Pin] = {}
    lamp: dict[Light, Pin] = {}
    seats: dict[SeatField, Pin] = {}
    buzzer: Pin | None = None
    key: Pin | None = None

    def pins(self) -> tuple[tuple[str, int], ...]:
        """Every connection as (what, pin)."""
        return tuple((what, pin) for _, what, pin in self._rows())

    def faults(self) -> Iterator[PinFault]:
        """Pins that are used twice, are no pins or are not free; and a light that is none."""
        if Light.DARK in self.lamp:
            yield "lamp.dark", "the lamp's 'dark' has a pin", "dark is every light off; leave it out"
        used: dict[int, str] = {}
        for row, what, pin in self._rows():
            if pin in used:
                yield row, f"pin {pin} is used by {used[pin]} and {what}", "one pin to a connection"
            used.setdefault(pin, what)
            if pin not in HEADER:
                yield row, f"pin {pin} of {what} is not on the Pi's header", "GPIO numbers, 2 to 27"
            elif pin in RESERVED:
                yield row, f"pin {pin} of {what} is reserved: {RESERVED[pin]}", "another pin, 2 to 27 without 14 and 15"
            elif pin in PULLED_UP and not row.startswith(("buttons.", "key")):
                yield row, f"pin {pin} of {what} is pulled up by the Pi itself and lit while it starts", "another pin"

    def _rows(self) -> list[tuple[str, str, int]]:
        rows = [(f"buttons.{button}", f"button {button}", pin) for button, pin in self.buttons.items()]
        rows += [(f"lamp.{light}", f"lamp {light}", pin) for light, pin in self.lamp.items()]
        rows += [(f"seats.{seat}", f"light of seat {seat}", pin) for seat, pin in self.seats.items()]
        return rows + [
            (name, name, pin) for name, pin in (("buzzer", self.buzzer), ("key", self.key)) if pin is not None
        ]


def pi_wiring(plan: PanelPlan) -> dict[str, str]:
    """How each part hangs on the Pi's pins, as the plan has it."""
    inputs = {"key": "key switch"}
    return {
        inputs.get(what, what): f"GPIO {pin}, closed to ground"
        if what == "key" or what.startswith("button")
        else f"GPIO {pin}, driven high"
        for what, pin in plan.pins()
    }
