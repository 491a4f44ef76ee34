"""A table's board: which antenna of which reader lies under which place, and what the table may claim to sense.

Knows parts, pins, places and claims. Refuses to open a port, and to know what a card means.
"""

from hardware.board.camera import CalibrationPlan, CameraKind, CameraPlan, MarkerPlan, RegionPlan
from hardware.board.file import board_file, load_board, shipped_board
from hardware.board.finding import Finding, Weight
from hardware.board.kinds import ANTENNAS, TAGS_COUNTED, ReaderKind, ShufflerKind, TagKind
from hardware.board.plan import BOARD_SLOTS, Board, ReaderPlan, ShufflerPlan

__all__ = [
    "ANTENNAS",
    "BOARD_SLOTS",
    "TAGS_COUNTED",
    "Board",
    "CalibrationPlan",
    "CameraKind",
    "CameraPlan",
    "Finding",
    "MarkerPlan",
    "ReaderKind",
    "ReaderPlan",
    "RegionPlan",
    "ShufflerKind",
    "ShufflerPlan",
    "TagKind",
    "Weight",
    "board_file",
    "load_board",
    "shipped_board",
]
