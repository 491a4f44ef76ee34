"""A board's camera: where its pictures come from, how the felt lies in them, and where it looks for cards."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from felt.fault import ConfigFault
from felt.place import ASIDE, BOARD, BURN, MUCK, STUB, Place, SeatNo, Spot, seat_place
from felt.situation import Sense
from hardware.board import CalibrationPlan, CameraKind, load_board, shipped_board
from hardware.board.__main__ import check
from hardware.board.check import examine
from hardware.board.drawing import draw
from hardware.board.outline import area, crosses_itself, overlap
from hardware.board.seeing import drawable
from hardware.board.unfinished import camera_lacks
from tests.hardware.board_files import HEAD, READER, written

CAMERA = '[camera]\nid = "eye"\n'
STRAIGHT = "[camera.calibration]\npx_to_mm = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]\n"
SEATS = [SeatNo(number) for number in range(1, 11)]
SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))


def region(place: str, left: float, top: float, width: float = 100, height: float = 100) -> str:
    right, bottom = left + width, top + height
    corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
    return f'[[camera.regions]]\nplace = "{place}"\ncorners = {corners}\n'


def sense(name: str, rate: float) -> str:
    return f'[[senses]]\nsense = "{name}"\nmiss_rate = {rate}\n'


def found(tmp_path: Path, *parts: str) -> str:
    return "\n".join(map(str, examine(board(tmp_path, *parts))[1]))


def lacking(tmp_path: Path, *parts: str) -> list[str]:
    """What is still to be done before the camera starts."""
    made, _ = examine(board(tmp_path, *parts))
    assert made is not None
    return [str(each) for each in camera_lacks(made)]


def board(tmp_path: Path, *parts: str) -> Path:
    head = HEAD + ("senses = []\n" if not any("[[senses]]" in part for part in parts) else "")
    return written(tmp_path, head + "".join(parts))


def found_in(tmp_path: Path, text: str) -> str:
    return "\n".join(map(str, examine(written(tmp_path, text))[1]))


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


VIRTUAL = CAMERA + 'kind = "virtual"\n'


@pytest.mark.parametrize("source", ["", "0", "7", "007", "9" * 18])
def test_a_virtual_camera_has_a_seed_or_none(tmp_path: Path, source: str) -> None:
    assert found(tmp_path, VIRTUAL, f'source = "{source}"\n') == ""


@pytest.mark.parametrize(
    "source",
    [
        "seven",
        "-7",
        "+7",
        "7.0",
        "1e3",
        "0x7",
        "7_000",
        " 7",
        "7 ",
        " ",
        "²",
        "٧",
        "/dev/video0",
        "9" * 19,
        "9" * 5000,
        "\\u0000",
    ],
)
def test_what_is_no_seed_is_told_with_its_line_and_nobody_starts_with_it(tmp_path: Path, source: str) -> None:
    assert "is no seed of a virtual table (a whole number of at most 18 digits, or nothing)" in found(
        tmp_path, VIRTUAL, f'source = "{source}"\n'
    )
    with pytest.raises(ConfigFault, match=r"board\.toml:7: camera\.source: .* is no seed"):
        load_board(tmp_path / "board.toml")


def test_a_seed_that_is_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigFault, match=r"camera\.source"):
        found(tmp_path, VIRTUAL, "source = 7\n")


@pytest.mark.parametrize("kind", ["device", "pi"])
def test_only_a_virtual_camera_needs_a_seed(tmp_path: Path, kind: str) -> None:
    assert found(tmp_path, CAMERA, f'kind = "{kind}"\n', 'source = "/dev/video0"\n') == ""


@pytest.mark.parametrize(("size", "row"), [("width = 640", "width"), ("height = 480", "height")])
def test_a_virtual_camera_has_pictures_of_one_size(tmp_path: Path, size: str, row: str) -> None:
    said = found(tmp_path, VIRTUAL, f"{size}\n")
    assert f"camera.{row}: a virtual camera's pictures are 1280 x 720 px, not" in said


def png(width: int, height: int) -> bytes:
    """A PNG file's signature and the head of its first chunk, after the specification."""
    return (
        b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big")
    )


def test_what_is_still_to_be_done_is_printed_and_is_nothing_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check([board(tmp_path, CAMERA)]) == 0
    told = capsys.readouterr().out
    assert f"still to be done: {tmp_path}/board.toml:4: camera.regions: no region is drawn" in told
    assert told.count("still to be done") == 3
    assert "all well" in told


def test_what_is_still_to_be_done_is_told_and_the_board_is_taken(tmp_path: Path) -> None:
    (tmp_path / "felt.png").write_bytes(png(1280, 720))
    felt = 'felt = "felt.png"\n'
    whole = (CAMERA, felt, STRAIGHT, region("seat1", 0, 0))
    assert lacking(tmp_path, *whole) == []
    assert lacking(tmp_path, VIRTUAL, region("seat1", 0, 0)) == []
    assert [each.partition(" (")[0] for each in lacking(tmp_path, CAMERA)] == [
        "camera.regions: no region is drawn",
        "camera.calibration: the camera is not calibrated",
        "camera.felt: there is no picture of the empty felt",
    ]
    load_board(tmp_path / "board.toml")


@pytest.mark.parametrize(
    ("bytes_", "said"),
    [
        (None, "felt.png cannot be read: No such file or directory"),
        (b"", "felt.png is no picture"),
        (png(1280, 719), "felt.png is 1280 x 719 px, the camera 1280 x 720"),
        (png(720, 1280), "felt.png is 720 x 1280 px, the camera 1280 x 720"),
    ],
)
def test_a_picture_of_the_felt_that_is_none_of_this_camera(tmp_path: Path, bytes_: bytes | None, said: str) -> None:
    if bytes_ is not None:
        (tmp_path / "felt.png").write_bytes(bytes_)
    [told] = lacking(tmp_path, CAMERA, 'felt = "felt.png"\n', STRAIGHT, region("seat1", 0, 0))
    assert said in told


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
        # Numbers whose cube is beyond what a number holds.
        ((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1e200, 0.0, 1.0), "a millimetre is inf px"),
        ((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1e200), "a millimetre is inf px"),
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


@pytest.mark.parametrize("seats", [[1, 2], [1, 3, 10], list(range(1, 11))])
def test_what_may_be_drawn_is_what_the_file_may_hold(tmp_path: Path, seats: list[int]) -> None:
    """Every place of a table is offered or refused: its own seats, and no other's."""
    head = f'name = "t"\nseats = {seats}\nsenses = []\n'
    offered = drawable(load_board(written(tmp_path, head + CAMERA + STRAIGHT)))
    assert len(set(offered)) == len(offered)
    for place in [*(Place(Spot.BOARD, slot) for slot in range(1, 6)), BURN, MUCK, STUB, *map(seat_place, SEATS)]:
        said = found_in(tmp_path, head + CAMERA + STRAIGHT + region(str(place), 0, 0))
        assert ("is of no seat of this board" in said) is (place not in offered)


def test_a_place_that_the_file_has_a_region_of_is_offered_too(tmp_path: Path) -> None:
    """One region for the whole board, and the cards that are put aside."""
    head = HEAD + "senses = []\n" + CAMERA + STRAIGHT
    board = load_board(
        written(tmp_path, head + region("board", 0, 0) + region("aside", 200, 0) + region("seat2", 400, 0))
    )
    plain = drawable(load_board(written(tmp_path, head)))
    assert drawable(board) == (*plain, BOARD, ASIDE)


def test_a_table_without_a_camera_has_the_same_places(tmp_path: Path) -> None:
    bare = load_board(written(tmp_path, HEAD + "senses = []\n"))
    board = [f"board{n}" for n in range(1, 6)]
    assert list(map(str, drawable(bare))) == [*board, "burn", "muck", "seat1", "seat2", "stub"]
