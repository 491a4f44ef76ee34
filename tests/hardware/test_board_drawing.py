"""The wiring drawing and the parts list say what the board file says."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.board import load_board
from hardware.board.__main__ import draw, list_parts
from hardware.board.drawing import draw as drawing
from hardware.board.file import BOARDS
from hardware.board.header import PIN_OF, PINS, POWER
from hardware.board.parts import Part, parts
from tests.hardware.board_files import written

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = sorted(BOARDS.glob("*.toml"))


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_seat_place_reader_and_pin_is_on_the_drawing(path: Path) -> None:
    board = load_board(path)
    said = texts(drawing(board))
    for seat in board.seats:
        assert str(seat) in said
    for reader in board.readers:
        assert reader.id in said
        assert reader.kind in said
        for antenna, place in reader.antennas.items():
            assert str(place) in said
            assert f"{reader.id} {antenna}" in said
    for what, pin in board.panel.pins() if board.panel else ():
        assert what in said
        assert f"GPIO{pin}, pin {PIN_OF[pin]}" in said


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_nothing_leaves_the_sheet_and_no_two_antennas_lie_on_one_another(path: Path) -> None:
    root = ElementTree.fromstring(drawing(load_board(path)))
    _, _, width, height = (float(part) for part in root.attrib["viewBox"].split())
    boxes = []
    for node in root.iter(f"{SVG}rect"):
        x, y = float(node.get("x", 0)), float(node.get("y", 0))
        w, h = float(node.attrib["width"]), float(node.attrib["height"])
        assert 0 <= x <= x + w <= width
        assert 0 <= y <= y + h <= height
        if h == 42:
            boxes.append((x, y, w, h))
    assert len(boxes) == len(load_board(path).places)
    for at, (x, y, w, h) in enumerate(boxes):
        for ox, oy, ow, oh in boxes[:at]:
            assert x >= ox + ow or ox >= x + w or y >= oy + oh or oy >= y + h
    for node in root.iter(f"{SVG}text"):
        assert 0 <= float(node.attrib["x"]) <= width
        assert 0 <= float(node.attrib["y"]) <= height


def test_names_are_written_as_text_whatever_they_hold(tmp_path: Path) -> None:
    text = (BOARDS / "six-max.toml").read_text().replace("Six seats", '</text><script>\\"&\\u0001\\u202E\\uFFFE')
    assert "script" in text
    svg = drawing(load_board(written(tmp_path, text)))
    assert "<script" not in svg
    assert texts(svg)[0].startswith('</text><script>"&   , one Pepper')


def test_a_drawing_is_written_or_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "wiring.svg"
    assert draw(EXAMPLES[0], out) == 0
    assert draw(EXAMPLES[0], None) == 0
    assert out.read_text() == capsys.readouterr().out == drawing(load_board(EXAMPLES[0]))


def test_the_drawing_in_the_documents_is_the_one_of_today() -> None:
    shown = Path(__file__).parents[2] / "docs" / "wiring.svg"
    assert shown.read_text() == drawing(load_board(BOARDS / "broadcast-10max.toml"))


def test_the_header_has_every_pin_once() -> None:
    assert sorted([*PIN_OF.values(), *POWER]) == list(range(1, PINS + 1))
    assert sorted(PIN_OF) == list(range(28))


def test_the_parts_of_a_broadcast_table(capsys: pytest.CaptureFixture[str]) -> None:
    found = {part.what: part.count for part in parts(load_board(BOARDS / "broadcast-10max.toml"))}
    assert found["FEIG OBID reader that switches up to 8 antennas by mask"] == 2
    assert found["coaxial cable, reader to antenna, all of one length"] == 13
    assert found["card with an ISO 15693 tag (13.56 MHz vicinity, such as ICODE SLIX)"] == 104
    assert (found["push button, closing"], found["stack lamp element"], found["seat light"]) == (4, 3, 10)
    assert found["transistor or driver channel, with its resistor"] == 14
    assert list_parts(BOARDS / "broadcast-10max.toml") == 0
    assert "   10  seat light" in capsys.readouterr().out.splitlines()


def test_a_hobby_table_needs_a_hub_and_no_antennas_of_its_own() -> None:
    found = list(parts(load_board(BOARDS / "hobby-6max.toml")))
    assert Part(1, "powered USB hub, 7 sockets or more", "the Pi has 4") in found
    assert Part(7, "USB serial adapter, 3.3 V", "pn532-hsu") in found
    assert not any("antenna, tuned" in part.what for part in found)


def test_the_clubs_microcontroller_is_bought_once() -> None:
    found = [part.what for part in parts(load_board(BOARDS / "club-9max.toml"))]
    assert found.count("Arduino Mega 2560 with USB cable") == 1
    assert "push button, closing" in found
    assert not any("hub" in what for what in found)
