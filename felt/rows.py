"""Where each key of a TOML file stands, and keys that stand twice; for naming the line that is wrong."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

BYTE_ORDER_MARK: Final = "\ufeff"
"""What some editors write before the text."""
_NAME: Final = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_PATH: Final = rf"({_NAME}(?:\s*\.\s*{_NAME})*)"
_HEADER: Final = re.compile(rf"^\s*(\[\[?)\s*{_PATH}\s*\]\]?\s*(#.*)?$")
_KEY: Final = re.compile(rf"^\s*{_PATH}\s*=\s*(.*?)\s*$")
_PARTS: Final = re.compile(_NAME)
_TOKEN: Final = re.compile(r'''"""|\'\'\'|"(?:[^"\\]|\\.)*"|'[^']*'|[\[\]{}]|#.*''')
"""What tells where a value ends: a long string's begin, a whole string, a bracket, a comment."""
_LONG_ENDS: Final = {'"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*"{3,5}'), "'''": re.compile(r"(?:[^']|'(?!''))*'{3,5}")}
"""The rest of a long string in the line that ends it: up to two of its quotes may stand before the three."""


class Row(Struct, frozen=True):
    """One key: its path as `readers[1].antennas.5`, its line from 1, and its value as written."""

    path: str
    line: int
    value: str


def rows(text: str) -> Iterator[Row]:
    """Every table and key of `text`, in order; a table has no value. The lines of a long value are its own."""
    table = ""
    counts: dict[str, int] = {}
    for line, (content, begins) in enumerate(_lines(text), 1):
        if not begins:
            continue
        if header := _HEADER.match(content):
            table = _resolved(header[2], counts, opens=len(header[1]) == 2)
            yield Row(table, line, "")
        elif key := _KEY.match(content):
            name = ".".join(_parts(key[1]))
            yield Row(f"{table}.{name}" if table else name, line, key[2])


def lines_by_table(text: str) -> Iterator[tuple[str, str]]:
    """Each line with the table that it stands in, such as `camera.regions`; a header stands in its own table."""
    table = ""
    for line, begins in _lines(text):
        if begins and (header := _HEADER.match(line)):
            table = ".".join(_parts(header[2]))
        yield table, line


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line, and whether a table or a key may begin there: not within a value that began in a line before."""
    depth, quotes = 0, ""
    lines = text.removeprefix(BYTE_ORDER_MARK).split("\n")  # TOML knows no other ends of lines
    for line in lines if lines[-1] else lines[:-1]:
        begins = not depth and not quotes
        yield line.removesuffix("\r"), begins
        header = begins and _HEADER.match(line)
        depth, quotes = (0, "") if header else _after(line, depth, quotes)


def _after(line: str, depth: int, quotes: str) -> tuple[int, str]:
    """How many brackets are open after the line, and the quotes of a long string that goes on; of those before it."""
    at = 0
    while at < len(line):
        if quotes:
            end = _LONG_ENDS[quotes].match(line, at)
            if end is None:
                break
            at, quotes = end.end(), ""
        token = _TOKEN.search(line, at)
        if token is None:
            break
        at = token.end()
        quotes = token[0] if token[0] in _LONG_ENDS else ""
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
    return max(depth, 0), quotes


def line_of(path: str, found: dict[str, int]) -> int | None:
    """The line of the key at `path`, else of the nearest table above it."""
    while path not in found and path:
        shorter = re.sub(r"(\[\d+\]|(^|\.)[^.\[\]]+)$", "", path)
        path = shorter if shorter != path else ""
    return found.get(path)


def placed(where: str, text: str, path: str) -> str:
    """`where:LINE` of the key at `path` in `text`, or of the nearest table above it; `where` alone if none is found."""
    line = line_of(path, {row.path: row.line for row in rows(text)})
    return f"{where}:{line}" if line else where


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
    return [part.strip("\"'") for part in _PARTS.findall(name)]
