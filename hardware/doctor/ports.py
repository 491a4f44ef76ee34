"""Serial ports under their stable names."""

from pathlib import Path
from typing import Final

from msgspec import Struct

from hardware.board.kinds import Plug

BY_ID: Final = Path("/dev/serial/by-id")
PI_UART: Final = Path("/dev/serial0")


class Port(Struct, frozen=True):
    """A port: its name for people, and the URL that it is opened by, without options."""

    name: str
    base: str

    def url(self, plug: Plug) -> str:
        """The URL for a device that is plugged in like `plug`."""
        return f"{self.base}?{plug.options}" if self.base.startswith("serial:") else self.base


def serial_ports(folder: Path = BY_ID, uart: Path = PI_UART) -> tuple[Port, ...]:
    """Every USB port by its id, in order of names, and the Pi's own UART when it is switched on."""
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    if uart.exists():
        found.append(uart)
    return tuple(Port(path.name, f"serial://{path}") for path in found)
