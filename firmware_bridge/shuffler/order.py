"""Lines that tell the order of cards, which nobody may know: found so that they can be dropped unread."""

import re
from typing import Final

_SHORT: Final = r"(?:10|[2-9TJQKA])[SHDC♠♥♦♣♤♡♢♧]"
_RANK: Final = r"(?:ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two|deuce|10|[2-9])"
_LONG: Final = rf"{_RANK}\s+of\s+(?:spades?|hearts?|diamonds?|clubs?)"
_APART: Final = r"[\s,;:|/_.>-]*"
_CARDS: Final = re.compile(
    rf"(?<![A-Z0-9])(?:{_SHORT}|{_LONG})(?:{_APART}(?:{_SHORT}|{_LONG}))+(?![A-Z0-9])", re.IGNORECASE
)
_RUN: Final = re.compile(rf"(?:{_SHORT}{_APART}){{8,}}", re.IGNORECASE)
"""So many names in a row are an order, whatever else is written against them."""
_NUMBERS: Final = re.compile(r"(?:\d{1,2}[\s,;:|/_.>-]+){7,}\d{1,2}(?!\d)")
_POSITIONS: Final = 52


def tells_order(line: str) -> bool:
    """True when two or more card names stand in a row, or eight or more different numbers of at most 52."""
    if _CARDS.search(line) is not None or _RUN.search(line) is not None:
        return True
    for found in _NUMBERS.finditer(line):
        numbers = [int(number) for number in re.findall(r"\d+", found[0])]
        if len(set(numbers)) == len(numbers) and max(numbers) <= _POSITIONS:
            return True
    return False
