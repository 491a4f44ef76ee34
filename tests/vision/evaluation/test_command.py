"""`feltwire vision eval` from the outside: what it prints, writes and refuses."""

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from felt.card import parse_card
from felt.cli import app
from tests.vision.recogniser.cards import HEIGHT, WIDTH, face
from vision.recogniser import model_card


def evaluated(*words: str) -> Result:
    return CliRunner().invoke(app, ["vision", "eval", *words])


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    """An ace of hearts and a seven of clubs on dark cloth; the label of the second is wrong."""
    table = np.full((300, 420, 3), (50, 60, 40), np.uint8)
    table[60 : 60 + HEIGHT, 40 : 40 + WIDTH] = face(parse_card("Ah"))
    table[60 : 60 + HEIGHT, 240 : 240 + WIDTH] = face(parse_card("7c"))
    cv2.imwrite(str(tmp_path / "table.png"), table)
    cards = [{"label": "Ah", "box": [40, 60, WIDTH, HEIGHT]}, {"label": "7s", "box": [240, 60, WIDTH, HEIGHT]}]
    line = {"file": "table.png", "width": 420, "height": 300, "group": "cloth", "complete": True, "cards": cards}
    file = tmp_path / "manifest.jsonl"
    file.write_text(json.dumps(line))
    return file


def test_both_figures_are_printed_at_the_shipped_threshold_and_the_wrong_card_is_on_the_sheet(manifest: Path) -> None:
    sheet = manifest.with_name("wrong.png")
    told = evaluated(str(manifest), "--sheet", str(sheet))
    assert told.exit_code == 0, told.output
    naming, end_to_end = re.findall(rf"at the threshold {model_card().threshold:.2f}\n.*\n +cloth +(.*)\n", told.output)
    assert naming.split()[:2] == end_to_end.split()[:2] == ["2", "50.00%"]
    assert "mixed up: 7s as 7c x1" in told.output
    assert cv2.imread(str(sheet)) is not None


@pytest.mark.parametrize(("name", "machine"), [("opencv", "OpenCV"), ("onnxruntime", "ONNX Runtime")])
def test_who_runs_the_network_is_a_choice_and_is_told(manifest: Path, name: str, machine: str) -> None:
    told = evaluated(str(manifest), "--reader", name)
    assert told.exit_code == 0, told.output
    assert f"read by {machine} on one thread" in told.output


def test_a_sheet_that_cannot_be_written_is_told_after_the_figures(manifest: Path) -> None:
    told = evaluated(str(manifest), "--sheet", str(manifest.parent / "nowhere" / "wrong.png"))
    assert told.exit_code == 1
    assert "end to end" in told.output
    assert "cannot be written" in told.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a MANIFEST of photographs, or say --virtual"),
        (["nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_what_cannot_be_measured_is_one_line_and_exit_code_2(words: list[str], said: str) -> None:
    told = evaluated(*words)
    assert told.exit_code == 2
    assert said in told.output
    assert "Traceback" not in told.output


def test_a_reader_of_no_known_name_is_told_with_those_there_are(manifest: Path) -> None:
    told = evaluated(str(manifest), "--reader", "abacus")
    assert told.exit_code == 2
    assert "fastest, opencv, onnxruntime" in told.output


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["--hands", "200"], "--hands"),
        (["--seed", "7"], "--seed"),
        (["--enrolled"], "--enrolled"),
        (["--decks", "x"], "--decks"),
    ],
)
def test_what_is_said_of_dealt_hands_is_refused_for_photographs(manifest: Path, words: list[str], option: str) -> None:
    """Also where it says what would be so anyway."""
    told = evaluated(str(manifest), *words)
    assert told.exit_code == 2
    assert f"only with --virtual: {option}" in told.output


def test_photographs_are_refused_where_hands_are_dealt(manifest: Path) -> None:
    told = evaluated(str(manifest), "--virtual")
    assert told.exit_code == 2
    assert "manifest.jsonl: --virtual deals hands and reads no MANIFEST" in told.output


@pytest.mark.parametrize("which", ["photographs", "--virtual"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--reader", "abacus"), "no reader is called 'abacus'"),
        (("--sheet", "wrong.txt"), "wrong.txt: '.txt' is no kind of picture"),
        (("--sheet", "wrong"), "wrong: 'wrong' is no kind of picture"),
    ],
)
def test_what_both_measurements_take_is_checked_before_either(
    manifest: Path, which: str, words: tuple[str, str], said: str
) -> None:
    told = evaluated(str(manifest) if which == "photographs" else which, *words)
    assert told.exit_code == 2
    assert said in told.output
    assert "exact" not in told.output
