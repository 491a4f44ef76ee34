"""No picture of a table is shown unless it is known that no card lies hidden on it."""

from pathlib import Path

import pytest

from hardware.board import load_board, shipped_board
from tests.vision.process.stand_in import FELT
from vision.watch.__main__ import told_before
from vision.watch.scene import Scene
from vision.watch.shutter import DEALT, NO_PICTURE, SILENT, UNKNOWN, Attendance, Shutter


@pytest.mark.parametrize(
    ("hidden", "attendance", "heard", "closed"),
    [
        (True, Attendance.NOBODY, True, DEALT),
        (False, Attendance.NOBODY, True, ""),
        (None, Attendance.NOBODY, False, UNKNOWN),
        (None, Attendance.NOBODY, True, SILENT),
        (True, Attendance.TECHNICIAN, True, DEALT),
        (False, Attendance.TECHNICIAN, True, ""),
        (None, Attendance.TECHNICIAN, False, ""),
        (None, Attendance.TECHNICIAN, True, SILENT),
    ],
)
def test_every_case(hidden: bool | None, attendance: Attendance, heard: bool, closed: str) -> None:
    assert Shutter(lambda: hidden, attendance, lambda: heard).closed == closed


class Table:
    """A scene over a table whose state a test sets."""

    def __init__(self) -> None:
        self.hidden: bool | None = False
        camera = load_board(shipped_board("virtual-camera")).camera
        assert camera is not None
        self.scene = Scene(camera, None, Shutter(lambda: self.hidden, Attendance.NOBODY, lambda: False))


@pytest.mark.parametrize("hidden", [True, None])
def test_a_picture_taken_before_the_hand_is_not_shown_in_it_nor_after_it(hidden: bool | None) -> None:
    table = Table()
    table.scene.take(FELT, ())
    assert table.scene.jpeg(straight=True)
    table.hidden = hidden
    assert table.scene.jpeg(straight=True) is None
    assert table.scene.jpeg(straight=False) is None
    assert table.scene.raw is None
    table.scene.take(FELT, ())
    table.hidden = False
    assert table.scene.state().closed == NO_PICTURE
    assert table.scene.raw is None


def test_while_it_is_closed_nothing_is_told_but_why_and_how_the_camera_stands() -> None:
    table = Table()
    table.scene.take(FELT, ())
    table.scene.trouble = "black"
    table.hidden = True
    state = table.scene.state()
    assert (state.closed, state.trouble) == (DEALT, "black")
    assert (state.number, state.width, state.cards, state.regions) == (0, 0, (), ())


def test_the_terminal_says_beforehand_why_a_page_stays_blank_and_what_cannot_be_saved() -> None:
    own, ships = Path("table.toml"), shipped_board("virtual-camera")
    assert told_before(own, Attendance.TECHNICIAN) == []
    (blank,) = told_before(own, Attendance.NOBODY)
    assert "--no-hand" in blank
    assert "beside the table's node" in blank
    (only,) = told_before(ships, Attendance.TECHNICIAN)
    assert only.startswith("look only: ")
    assert "ships with Feltwire" in only
