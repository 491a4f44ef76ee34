"""What the camera's process refuses at its start, `feltwire board check` names beforehand, in the same words."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from felt.card import DECK
from felt.fault import ConfigFault, FeltFault
from hardware.board import CameraKind, load_board
from hardware.board.camera import VIRTUAL_SIZE
from hardware.board.check import examine
from hardware.board.unfinished import camera_lacks
from vision.enrolment import DeckReader, Prints, save_prints
from vision.enrolment.__main__ import main as enrol
from vision.enrolment.likeness import HEIGHT, WIDTH
from vision.picture import Picture
from vision.process.__main__ import Plan
from vision.process.__main__ import main as run
from vision.process.station import camera_of, dealer_of, eye_of, reader_named, teller_of
from vision.reading import Reading
from vision.stage import FRAME
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
FLAT = "[camera.calibration]\npx_to_mm = [5e-5, 0.0, 0.0, 0.0, 5e-5, 0.0, 0.0, 0.0, 5e-5]"
REGION = """[[camera.regions]]
place = "seat1"
corners = [[0, 0], [100, 0], [100, 100], [0, 100]]"""


class Blind:
    """A reader that is never asked."""

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        raise AssertionError


def board(folder: Path, *rest: str) -> Path:
    path = folder / "board.toml"
    path.write_text(BOARD.format(rest="\n".join(rest)))
    cv2.imwrite(str(folder / "felt.png"), np.full((180, 320, 3), 90, np.uint8))
    cv2.imwrite(str(folder / "small.png"), np.full((90, 160, 3), 90, np.uint8))
    return path


def told(path: Path) -> str:
    """What `feltwire board check` says of a board beside that it is well."""
    made, found = examine(path)
    assert made is not None
    return "\n".join(map(str, (*found, *camera_lacks(made))))


def start(path: Path) -> None:
    """As far as a camera's process comes before it opens its camera."""
    camera = camera_of(load_board(path))
    teller_of(camera, eye_of(camera, dealer_of(camera, None)), Blind())


def test_a_board_that_is_found_whole_starts(tmp_path: Path) -> None:
    path = board(tmp_path, FELT, STRAIGHT, REGION)
    assert told(path) == ""
    start(path)


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ((FELT, STRAIGHT), "no region is drawn"),
        ((FELT,), "the camera is not calibrated"),
        ((FELT, REGION), "the camera is not calibrated"),
        ((FELT, FLAT, REGION), "the calibration maps the picture to a line"),
        ((STRAIGHT, REGION), "there is no picture of the empty felt"),
        (('felt = "away.png"', STRAIGHT, REGION), "cannot be read: No such file"),
        (('felt = "small.png"', STRAIGHT, REGION), "is 160 x 90 px, the camera 320 x 180"),
        (('kind = "virtual"', REGION), "a virtual camera's pictures are 1280 x 720 px"),
        (('kind = "folder"', FELT, STRAIGHT, REGION), "has no source"),
    ],
)
def test_what_does_not_start_is_found_beforehand(tmp_path: Path, rest: tuple[str, ...], said: str) -> None:
    path = board(tmp_path, *rest)
    assert said in told(path)
    with pytest.raises(FeltFault, match=said):
        start(path)


def test_the_size_of_a_virtual_camera_is_that_of_what_is_rendered() -> None:
    assert VIRTUAL_SIZE == FRAME


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


def test_a_deck_of_which_cards_are_missing_is_used_and_says_which(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    half, whole = Prints("half"), Prints("whole")
    for at, card in enumerate(DECK):
        look = np.full((HEIGHT, WIDTH, 3), at, np.uint8)
        whole.add(card, look)
        if card not in ("Kh", "2c"):
            half.add(card, look)
    for prints in (half, whole):
        save_prints(tmp_path / f"{prints.name}.prints", prints)
    reader_named(tmp_path / "whole.prints")
    assert caplog.text == ""
    assert isinstance(reader_named(tmp_path / "half.prints"), DeckReader)
    assert "half.prints: 50 of 52 cards are enrolled; the others are read as those of a deck never seen: 2c Kh" in (
        caplog.text
    )
