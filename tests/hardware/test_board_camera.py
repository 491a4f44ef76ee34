"""A board's camera: where its pictures come from, how the felt lies in them, and where it looks for cards."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from felt.place import BURN, Place, SeatNo, Spot, seat_place
from felt.situation import Sense
from hardware.board import CalibrationPlan, CameraKind, load_board, shipped_board
from hardware.board.check import examine
from hardware.board.drawing import draw
from hardware.board.outline import area, crosses_itself, overlap
from tests.hardware.board_files import HEAD, READER, written

CAMERA = '[camera]\nid = "eye"\n'
STRAIGHT = "[camera.calibration]\npx_to_mm = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]\n"
SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))


def region(place: str, left: float, top: float, width: float = 100, height: float = 100) -> str:
    right, bottom = left + width, top + height
    corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
    return f'[[camera.regions]]\nplace = "{place}"\ncorners = {corners}\n'


def sense(name: str, rate: float) -> str:
    return f'[[senses]]\nsense = "{name}"\nmiss_rate = {rate}\n'


def found(tmp_path: Path, *parts: str) -> str:
    head = HEAD + ("senses = []\n" if not any("[[senses]]" in part for part in parts) else "")
    return "\n".join(map(str, examine(written(tmp_path, head + "".join(parts)))[1]))


def test_a_camera_is_a_device_that_gives_720_lines_unless_the_file_says_so(tmp_path: Path) -> None:
    camera = load_board(written(tmp_path, HEAD + "senses = []\n" + CAMERA)).camera
    assert camera is not None
    assert (camera.kind, camera.source, camera.width, camera.height) == (CameraKind.DEVICE, "", 1280, 720)
    assert camera.places == frozenset()


def test_a_table_may_have_a_camera_and_no_reader() -> None:
    board = load_board(shipped_board("virtual-camera"))
    assert board.places == frozenset()
    assert {Place(Spot.BOARD, slot) for slot in range(1, 6)} | {BURN, seat_place(SeatNo(7))} <= board.seen
    assert board.watches(Sense.BOARD)
    assert not board.watches(Sense.HOLE)


@pytest.mark.parametrize("kind", ["folder", "video"])
def test_files_must_be_named(tmp_path: Path, kind: str) -> None:
    assert f"a camera of kind '{kind}' has no source" in found(tmp_path, CAMERA, f'kind = "{kind}"\n')


def test_an_unknown_kind_and_key_are_named(tmp_path: Path) -> None:
    path = written(tmp_path, HEAD + "senses = []\n" + CAMERA + 'kind = "webcam"\n')
    with pytest.raises(Exception, match=r"camera\.kind"):
        load_board(path)
    path = written(tmp_path, HEAD + "senses = []\n" + CAMERA + "widht = 640\n")
    with pytest.raises(Exception, match="did you mean 'width'"):
        load_board(path)


def test_regions_need_a_calibration(tmp_path: Path) -> None:
    assert "the camera is not calibrated" in found(tmp_path, CAMERA, region("board", 0, 0))


def test_a_calibration_that_maps_the_picture_to_a_line(tmp_path: Path) -> None:
    flat = "[camera.calibration]\npx_to_mm = [1.0, 2.0, 0.0, 2.0, 4.0, 0.0, 0.0, 0.0, 1.0]\n"
    assert "maps the picture to a line" in found(tmp_path, CAMERA, flat, region("board", 0, 0))


def calibration(*numbers: object) -> str:
    return f"[camera.calibration]\npx_to_mm = [{', '.join(map(str, numbers))}]\n"


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, "nan"), "no number"),
        (("inf", 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), "no number"),
        ((-1.0, 0.0, 1280.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), "mirrored"),
        # Row 360 of 720 is as far away as can be: 1 - 360 / 360 = 0.
        ((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1 / 360, 1.0), "horizon"),
        # A millimetre is 1 / 100 px, then 100 px, then at x = 1280 sqrt((1 - 0.99)**3) = 0.001 px.
        ((100.0, 0.0, 0.0, 0.0, 100.0, 0.0, 0.0, 0.0, 1.0), "a millimetre is 0.01 px"),
        ((0.01, 0.0, 0.0, 0.0, 0.01, 0.0, 0.0, 0.0, 1.0), "a millimetre is 1e+02 px"),
        ((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, -0.99 / 1280, 0.0, 1.0), "a millimetre is 0.001 px"),
    ],
)
def test_a_felt_as_no_camera_above_a_table_sees_it(tmp_path: Path, numbers: tuple[object, ...], said: str) -> None:
    assert said in found(tmp_path, CAMERA, calibration(*numbers))


@pytest.mark.parametrize("factor", [1.0, -1.0, 50.0])
def test_a_calibration_is_the_same_up_to_a_factor(tmp_path: Path, factor: float) -> None:
    """A slanted view: from 1 px a mm at the left to sqrt(1.2**3) = 1.31 at the right."""
    numbers = [factor * value for value in (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.2 / 1280, 0.0, 1.0)]
    assert found(tmp_path, CAMERA, calibration(*numbers)) == ""
    plan = CalibrationPlan(tuple(numbers))  # type: ignore[arg-type]  # nine of them
    assert plan.px_a_mm(0, 300) == pytest.approx(1.0)
    assert plan.px_a_mm(1280, 300) == pytest.approx(1.31, abs=0.01)


def test_a_recording_is_named_from_the_board_files_folder(tmp_path: Path) -> None:
    for kind, source, found_at in (
        ("folder", "hands", str(tmp_path / "hands")),
        ("video", "/srv/hand.avi", "/srv/hand.avi"),
        ("device", "video0", "video0"),
    ):
        file = written(tmp_path, HEAD + "senses = []\n" + CAMERA + f'kind = "{kind}"\nsource = "{source}"\n')
        camera = load_board(file).camera
        assert camera is not None
        assert camera.source == found_at


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_a_region_with_a_corner_that_is_nowhere(tmp_path: Path, value: str) -> None:
    corners = f'[[camera.regions]]\nplace = "board"\ncorners = [[{value}, 0], [100, 0], [100, 100], [0, 100]]\n'
    assert "is nowhere" in found(tmp_path, CAMERA, STRAIGHT, corners)


def test_a_region_of_thousands_of_corners_is_refused_at_once(tmp_path: Path) -> None:
    many = [[index % 7, index] for index in range(5000)]
    assert "has 5000 corners (3 to 40)" in found(
        tmp_path, CAMERA, STRAIGHT, f'[[camera.regions]]\nplace = "board"\ncorners = {many}\n', region("burn", 0, 0)
    )


@pytest.mark.parametrize(
    ("regions", "said"),
    [
        (region("bord", 0, 0), "'bord' is not a place"),
        (region("seat3", 0, 0), "is of no seat of this board"),
        (region("burn", 0, 0) + region("burn", 200, 0), "burn has two regions"),
        (region("board", 0, 0) + region("board2", 200, 0), "board and a slot of it both have a region"),
        (region("seat1", 0, 0) + region("seat2", 99, 50), "the regions of seat1 and of seat2 overlap"),
        (region("seat1", 0, 0, 300, 300) + region("burn", 90, 90), "the regions of seat1 and of burn overlap"),
        (region("seat1", 1200, 0), "leaves the picture of 1280 x 720 px at 1300, 0 mm"),
        (region("seat1", 0, 0, 50, 50), "is 2500 mm2: no card lies in it"),
        ('[[camera.regions]]\nplace = "burn"\ncorners = [[0, 0], [200, 0]]\n', "has 2 corners"),
        ('[[camera.regions]]\nplace = "burn"\ncorners = [[0, 0], [200, 200], [200, 0], [0, 200]]\n', "sides of the"),
    ],
)
def test_regions_that_cannot_be(tmp_path: Path, regions: str, said: str) -> None:
    assert said in found(tmp_path, CAMERA, STRAIGHT, regions)


def test_regions_that_touch_do_not_overlap(tmp_path: Path) -> None:
    assert found(tmp_path, CAMERA, STRAIGHT, region("seat1", 0, 0), region("seat2", 100, 0)) == ""


def test_faces_claimed_where_nothing_is_looked_at(tmp_path: Path) -> None:
    said = found(tmp_path, CAMERA, STRAIGHT, region("seat1", 0, 0), region("board1", 200, 0), sense("faces", 0.02))
    assert "no region is drawn for seat2, board2, board3, board4, board5" in said


def test_a_camera_gives_the_board_and_the_burns_and_counts_no_hands(tmp_path: Path) -> None:
    regions = region("board", 0, 0) + region("burn", 300, 0) + region("seat1", 600, 0) + region("seat2", 800, 0)
    senses = sense("board", 0.001) + sense("burn", 0.03)
    assert found(tmp_path, CAMERA, STRAIGHT, regions, senses) == ""
    said = found(tmp_path, CAMERA, STRAIGHT, regions, sense("hole", 0.02))
    assert "sense 'hole' is declared but no antenna lies under seat1" in said


def test_a_slot_that_nothing_looks_at(tmp_path: Path) -> None:
    slots = "".join(region(f"board{slot}", 100 * slot, 0) for slot in (1, 2, 3, 4))
    assert "no camera looks at it" in found(tmp_path, CAMERA, STRAIGHT, slots, sense("board", 0.01))


@pytest.mark.parametrize(("name", "rate", "best"), [("board", 0.0001, "0.001"), ("burn", 0.0001, "0.03")])
def test_a_camera_alone_that_claims_too_much(tmp_path: Path, name: str, rate: float, best: str) -> None:
    said = found(tmp_path, CAMERA, STRAIGHT, region("board", 0, 0), region("burn", 300, 0), sense(name, rate))
    assert f"by a camera alone: {best} at best" in said


def test_an_antenna_is_judged_by_the_antennas_measure(tmp_path: Path) -> None:
    said = found(tmp_path, CAMERA, STRAIGHT, region("burn", 300, 0), sense("burn", 0.001), READER, '1 = "burn"\n')
    assert "by a camera alone" not in said


def test_a_calibration_maps_both_ways() -> None:
    """Half a millimetre a pixel, the felt's origin at pixel (100, 40)."""
    plan = CalibrationPlan((0.5, 0.0, -50.0, 0.0, 0.5, -20.0, 0.0, 0.0, 1.0))
    assert plan.to_px((0.0, 0.0)) == pytest.approx((100.0, 40.0))
    assert plan.to_px((300.0, 10.0)) == pytest.approx((700.0, 60.0))


def test_polygons() -> None:
    arrow = ((0.0, 0.0), (100.0, 0.0), (50.0, 50.0), (100.0, 100.0), (0.0, 100.0))
    notch = ((80.0, 45.0), (100.0, 45.0), (100.0, 55.0), (80.0, 55.0))
    assert area(SQUARE) == 10_000
    assert area(arrow) == 7_500
    assert not crosses_itself(arrow)
    assert not overlap(arrow, notch)
    assert overlap(SQUARE, notch)
    assert overlap(SQUARE, SQUARE)


def test_the_drawing_shows_where_the_camera_looks() -> None:
    board = load_board(shipped_board("virtual-camera"))
    assert board.camera is not None
    root = ElementTree.fromstring(draw(board))
    polygons = list(root.iter("{http://www.w3.org/2000/svg}polygon"))
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert len(polygons) == len(board.camera.regions)
    assert {str(place) for place in board.seen} <= set(words)
