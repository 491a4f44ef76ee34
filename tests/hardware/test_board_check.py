"""`feltwire board check` names everything that is wrong, each with file, line and row."""

from pathlib import Path

import pytest

from hardware.board import load_board
from hardware.board.__main__ import check
from hardware.board.check import examine, located
from hardware.board.file import BOARDS
from tests.hardware.board_files import HEAD, READER, written

EXAMPLES = sorted(BOARDS.glob("*.toml"))


def said(path: Path) -> list[str]:
    return [located(path, finding).removeprefix(f"{path}:") for finding in examine(path)[1]]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_board_that_ships_is_well(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check([path]) == 0
    assert capsys.readouterr().out.endswith(": all well\n")


def test_the_examples_are_the_three_tables_and_what_others_build_on() -> None:
    names = ["broadcast-10max", "club-9max", "hobby-6max", "nine-seat", "six-max", "virtual-camera"]
    assert [path.stem for path in EXAMPLES] == names


def test_every_finding_is_told_and_not_only_the_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(
        tmp_path,
        """\
name = "wrong in every way"
seats = [1, 2]
[[readers]]
id = "a"
kind = "pepper-c1-mux"
[readers.antennas]
1 = "seat1"
2 = "seat1"
9 = "seat2"
3 = "seet2"
4 = "seat7"
[[readers]]
id = "a"
kind = "pn532-hsu"
antennas = { 1 = "muck" }
[panel]
kind = "gpio"
id = "panel"
buzzer = 14
key = 5
[panel.buttons]
confirm = 5
[[senses]]
sense = "burn"
[[senses]]
sense = "hole"
[[senses]]
sense = "deck"
""",
    )
    assert said(path) == [
        "9: readers[0].antennas.9: reader 'a' has no antenna 9 (a pepper-c1-mux has antennas 1 to 8)",
        "10: readers[0].antennas.3: antenna 3 of reader 'a': 'seet2' is not a place "
        "(seat1-seat10, board, board1-board5, burn, muck, stub, shuffler or aside)",
        "13: readers[1].id: two parts are called 'a' (give each part its own id)",
        "14: readers[1].kind: reader 'a': a pn532-hsu reads no iso15693 tags (tags = one of iso14443a)",
        "8: readers[0].antennas.2: seat1 lies over antenna 1 of reader 'a' and over antenna 2 of reader 'a' "
        "(one antenna to a place; a wide place takes slots, such as board1 and board2)",
        "11: readers[0].antennas.4: antenna 4 of reader 'a' lies under seat7, which is no seat of this board",
        "19: panel.buzzer: pin 14 of buzzer is reserved: the Pi's serial port (transmit) "
        "(another pin, 2 to 27 without 14 and 15)",
        "20: panel.key: pin 5 is used by button confirm and key (one pin to a connection)",
        "24: senses[0].sense: sense 'burn' is declared but no antenna lies under the burn "
        "(connect it, or leave the sense out)",
        "26: senses[1].sense: sense 'hole' is declared but no antenna lies under seat2 "
        "(connect it, or leave the sense out)",
        "28: senses[2].sense: sense 'deck' is declared but no shuffler is named (connect it, or leave the sense out)",
    ]
    assert check([path]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 11


def test_two_places_on_one_antenna_are_named_with_both_lines(tmp_path: Path) -> None:
    path = written(tmp_path, HEAD + "senses = []\n" + READER + '1 = "seat1"\n2 = "seat2"\n1 = "board"\n')
    assert said(path) == [
        '10: readers[0].antennas.1: two places on one antenna: "seat1" (line 8) and "board" (line 10) '
        "(keep one of them)"
    ]
    assert check([path]) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            HEAD + READER + '1 = "muck"\n[[senses]]\nsense = "muck"\nmiss_rate = 0.001\n',
            "claims a miss rate of 0.001 under a heap of 20 cards on one antenna: 0.01 at best",
        ),
        (
            HEAD + READER + '1 = "burn"\n[[senses]]\nsense = "burn"\nmiss_rate = 0.0001\n',
            "a missing burn is ruled by it alone: only two sensors that agree are that good",
        ),
        (
            'tags = "iso14443a"\nname = "t"\nseats = [1]\n[[readers]]\nid = "a"\nkind = "pn532-hsu"\n'
            'antennas = { 1 = "seat1" }\n[[senses]]\nsense = "hole"\nmiss_rate = 0.001\n',
            "a look of reader 'a' (pn532-hsu) is no full list: 0.01 at best",
        ),
    ],
)
def test_a_claim_that_no_sensor_keeps_is_told_though_the_board_loads(tmp_path: Path, text: str, says: str) -> None:
    path = written(tmp_path, text)
    load_board(path)
    (only,) = said(path)
    assert says in only


@pytest.mark.parametrize(
    ("tags", "kind", "place", "sense", "says"),
    [
        ("iso14443a", "pn532-hsu", "board", "board", "counts at most 2 iso14443a tags and board takes 5"),
        ("iso14443a", "pepper-c1-mux", "muck", "muck", "counts at most 5 iso14443a tags and muck takes 20"),
        ("gen2", "r200-eu", "burn", "burn", "counts at most 2 gen2 tags and burn takes 4"),
    ],
)
def test_a_sense_that_its_reader_cannot_count(
    tmp_path: Path, tags: str, kind: str, place: str, sense: str, says: str
) -> None:
    text = f'tags = "{tags}"\n{HEAD}[[readers]]\nid = "a"\nkind = "{kind}"\nantennas = {{ 1 = "{place}" }}\n'
    found = said(written(tmp_path, text + f'[[senses]]\nsense = "{sense}"\nmiss_rate = 0.05\n'))
    assert [says in line for line in found] == [True]


def test_slots_take_one_card_each_and_all_five_are_needed(tmp_path: Path) -> None:
    slots = "".join(f'{n} = "board{n}"\n' for n in range(1, 5))
    board = '[[senses]]\nsense = "board"\nmiss_rate = 0.05\n'
    text = 'tags = "iso14443a"\n' + HEAD + READER + slots
    assert ["no antenna lies under board5" in line for line in said(written(tmp_path, text + board))] == [True]
    assert said(written(tmp_path, text + '5 = "board5"\n' + board)) == []


@pytest.mark.parametrize(
    ("shuffler", "says"),
    [
        ('kind = "lines"\n', "a shuffler of kind 'lines' has no map"),
        ('kind = "lines"\nmap = "nowhere.toml"\n', "there is no file"),
        ('map = "board.toml"\n', "a feltwire-mcu shuffler needs no map"),
        ('kind = "lines"\nmap = "board.toml"\n', "unknown key"),
        ('kind = "lines"\nmap = "plane-words"\n', "one of plain-words, state-and-count"),
        ('kind = "lines"\nmap = "plain-words"\n', ""),
    ],
)
def test_a_shuffler_and_its_map(tmp_path: Path, shuffler: str, says: str) -> None:
    text = HEAD + "senses = []\n" + READER + '1 = "seat1"\n[shuffler]\nid = "s"\n' + shuffler
    assert [says in line for line in said(written(tmp_path, text))] == [True] * bool(says)


@pytest.mark.parametrize("text", ["seats = 3", "nonsense", HEAD + 'senses = []\n[[readers]]\nid = "a"\nkind = "x"\n'])
def test_what_is_no_board_file_cannot_be_checked(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    good = EXAMPLES[0]
    assert check([written(tmp_path, text), good]) == 2
    assert check([tmp_path / "absent.toml"]) == 2
    assert str(tmp_path / "board.toml") in capsys.readouterr().out
