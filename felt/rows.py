"""Where each key of a TOML file stands, and keys that stand twice; for naming the line that is wrong."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

_NAME: Final = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_HEADER: Final = re.compile(rf"^\s*(\[\[?)\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*\]\]?\s*(#.*)?$")
"""A table's header, and no row of a value in brackets such as `[0.0, 120.0]`."""
_KEY: Final = re.compile(r"""^\s*("[^"]*"|'[^']*'|[A-Za-z0-9_.-]+)\s*=\s*(.*?)\s*$""")


class Row(Struct, frozen=True):
    """One key: its path as `readers[1].antennas.5`, its line from 1, and its value as written."""

    path: str
    line: int
    value: str


def rows(text: str) -> Iterator[Row]:
    """Every table and key of `text`, in order; a table has no value. Lines inside a long value are not told apart."""
    table = ""
    counts: dict[str, int] = {}
    for line, content in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(content):
            table = _resolved(header[2], counts, opens=len(header[1]) == 2)
            yield Row(table, line, "")
        elif key := _KEY.match(content):
            name = ".".join(_parts(key[1]))
            yield Row(f"{table}.{name}" if table else name, line, key[2])


def lines_by_table(text: str) -> Iterator[tuple[str, str]]:
    """Each line with the table that it stands in, such as `camera.regions`; a header stands in its own table."""
    table = ""
    for line in text.splitlines():
        if header := _HEADER.match(line):
            table = ".".join(_parts(header[2]))
        yield table, line


def line_of(path: str, found: dict[str, int]) -> int | None:
    """The line of the key at `path`, else of the nearest table above it."""
    while path not in found and path:
        shorter = re.sub(r"(\[\d+\]|(^|\.)[^.\[\]]+)$", "", path)
        path = shorter if shorter != path else ""
    return found.get(path)


def _resolved(name: str, counts: dict[str, int], *, opens: bool) -> str:
    """The path of a table whose name is `name`; an array of tables above it means its newest table."""
    path = ""
    parts = _parts(name)
    for at, part in enumerate(parts):
        path = f"{path}.{part}" if path else part
        if opens and at == len(parts) - 1:
            counts[path] = counts.get(path, 0) + 1
        if path in counts:
            path = f"{path}[{counts[path] - 1}]"
    return path


def _parts(name: str) -> list[str]:
    """A dotted name's parts, without quotes and blanks."""
    return [part.strip("\"' ") for part in name.split(".")]
