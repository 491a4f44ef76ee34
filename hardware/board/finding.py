"""One thing that is wrong with a board file, and where it stands."""

from enum import StrEnum

from msgspec import Struct


class Weight(StrEnum):
    """How much a finding matters."""

    FAULT = "fault"
    """The board cannot be built or used so: `load_board` refuses it."""
    CLAIM = "claim"
    """The board can be used, but claims more than can be relied on: for `feltwire board check` to say."""
    UNFINISHED = "unfinished"
    """The board can be used, but its camera's process does not start yet: for `feltwire board check` to say."""


class Finding(Struct, frozen=True):
    """`row` is the key in the file, such as `readers[1].antennas.5`; the remedy may be empty."""

    row: str
    what: str
    remedy: str = ""
    weight: Weight = Weight.FAULT

    def __str__(self) -> str:
        text = f"{self.row}: {self.what}" if self.row else self.what
        return f"{text} ({self.remedy})" if self.remedy else text
