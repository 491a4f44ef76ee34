"""What a panel is wired to: the panel's rows of a board file. Pins are Broadcom numbers of the Pi's header, 2 to 27."""

from collections import Counter
from typing import Annotated

from msgspec import Meta, Struct

from felt.fault import ConfigFault
from felt.ids import DeviceText
from felt.place import SeatField
from hardware.panel.port import Light, PanelButton

Pin = Annotated[int, Meta(ge=2, le=27)]
"""GPIO 0 and 1 are kept for the identification of add-on boards."""


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

    def check(self, where: str) -> None:
        """Nothing can be wired wrongly here."""


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
        rows = [(f"button {button}", pin) for button, pin in self.buttons.items()]
        rows += [(f"lamp {light}", pin) for light, pin in self.lamp.items()]
        rows += [(f"light of seat {seat}", pin) for seat, pin in self.seats.items()]
        rows += [(name, pin) for name, pin in (("buzzer", self.buzzer), ("key", self.key)) if pin is not None]
        return tuple(rows)

    def check(self, where: str) -> None:
        """Raises ConfigFault when a pin is used twice, or the lamp has a pin for showing nothing."""
        if Light.DARK in self.lamp:
            raise ConfigFault(
                "the lamp's 'dark' has a pin", where=where, remedy="dark is every light off; leave it out"
            )
        for pin, count in Counter(pin for _, pin in self.pins()).items():
            if count > 1:
                users = " and ".join(what for what, used in self.pins() if used == pin)
                raise ConfigFault(f"pin {pin} is used by {users}", where=where, remedy="one pin to a connection")
