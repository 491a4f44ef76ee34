"""`feltwire scenario`: its lines, its exit status, JSON, and files that cannot be read."""

import json
from pathlib import Path

import pytest

from felt.fault import BadInput
from felt.setup import TableSetup
from hub.rules import TableState
from hub.rules.books import Shelf
from hub.scenario.__main__ import Show, main

HEAD = "rulebook bfsp\nseats 1-4\nbutton 4\n"
HOLDS = HEAD + "hand\ndeal 1 up As\nexpect misdeal exposed-first-card 6.3.6\nexpect step gather-all\n"
MISSES = HEAD + "hand\ndeal all\nexpect misdeal\n"
GARBLED = HEAD + "hand\nbaord 9c\n"


def write(folder: Path, **scripts: str) -> list[Path]:
    files = []
    for name, text in scripts.items():
        file = folder / f"{name}.hand"
        file.write_text(text, encoding="utf-8")
        files.append(file)
    return files


def test_all_held_is_status_0_and_a_line_for_each_expectation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(write(tmp_path, held=HOLDS)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"ok    {tmp_path}/held.hand:6: expect misdeal exposed-first-card 6.3.6",
        f"ok    {tmp_path}/held.hand:7: expect step gather-all",
        "1 file: 1 held",
    ]


def test_a_miss_is_status_1_and_says_what_was_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(write(tmp_path, missed=MISSES)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"MISS  {tmp_path}/missed.hand:6: expect misdeal",
        "      found no ruling",
        "1 file: 1 failed",
    ]


def test_a_clause_that_its_book_does_not_have_is_told_with_the_nearest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(write(tmp_path, missed=HOLDS.replace("6.3.6", "636"))) == 1
    assert "bfsp has no clause 636, did you mean 6.3.6?" in capsys.readouterr().out


def test_rulings_that_nothing_was_expected_of_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(write(tmp_path, silent=HEAD + "hand\ndeal all\nburn\nboard 9c 2d Jh\n"))
    assert "nothing is expected, 1 ruling given (see --explain)" in capsys.readouterr().out


def test_an_act_at_a_seat_where_nobody_sits_is_unreadable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(write(tmp_path, wrong=HEAD + "hand\ndeal all\n9 calls\n")) == 2
    assert "nobody sits at seat 9" in capsys.readouterr().out


def test_what_is_explained_names_no_card_that_lies_face_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(write(tmp_path, early=HEAD + "hand\ndeal all\nburn 5d\nboard 9c 2d Jh\n"), Show.EXPLAIN)
    assert "due: take-back 9c 2d Jh (1 face down), finish-betting" in capsys.readouterr().out


def test_a_known_book_that_is_not_built_is_not_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_books(setup: TableSetup, shelf: Shelf) -> TableState:
        raise BadInput(f"{setup.rulebook!r} is no rulebook of this house")

    monkeypatch.setattr("hub.scenario.runner.open_table", without_books)
    assert main(write(tmp_path, later=HOLDS)) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"not yet: {tmp_path}/later.hand: 'bfsp' is no rulebook of this house",
        "1 file: 1 not yet",
    ]


def test_an_unreadable_file_stops_no_other_and_is_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(write(tmp_path, first=GARBLED, missed=MISSES, held=HOLDS)) == 2
    out = capsys.readouterr().out
    assert f"unreadable: {tmp_path}/first.hand:5: 'baord' begins no statement (did you mean board?)" in out
    assert "held.hand:7" in out
    assert out.endswith("3 files: 1 held, 1 failed, 1 unreadable\n")


def test_a_file_that_is_not_there_and_one_that_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    binary = tmp_path / "card.png"
    binary.write_bytes(b"\x89PNG\n\xff\xfe")
    assert main([tmp_path / "nowhere.hand", binary, tmp_path]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert "nowhere.hand: cannot be opened" in lines[0]
    assert lines[1] == f"unreadable: {binary}:1: not UTF-8 (save the file as UTF-8)"
    assert "cannot be opened" in lines[2]


def test_a_statement_that_cannot_have_been_is_told_with_what_held_before_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(write(tmp_path, odd=HEAD + "hand\nexpect none\ndeal all\ntake Jh\nexpect none\n")) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("ok  ")
    assert "odd.hand:7: `take Jh`: Jh lies nowhere" in lines[1]


def test_a_misdeal_that_nothing_mentions_fails_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = HEAD + "hand\ndeal 1 up As\nexpect step gather-all\n"
    assert main(write(tmp_path, silent=script)) == 1
    assert "silent.hand:5: no expect mentions misdeal exposed-first-card" in capsys.readouterr().out


def test_json_is_one_ruling_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file,) = write(tmp_path, held=HOLDS)
    assert main([file], Show.JSON) == 0
    caught = capsys.readouterr()
    (ruling,) = [json.loads(line) for line in caught.out.splitlines()]
    assert ruling["steps"][0] == "gather-all"
    del ruling["steps"], ruling["seat"]
    assert ruling == {
        "file": str(file),
        "line": 5,
        "kind": "misdeal",
        "situation": "exposed-first-card",
        "clause": "6.3.6",
        "book": "bfsp",
    }
    assert caught.err == "1 file: 1 held\n"


def test_json_tells_misses_on_the_other_stream(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(write(tmp_path, missed=MISSES), Show.JSON) == 1
    caught = capsys.readouterr()
    assert caught.out == ""
    assert caught.err.startswith("MISS  ")


def test_explain_says_after_every_line_what_was_understood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(write(tmp_path, held=HOLDS), Show.EXPLAIN) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"== {tmp_path}/held.hand"
    assert lines[1].endswith("4 hand")
    assert any("RULING 1: misdeal exposed-first-card" in line for line in lines)
    assert any("dealing; board empty; burns 0" in line for line in lines)


def test_no_files_are_nothing_to_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == "0 files: nothing to run\n"
