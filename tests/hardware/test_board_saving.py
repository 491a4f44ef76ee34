"""Calibration and regions are written into a board file that a person wrote, and nothing else in it changes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from felt.fault import ConfigFault
from felt.place import parse_place
from hardware.board import CalibrationPlan, MarkerPlan, RegionPlan, load_board, saving
from hardware.board.file import BOARDS
from hardware.board.saving import check_own, replaced, save_calibration, save_felt, save_regions
from tests.hardware.board_files import written

BOARD = """\
# My table, do not touch.
name = "mine"
seats = [1, 2]  # two of us

[camera]
id = "eye"      # over the lamp
kind = "device"

# what it can do
[[senses]]
sense = "faces"
miss_rate = 0.02
"""
HALF = CalibrationPlan((0.5, 0.0, -50.0, 0.0, 0.5, -20.0, 0.0, 0.0, 1.0), 0.42)
MARKED = CalibrationPlan(HALF.px_to_mm, 0.3, (MarkerPlan(7, ((1.0, 2.0), (9.0, 2.0), (9.0, 10.0), (1.0, 10.0))),))


def region(place: str, left: float) -> RegionPlan:
    return RegionPlan(parse_place(place), ((left, 0.0), (left + 90, 0.0), (left + 90, 120.0), (left, 120.0)))


def test_what_is_saved_is_loaded_and_the_rest_stays(tmp_path: Path) -> None:
    path = written(tmp_path, BOARD)
    save_calibration(path, MARKED)
    save_regions(path, [region("seat1", 0), region("board", 100)])
    camera = load_board(path).camera
    assert camera is not None
    assert camera.calibration == MARKED
    assert camera.regions == (region("seat1", 0), region("board", 100))
    text = path.read_text()
    assert all(line in text.splitlines() for line in BOARD.splitlines())


def test_saving_again_replaces_and_saving_the_same_changes_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, BOARD)
    save_calibration(path, MARKED)
    save_regions(path, [region("seat1", 0), region("board", 100)])
    save_calibration(path, HALF)
    save_regions(path, [region("seat2", 0)])
    before = path.read_text()
    save_regions(path, [region("seat2", 0)])
    save_calibration(path, HALF)
    assert sorted(path.read_text().split()) == sorted(before.split())
    camera = load_board(path).camera
    assert camera is not None
    assert (camera.calibration, camera.regions) == (HALF, (region("seat2", 0),))


def test_what_the_loader_refuses_is_not_written(tmp_path: Path) -> None:
    path = written(tmp_path, BOARD)
    save_calibration(path, HALF)
    before = path.read_text()
    with pytest.raises(ConfigFault, match=r"board\.toml.*seat1 has two regions|seat1"):
        save_regions(path, [region("seat1", 0), region("seat1", 200)])
    assert path.read_text() == before
    assert [file.name for file in tmp_path.iterdir()] == ["board.toml"]


def test_a_board_without_a_camera(tmp_path: Path) -> None:
    path = written(tmp_path, 'name = "t"\nseats = [1]\nsenses = []\n')
    with pytest.raises(ConfigFault, match="names no camera"):
        save_calibration(path, HALF)


SHIPPED = sorted(BOARDS.glob("*.toml"))
EYES = [path for path in SHIPPED if load_board(path).camera is not None]


@pytest.mark.parametrize("path", sorted(set(SHIPPED) - set(EYES)), ids=lambda path: path.stem)
def test_a_board_that_ships_without_a_camera_takes_no_regions(path: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigFault):
        save_regions(written(tmp_path, path.read_text()), [])


@pytest.mark.parametrize("path", EYES, ids=lambda path: path.stem)
def test_every_board_that_ships_and_has_a_camera_takes_regions(path: Path, tmp_path: Path) -> None:
    board = load_board(path)
    copy = written(tmp_path, path.read_text())
    assert board.camera is not None
    calibration, regions = board.camera.calibration or HALF, board.camera.regions or (region("seat2", 0),)
    save_calibration(copy, calibration)
    save_regions(copy, regions)
    again = load_board(copy)
    assert (again.readers, again.senses, again.panel) == (board.readers, board.senses, board.panel)
    assert again.camera is not None
    assert (again.camera.calibration, again.camera.regions) == (calibration, regions)


def test_a_table_in_quotes_or_with_spaces_is_the_same_table() -> None:
    text = '[camera]\nid = "eye"\n[[ camera . regions ]]\nplace = "burn"\n["senses"]\n'
    assert replaced(text, ("camera.regions",), "") == '[camera]\nid = "eye"\n\n["senses"]\n'


@pytest.mark.parametrize("last", ["[90.0, 120.0]", "[90.0, 120.0],", "[ 90, 120 ]  # the dealer's side"])
def test_corners_written_over_several_lines_are_replaced_whole(last: str, tmp_path: Path) -> None:
    path = written(tmp_path, BOARD)
    save_calibration(path, HALF)
    drawn = f'[[camera.regions]]\nplace = "seat1"\ncorners = [\n  [0.0, 0.0],\n  [90.0, 0.0],\n  {last}\n]\n\n'
    path.write_text(path.read_text().replace("# what it can do", f"{drawn}# what it can do"))
    save_regions(path, [region("seat2", 0)])
    camera = load_board(path).camera
    assert camera is not None
    assert camera.regions == (region("seat2", 0),)


@pytest.mark.parametrize("rest", ["# on the rail\n[panel]", "# on the rail\n\n[panel]", "# bought in May"])
def test_what_is_said_of_the_next_table_stays(rest: str) -> None:
    gone = '[[camera.regions]]\nplace = "burn"  # to be drawn anew\n\n'
    text = f'[camera]\nid = "eye"\n\n{gone}{rest}\n'
    assert replaced(text, ("camera.regions",), "") == f'[camera]\nid = "eye"\n\n{rest}\n'


def test_the_picture_of_the_empty_felt_is_named_once(tmp_path: Path) -> None:
    path = written(tmp_path, BOARD)
    save_felt(path, "one.png")
    save_felt(path, "two.png")
    camera = load_board(path).camera
    assert camera is not None
    assert camera.felt == tmp_path / "two.png"
    assert path.read_text().count("felt =") == 1
    assert all(line in path.read_text().splitlines() for line in BOARD.splitlines())


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_board_that_ships_is_nobodys_own_and_the_way_to_a_copy_is_told(path: Path, tmp_path: Path) -> None:
    (tmp_path / "link.toml").symlink_to(path)
    for name in (path, path.parent / ".." / path.parent.name / path.name, tmp_path / "link.toml"):
        with pytest.raises(ConfigFault, match=r"ships with Feltwire.*cp \S+\.toml table\.toml.*--board table\.toml"):
            check_own(name)
    check_own(written(tmp_path, path.read_text()))


@pytest.mark.parametrize(
    "save",
    [
        lambda path: save_calibration(path, HALF),
        lambda path: save_regions(path, [region("seat1", 0)]),
        lambda path: save_felt(path, "felt.png"),
    ],
)
def test_nothing_is_saved_into_a_board_that_ships(
    save: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, BOARD)
    save_calibration(path, HALF)
    before = path.read_bytes()
    monkeypatch.setattr(saving, "BOARDS", tmp_path)
    with pytest.raises(ConfigFault, match="ships with Feltwire"):
        save(path)
    assert path.read_bytes() == before
