"""What the doctor found, as data, as a table for people, and as the lines of a node's configuration."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from felt.fault import StorageFault
from felt.ids import DeviceId
from felt.place import Place
from firmware_bridge.reading import AntennaNo


class PortSeen(Struct, frozen=True):
    """A serial port and who answers on it; `kind` is empty when nobody did, and `said` tells why or the version."""

    name: str
    url: str
    kind: str
    said: str


class ReaderSeen(Struct, frozen=True):
    """A reader of the board: its port, empty when it is absent, and its version or what is wrong."""

    reader: DeviceId
    kind: str
    port: str
    said: str
    good: bool


class AntennaSeen(Struct, frozen=True):
    """One antenna with a card held over it: so many looks a second, so many of them without the card."""

    reader: DeviceId
    antenna: AntennaNo
    place: Place
    looks: int = 0
    missed: int = 0
    rate: float = 0.0
    fault: str = ""

    @property
    def missed_share(self) -> float:
        """The share of looks that missed the card."""
        return self.missed / self.looks if self.looks else 1.0


class PartSeen(Struct, frozen=True):
    """A machine, lamp or button, and how it stands; `remedy` is what would be right, for one that is not well."""

    what: str
    good: bool
    said: str
    remedy: str = ""


class Report(Struct, frozen=True):
    """All of it. `board` is empty when only ports were looked at; `at` is UTC as in ISO 8601; `urls` by part.

    `absent`: each part that the board file names none of, and the row that would name one.
    """

    at: str
    board: str
    ports: tuple[PortSeen, ...] = ()
    readers: tuple[ReaderSeen, ...] = ()
    antennas: tuple[AntennaSeen, ...] = ()
    parts: tuple[PartSeen, ...] = ()
    urls: dict[DeviceId, str] = {}
    absent: tuple[str, ...] = ()

    def faults(self) -> tuple[str, ...]:
        """What is not well, a line each."""
        found = [f"reader {row.reader}: {row.said}" for row in self.readers if not row.good]
        found += [
            f"{row.reader} antenna {row.antenna} ({row.place}): {row.fault}" for row in self.antennas if row.fault
        ]
        return (*found, *(f"{row.what}: {row.said}{_in_brackets(row.remedy)}" for row in self.parts if not row.good))

    def lines(self) -> Iterator[str]:
        """The report for people."""
        yield f"doctor's report of {self.at}" + (f": {self.board}" if self.board else "")
        yield from _table("port", [(row.name, row.kind or "-", row.said) for row in self.ports])
        yield from _table("reader", [(row.reader, row.kind, row.port or "-", row.said) for row in self.readers])
        yield from _table("antenna", [_antenna_row(row) for row in self.antennas])
        yield from _table("part", [(row.what, "ok" if row.good else "FAIL", row.said) for row in self.parts])
        if self.absent:
            yield "\nnot in the board file"
            yield from (f"  {what}" for what in self.absent)
        if self.urls:
            yield "\nfor node.toml:\n[ports]"
            yield from (f'{part} = "{url}"' for part, url in self.urls.items())
        found = self.faults()
        yield "\nall well" if not found else f"\nfound: {len(found)}"
        yield from (f"  {line}" for line in found)


def write_report(report: Report, path: Path) -> tuple[Path, Path]:
    """Write the report as `NAME.json` and `NAME.txt`; returns both. Raises StorageFault."""
    data, text = path.with_suffix(".json"), path.with_suffix(".txt")
    try:
        data.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
        text.write_text("\n".join(report.lines()) + "\n", encoding="utf-8")
    except OSError as error:
        raise StorageFault(f"the report cannot be written: {error.strerror}", where=str(path)) from error
    return data, text


def _in_brackets(remedy: str) -> str:
    return f" ({remedy})" if remedy else ""


def _antenna_row(row: AntennaSeen) -> tuple[str, ...]:
    measured = (f"{row.rate:.1f} looks/s", f"{100 * row.missed_share:.1f} % missed") if row.looks else ("-", "-")
    return (f"{row.reader} {row.antenna}", str(row.place), *measured, row.fault or "ok")


def _table(head: str, rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Rows in aligned columns under a heading; nothing without rows."""
    if not rows:
        return
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    yield f"\n{head}"
    for row in rows:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
