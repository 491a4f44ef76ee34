"""From sheets on a felt to the board file."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from felt.fault import BadInput, ConfigFault, StorageFault
from hardware.board import load_board
from hardware.board.file import BOARDS
from tests.vision.geometry.test_calibration import pictured
from vision.calibrating.__main__ import main, sheets

BOARD = """
name = "A camera alone"
seats = [1, 2]

[camera]
id = "overhead"
kind = "folder"
source = "{folder}"
width = 1280
height = 720

[camera.calibration]
px_to_mm = [2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 1.0]

[[camera.regions]]
place = "board1"
corners = [[0, 0], [100, 0], [100, 150], [0, 150]]

[[senses]]
sense = "faces"
miss_rate = 0.02
"""


def board(folder: Path) -> Path:
    path = folder / "table.toml"
    path.write_text(BOARD.format(folder=folder))
    return path


def test_what_the_camera_sees_calibrates_the_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = board(tmp_path)
    cv2.imwrite(str(tmp_path / "1.png"), pictured("straight down", (0, 1, 2, 3)))
    assert main(path, None) == 0
    camera = load_board(path).camera
    assert camera is not None
    assert camera.calibration is not None
    assert len(camera.calibration.markers) == 24
    assert camera.calibration.error_mm < 0.3
    # Straight down at 1 px a mm, and the first sheet's corner at 90, 60: there is the felt's 0, 0.
    assert camera.calibration.to_px((0.0, 0.0)) == pytest.approx((90, 60), abs=0.5)
    assert camera.calibration.to_px((700.0, 500.0)) == pytest.approx((790, 560), abs=0.7)
    assert len(camera.regions) == 1
    assert "24 markers" in capsys.readouterr().out


def test_a_picture_may_be_given_and_one_sheet_is_said_to_be_little(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, picture = board(tmp_path), tmp_path / "sheet.png"
    cv2.imwrite(str(picture), pictured("straight down", (0,)))
    assert main(path, picture) == 0
    assert "Lay more sheets" in capsys.readouterr().out


def test_what_is_refused_leaves_the_board_file_as_it_was(tmp_path: Path) -> None:
    path = board(tmp_path)
    before = path.read_bytes()
    empty, small = tmp_path / "empty.png", tmp_path / "small.png"
    cv2.imwrite(str(empty), np.full((720, 1280, 3), 90, np.uint8))
    cv2.imwrite(str(small), np.full((480, 640, 3), 90, np.uint8))
    with pytest.raises(BadInput, match="0 markers"):
        main(path, empty)
    with pytest.raises(BadInput, match="640 x 480 px, the camera 1280 x 720"):
        main(path, small)
    with pytest.raises(BadInput, match="no picture"):
        main(path, path)
    assert path.read_bytes() == before


def test_a_board_without_a_camera_says_so(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('name = "No camera"\nseats = [1, 2]\n')
    with pytest.raises(ConfigFault):
        main(path, None)


def test_sheets_are_written_for_either_paper(tmp_path: Path) -> None:
    for paper in ("a4", "letter"):
        assert sheets(tmp_path / f"{paper}.pdf", paper, 2) == 0
        assert (tmp_path / f"{paper}.pdf").read_bytes().startswith(b"%PDF-1.4")
    with pytest.raises(BadInput, match="a4 or letter"):
        sheets(tmp_path / "x.pdf", "a3", 1)
    with pytest.raises(StorageFault, match="cannot be written"):
        sheets(tmp_path / "none" / "x.pdf", "a4", 1)


@pytest.mark.parametrize("board", [BOARDS / "virtual-camera.toml", Path("virtual-camera")], ids=["path", "name"])
def test_a_board_that_ships_is_not_calibrated(board: Path, tmp_path: Path) -> None:
    """Refused before anything is looked at: the picture is none."""
    with pytest.raises(ConfigFault, match=r"'virtual-camera' ships with Feltwire.*cp .*table\.toml"):
        main(board, tmp_path / "nowhere.png")


@pytest.mark.parametrize("given", [True, False])
def test_a_virtual_camera_heeds_no_calibration_and_keeps_none(tmp_path: Path, given: bool) -> None:
    path, picture = tmp_path / "table.toml", tmp_path / "sheets.png"
    before = (BOARDS / "virtual-camera.toml").read_bytes()
    path.write_bytes(before)
    cv2.imwrite(str(picture), pictured("straight down", (0,)))
    with pytest.raises(ConfigFault, match="a virtual camera needs no calibration"):
        main(path, picture if given else None)
    assert path.read_bytes() == before
