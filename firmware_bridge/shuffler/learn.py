"""Getting to know a machine that prints lines: each as it comes, what a map makes of it, and rules to begin with."""

import re
from collections.abc import AsyncGenerator, Iterable
from typing import Final

from msgspec import Struct

from felt.clock import NANOS_PER_SECOND, Clock
from firmware_bridge.shuffler.lines import LineMap, Understood, understand
from firmware_bridge.shuffler.order import tells_order
from firmware_bridge.shuffler.patterns import LONGEST_LINE
from firmware_bridge.shuffler.splitting import LineSplitter
from firmware_bridge.stream import ByteStream

HIDDEN: Final = "(a line with the order of cards: it is dropped, and reported when the node hears it)"
KEPT: Final = 200
"""Unknown kinds of line remembered for the rules to begin with."""


class Shown(Struct, frozen=True):
    """One line, `at_s` seconds after the port was opened; `text` is empty for a line that told the order of cards."""

    at_s: float
    text: str
    meaning: Understood | None

    @property
    def hidden(self) -> bool:
        """True for a line that told the order of cards."""
        return not self.text

    def __str__(self) -> str:
        if self.hidden:
            return f"{self.at_s:8.1f} s  {HIDDEN}"
        return f"{self.at_s:8.1f} s  {self.text:40}  -> {self.meaning if self.meaning is not None else '?'}"


async def lines_of(stream: ByteStream, clock: Clock, known: LineMap | None) -> AsyncGenerator[Shown, None]:
    """Every line of an open port, for ever; raises LinkLost when it is gone."""
    began, splitter = clock.now(), LineSplitter()
    if known is not None and known.ask:
        await stream.write(known.ask.encode())
    while True:
        for line in splitter.feed(await stream.read()):
            at_s = (clock.now() - began) / NANOS_PER_SECOND
            if tells_order(line):
                yield Shown(at_s, "", None)
            else:
                yield Shown(at_s, line, understand(known, line) if known is not None else None)


def rules_for(shown: Iterable[Shown]) -> str:
    """A map's rows for the kinds of line that no rule knows yet; numbers are taken to vary. Empty for none."""
    unknown = (line.text for line in shown if line.meaning is None and not line.hidden)
    patterns = dict.fromkeys(_pattern(text) for text in unknown if len(text) <= LONGEST_LINE)
    rows = [f'[[lines]]\npattern = {_quoted(pattern)}\nevent = "ignore"\n' for pattern in list(patterns)[:KEPT]]
    return "\n".join(rows)


def _pattern(text: str) -> str:
    return r"\d+".join(re.escape(part).replace(r"\ ", " ") for part in re.split(r"\d+", text))


def _quoted(pattern: str) -> str:
    return f"'''{pattern}'''" if "'" in pattern else f"'{pattern}'"
