"""A board file is refused where it cannot be built or claims what it cannot sense."""

from pathlib import Path

import pytest

from felt.clock import ManualClock
from felt.fault import ConfigFault
from felt.ids import DeviceId
from felt.place import BOARD, BURN, MUCK, SeatNo, seat_place
from felt.situation import Sense
from firmware_bridge.reader.air import Air
from firmware_bridge.reader.kinds import READER_KINDS
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import memory_pair
from hardware.board import ANTENNAS, TAGS_COUNTED, ReaderKind, board_file, load_board, shipped_board
from hardware.board.__main__ import check, list_parts
from hardware.panel import McuPanelPlan, PanelButton, PanelPlan

HEAD = 'name = "t"\nseats = [1, 2]\n'
READER = '[[readers]]\nid = "a"\nkind = "pepper-c1-mux"\n[readers.antennas]\n'


def fault(tmp_path: Path, text: str) -> str:
    file = tmp_path / "board.toml"
    file.write_text(text)
    with pytest.raises(ConfigFault) as caught:
        load_board(file)
    assert str(file) in str(caught.value)
    return str(caught.value)


def sense(name: str) -> str:
    return f'[[senses]]\nsense = "{name}"\n'


def test_the_nine_seat_board() -> None:
    board = load_board(shipped_board("nine-seat"))
    assert board.places == {seat_place(SeatNo(n)) for n in range(1, 10)} | {BOARD, BURN, MUCK}
    assert [reader.id for reader in board.readers] == ["west", "east"]
    assert board.place_of(DeviceId("east"), AntennaNo(5)) == seat_place(SeatNo(9))
    assert board.place_of(DeviceId("east"), AntennaNo(8)) is None
    assert board.place_of(DeviceId("north"), AntennaNo(1)) is None
    assert {quality.sense for quality in board.senses} == set(Sense)


def test_the_hobby_board_claims_no_burn_sense() -> None:
    board = load_board(shipped_board("six-max"))
    assert len(board.places) == 8
    assert not board.watches(Sense.BURN)
    assert board.watches(Sense.HOLE)


def test_an_unknown_board_names_the_shipped_ones() -> None:
    with pytest.raises(ConfigFault, match="nine-seat, six-max"):
        shipped_board("ten-seat")


def test_a_board_is_named_by_its_path_or_by_the_name_of_one_that_ships(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert board_file("nine-seat") == shipped_board("nine-seat")
    for path in ("nine-seat.toml", "here/nine-seat", str(tmp_path / "mine")):
        assert board_file(path) == Path(path)
    (tmp_path / "nine-seat").write_text("")
    assert board_file("nine-seat") == Path("nine-seat"), "a file of one's own is meant before one that ships"


def test_board_commands_take_the_name_of_one_that_ships(capsys: pytest.CaptureFixture[str]) -> None:
    assert (check(["nine-seat"]), list_parts("nine-seat")) == (0, 0)
    assert capsys.readouterr().out.count("Nine seats") == 2


def test_a_place_over_two_antennas(tmp_path: Path) -> None:
    said = fault(tmp_path, HEAD + "senses = []\n" + READER + '1 = "seat1"\n2 = "seat1"\n')
    assert "seat1 lies over antenna 1 of reader 'a' and over antenna 2 of reader 'a'" in said


def test_two_places_over_one_antenna_is_not_even_toml(tmp_path: Path) -> None:
    assert "is not TOML" in fault(tmp_path, HEAD + "senses = []\n" + READER + '1 = "seat1"\n1 = "seat2"\n')


def test_an_antenna_the_reader_does_not_have(tmp_path: Path) -> None:
    assert "antennas 1 to 8" in fault(tmp_path, HEAD + "senses = []\n" + READER + '9 = "seat1"\n')


def test_a_word_that_is_no_place(tmp_path: Path) -> None:
    said = fault(tmp_path, HEAD + "senses = []\n" + READER + '1 = "seet1"\n')
    assert "antenna 1 of reader 'a': 'seet1' is not a place" in said


def test_a_seat_that_is_not_on_the_board(tmp_path: Path) -> None:
    assert "no seat of this board" in fault(tmp_path, HEAD + "senses = []\n" + READER + '1 = "seat3"\n')


def test_the_board_and_a_slot_of_it(tmp_path: Path) -> None:
    assert "both named" in fault(tmp_path, HEAD + "senses = []\n" + READER + '1 = "board"\n2 = "board1"\n')


def test_two_parts_of_one_name(tmp_path: Path) -> None:
    text = HEAD + "senses = []\n" + READER + '1 = "seat1"\n' + READER + '1 = "seat2"\n'
    assert "two parts are called 'a'" in fault(tmp_path, text)


@pytest.mark.parametrize(
    ("name", "lacking"),
    [
        ("hole", "no antenna lies under seat2"),
        ("burn", "no antenna lies under the burn"),
        ("muck", "no antenna lies under the muck"),
        ("board", "no antenna lies under the board"),
        ("faces", "no camera is named"),
        ("deck", "no shuffler is named"),
    ],
)
def test_a_declared_sense_without_its_sensor(tmp_path: Path, name: str, lacking: str) -> None:
    assert lacking in fault(tmp_path, HEAD + READER + '1 = "seat1"\n' + sense(name))


def test_a_sense_declared_twice(tmp_path: Path) -> None:
    text = HEAD + READER + '1 = "burn"\n' + sense("burn") + sense("burn")
    assert "declared twice" in fault(tmp_path, text)


def test_a_muck_that_the_reader_cannot_count_may_not_be_declared(tmp_path: Path) -> None:
    text = 'tags = "iso14443a"\n' + HEAD + READER + '1 = "muck"\n' + sense("muck")
    assert "counts at most 5 iso14443a tags and muck takes 20" in fault(tmp_path, text)


def test_a_mistyped_key_names_the_right_one(tmp_path: Path) -> None:
    text = HEAD + 'senses = []\n[[readers]]\nid = "a"\nkind = "pepper-c1-mux"\n[readers.antenas]\n1 = "seat1"\n'
    assert "unknown key 'readers[0].antenas' (did you mean 'antennas'?)" in fault(tmp_path, text)


GPIO_PANEL = """
[panel]
kind = "gpio"
id = "panel"
buzzer = 18
key = 25
[panel.buttons]
confirm = 5
[panel.lamp]
stop = 22
"""


def test_a_panel_on_pins_or_on_the_microcontroller(tmp_path: Path) -> None:
    text = shipped_board("nine-seat").read_text()
    file = tmp_path / "board.toml"
    file.write_text(text + GPIO_PANEL)
    panel = load_board(file).panel
    assert isinstance(panel, PanelPlan)
    assert panel.buttons == {PanelButton.CONFIRM: 5}
    file.write_text(text + '[panel]\nkind = "mcu"\nid = "panel"\ncontroller = "shuffler"\n')
    mcu = load_board(file).panel
    assert isinstance(mcu, McuPanelPlan)
    assert mcu.port == "shuffler"


@pytest.mark.parametrize(
    ("panel", "says"),
    [
        (GPIO_PANEL.replace("buzzer = 18", "buzzer = 5"), "pin 5 is used by button confirm and buzzer"),
        (GPIO_PANEL.replace("buzzer", "buzer"), "did you mean 'buzzer'"),
        (GPIO_PANEL.replace('"panel"', '"shuffler"'), "two parts are called 'shuffler'"),
        ('[panel]\nkind = "mcu"\nid = "panel"\ncontroller = "shufler"\n', "did you mean 'shuffler'"),
    ],
)
def test_a_panel_that_cannot_be_built_is_refused(tmp_path: Path, panel: str, says: str) -> None:
    file = tmp_path / "board.toml"
    file.write_text(shipped_board("nine-seat").read_text() + panel)
    with pytest.raises(ConfigFault, match=says):
        load_board(file)


def test_every_driver_can_be_named_and_promises_no_more_than_it_says() -> None:
    assert set(READER_KINDS) == set(ReaderKind)
    for (kind, tags), counted in TAGS_COUNTED.items():
        near, _ = memory_pair()
        can = READER_KINDS[kind](DeviceId("a"), near, ManualClock(), Air(tags)).capabilities
        assert can.antennas == ANTENNAS[kind]
        if can.tags_at_once is not None:
            assert counted is not None
            assert counted <= can.tags_at_once
        if not can.can_count:
            assert counted == 2


def test_a_reader_that_cannot_read_the_cards(tmp_path: Path) -> None:
    text = HEAD + "senses = []\n" + READER.replace("pepper-c1-mux", "pn532-hsu") + '1 = "seat1"\n'
    assert "a pn532-hsu reads no iso15693 tags (tags = one of iso14443a)" in fault(tmp_path, text)
