"""What the camera's process refuses at its start."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from felt.fault import ConfigFault
from hardware.board import CameraKind
from vision.enrolment.__main__ import main as enrol
from vision.process.__main__ import Plan
from vision.process.__main__ import main as run
from vision.watch.__main__ import main as watch
from vision.watch.shutter import Attendance

BOARD = """name = "t"
seats = [1]
senses = []

[camera]
id = "eye"
width = 320
height = 180
{rest}
"""
FELT = 'felt = "felt.png"'
STRAIGHT = "[camera.calibration]\npx_to_mm = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]"
REGION = """[[camera.regions]]
place = "seat1"
corners = [[0, 0], [100, 0], [100, 100], [0, 100]]"""


def board(folder: Path, *rest: str) -> Path:
    path = folder / "board.toml"
    path.write_text(BOARD.format(rest="\n".join(rest)))
    cv2.imwrite(str(folder / "felt.png"), np.full((180, 320, 3), 90, np.uint8))
    cv2.imwrite(str(folder / "small.png"), np.full((90, 160, 3), 90, np.uint8))
    return path


@pytest.mark.parametrize("kind", sorted(set(CameraKind) - {CameraKind.VIRTUAL}))
@pytest.mark.parametrize("command", ["run", "watch", "enrol"])
def test_cards_to_deal_are_for_a_virtual_camera_only(tmp_path: Path, kind: str, command: str) -> None:
    path, socket = board(tmp_path, f'kind = "{kind}"\nsource = "hands"', FELT, STRAIGHT, REGION), tmp_path / "eye.sock"
    art = tmp_path / "art"
    plan = Plan(str(path), socket, None, art)
    starts = {
        "run": lambda: run(plan),
        "watch": lambda: watch(plan, 0, Attendance.NOBODY),
        "enrol": lambda: enrol("red", tmp_path, str(path), art),
    }
    with pytest.raises(ConfigFault, match=f"art: --art is for a virtual camera, and this one is of kind '{kind}'"):
        starts[command]()
    assert not (tmp_path / "red.prints").exists()


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("command", ["run", "watch"])
def test_a_deck_that_is_none_is_told_also_before_the_camera_is_calibrated(
    tmp_path: Path, command: str, whole: bool
) -> None:
    (tmp_path / "red.prints").write_text("none")
    path = board(tmp_path, FELT, STRAIGHT, REGION) if whole else board(tmp_path)
    plan = Plan(str(path), tmp_path / "eye.sock", tmp_path / "red.prints", None)
    said = "is no deck's prints" if whole or command == "watch" else "no picture of the empty felt"
    with pytest.raises(ConfigFault, match=said):
        run(plan) if command == "run" else watch(plan, 0, Attendance.NOBODY)
