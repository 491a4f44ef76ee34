"""Streams by URL: `serial:///dev/x?baud=115200&parity=N`, `unix:///path`, `replay:///path?pace=recorded`, `memory://x`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from felt.clock import Clock
from felt.fault import ConfigFault
from firmware_bridge.stream.base import ByteStream
from firmware_bridge.stream.memory import MemoryWires
from firmware_bridge.stream.recording import ReplayStream, read_recording
from firmware_bridge.stream.serial_port import SerialStream
from firmware_bridge.stream.unix_socket import UnixStream

EXAMPLES: Final = (
    "serial:///dev/serial/by-id/NAME?baud=115200, unix:///path/to/socket, replay:///path/to/file or memory://name"
)
_OPTIONS: Final[Mapping[str, frozenset[str]]] = {
    "serial": frozenset({"baud", "parity"}),
    "unix": frozenset(),
    "replay": frozenset({"pace"}),
    "memory": frozenset(),
}
_PACES: Final = ("recorded", "fast")
_PARITIES: Final = ("N", "E", "O")
_BAUDS: Final = range(300, 4_000_001)


async def open_stream(url: str, *, clock: Clock, wires: MemoryWires | None = None) -> ByteStream:
    """Open the stream that `url` names; `wires` hold the `memory://` ports, `clock` paces replays.

    Raises ConfigFault for a URL that can never work, LinkLost while the port is absent or taken.
    """
    scheme, place, options = check_url(url)
    if scheme == "serial":
        return await SerialStream.open(
            url, place, baud=int(options.get("baud", "115200")), parity=options.get("parity", "N")
        )
    if scheme == "unix":
        return await UnixStream.open(url, place)
    if scheme == "replay":
        pace = clock if options.get("pace") == "recorded" else None
        return ReplayStream(url, read_recording(Path(place)), pace)
    if wires is None:
        raise ConfigFault("no virtual device runs in this process", where=url, remedy=EXAMPLES)
    return wires.open(place)


def check_url(url: str) -> tuple[str, str, Mapping[str, str]]:
    """Scheme, place and options of a stream URL; raises ConfigFault naming what is wrong with it."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise ConfigFault(f"{url!r} is not a stream URL: {error}", remedy=EXAMPLES) from error
    if parts.scheme not in _OPTIONS:
        raise ConfigFault(f"{url!r} is not a stream URL", remedy=EXAMPLES)
    if parts.scheme != "memory" and parts.netloc:
        raise ConfigFault(f"{parts.netloc!r} is read as a host name", where=url, remedy=f"three slashes: {EXAMPLES}")
    place = parts.netloc + parts.path if parts.scheme == "memory" else parts.path
    if not place.strip("/"):
        raise ConfigFault("the URL names no port", where=url, remedy=EXAMPLES)
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    known = _OPTIONS[parts.scheme]
    for key, value in options.items():
        if key not in known:
            remedy = f"{parts.scheme} knows {', '.join(sorted(known)) or 'no options'}"
            raise ConfigFault(f"unknown option {key!r}", where=url, remedy=remedy)
        _check_value(url, key, value)
    return parts.scheme, place, options


def _check_value(url: str, key: str, value: str) -> None:
    if key == "baud" and not _is_baud(value):
        raise ConfigFault(f"baud {value!r}", where=url, remedy="a whole number from 300 to 4000000, such as 115200")
    if key == "parity" and value not in _PARITIES:
        raise ConfigFault(f"parity {value!r}", where=url, remedy=f"one of {', '.join(_PARITIES)}")
    if key == "pace" and value not in _PACES:
        raise ConfigFault(f"pace {value!r}", where=url, remedy=f"one of {', '.join(_PACES)}")


def _is_baud(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= len(str(_BAUDS.stop)) and int(value) in _BAUDS
