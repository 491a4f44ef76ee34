"""Whether a picture of the table may be shown now."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final


class Attendance(StrEnum):
    """Who vouches for the table while no node does."""

    NOBODY = "nobody"
    TECHNICIAN = "technician"
    """A person at the machine says that no hand is dealt: a camera is put up before there is a node.

    Good until a node speaks.
    """


DEALT: Final = "Cards may lie hidden on the table: nothing is shown until the hand is over."
UNKNOWN: Final = (
    "The table's node does not say how the table stands: nothing is shown. "
    "Run this beside the table's node or, at the table while no hand is dealt, start it again with --no-hand."
)
SILENT: Final = (
    "The table's node has fallen silent, perhaps in the middle of a hand: nothing is shown until it speaks again. "
    "Where it is gone for good and no hand is dealt, start this again with --no-hand."
)
NO_PICTURE: Final = "No picture comes from the camera."


class Shutter:
    """Closed unless it is known that no hand is dealt. `hidden`: the node's word, None when there is none.

    `heard`: whether a node has ever spoken. From then on nobody vouches: a node that fell silent may have died in the
    middle of a hand.
    """

    def __init__(self, hidden: Callable[[], bool | None], attendance: Attendance, heard: Callable[[], bool]) -> None:
        self._hidden = hidden
        self._attendance = attendance
        self._heard = heard

    @property
    def closed(self) -> str:
        """Why nothing may be shown; empty when pictures may be."""
        hidden = self._hidden()
        if hidden is not None:
            return DEALT if hidden else ""
        if self._heard():
            return SILENT
        return "" if self._attendance is Attendance.TECHNICIAN else UNKNOWN
