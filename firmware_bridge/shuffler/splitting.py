"""Bytes into lines, whatever the machine ends them with."""

from typing import Final

LONGEST: Final = 1024
"""Bytes of a line that are looked at; the rest of a longer one is left out."""


class LineSplitter:
    """Sans-IO. A line ends with CR, LF or both; empty lines are none. Keeps at most 1024 bytes between calls."""

    def __init__(self) -> None:
        self._held = bytearray()

    @property
    def held(self) -> int:
        """Bytes kept of a line not yet complete."""
        return len(self._held)

    def feed(self, data: bytes) -> list[str]:
        """Take in bytes; the lines complete now, trimmed, what is no ASCII shown as `\\xNN`."""
        *whole, rest = data.replace(b"\r", b"\n").split(b"\n")
        lines = []
        for piece in whole:
            line = bytes(self._held + piece[: LONGEST - len(self._held)])
            self._held.clear()
            text = _shown(line)
            if text:
                lines.append(text)
        self._held += rest[: LONGEST - len(self._held)]
        return lines

    def forget(self) -> None:
        """The port was opened anew: half a line before is no line."""
        self._held.clear()


def _shown(line: bytes) -> str:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        text = line.decode("ascii", "backslashreplace")
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text.strip(" \t\0"))
