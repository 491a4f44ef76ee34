"""The manifest of photographs, and every way in which one can be wrong."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from felt.fault import BadInput
from vision.box import Box
from vision.evaluation.manifest import read_manifest


def a_line(folder: Path, **changed: Any) -> dict[str, Any]:
    """A good line about a picture 40 wide and 30 high, some of it changed."""
    cv2.imwrite(str(folder / "one.png"), np.zeros((30, 40, 3), np.uint8))
    line = {"file": "one.png", "width": 40, "height": 30, "cards": [{"label": "Kh", "box": [1, 2, 10, 14]}]}
    return line | changed


def manifest(folder: Path, *lines: str) -> Path:
    file = folder / "manifest.jsonl"
    file.write_text("\n".join(lines))
    return file


def test_a_good_line_is_read_and_what_it_does_not_know_is_left_alone(tmp_path: Path) -> None:
    line = a_line(tmp_path, group="room", complete=True, licence="MIT", source={"repo": "a/b"})
    line["cards"].append({"label": "10d"})
    (photograph,) = read_manifest(manifest(tmp_path, json.dumps(line), ""))
    assert [(one.card, one.box) for one in photograph.cards] == [("Kh", Box(1, 2, 10, 14)), ("Td", None)]
    assert (photograph.group, photograph.complete) == ("room", True)
    assert photograph.picture().shape == (30, 40, 3)


def test_nobody_having_looked_is_not_the_same_as_incomplete(tmp_path: Path) -> None:
    lines = [json.dumps(a_line(tmp_path, complete=told)) for told in (None, False)] + [json.dumps(a_line(tmp_path))]
    assert [one.complete for one in read_manifest(manifest(tmp_path, *lines))] == [None, False, None]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"file": "two.png"}, "there is no two.png"),
        ({"file": 7}, "file"),
        ({"width": 0}, "0 x 30"),
        ({"height": "tall"}, "height"),
        ({"cards": [{"label": "1h"}]}, "'1h' is not a card"),
        ({"cards": [{"label": "Kh", "box": [1, 2, 3]}]}, "box"),
        ({"cards": [{"label": "Kh", "box": [1, 2, 0, 4]}]}, "Kh has the box"),
        ({"cards": [{"label": "Kh", "box": [1, 2, 4, -4]}]}, "Kh has the box"),
        ({"cards": [{"label": "Kh", "box": [40, 2, 4, 4]}]}, "Kh has the box"),
        ({"cards": [{"label": "Kh", "box": [-9, 2, 9, 4]}]}, "Kh has the box"),
        ({"cards": [{"box": [1, 2, 3, 4]}]}, "label"),
        ({"cards": None}, "cards"),
        ({"complete": "yes"}, "complete"),
    ],
)
def test_a_wrong_line_is_told_with_file_and_line(tmp_path: Path, changed: dict[str, Any], told: str) -> None:
    good, wrong = a_line(tmp_path), a_line(tmp_path, **changed)
    with pytest.raises(BadInput, match=r"manifest\.jsonl:2: ") as caught:
        read_manifest(manifest(tmp_path, json.dumps(good), json.dumps(wrong)))
    assert told in str(caught.value)


@pytest.mark.parametrize("text", ["{", "[]", "null", '{"file": "one.png"}'])
def test_a_line_that_is_no_photograph_is_told_with_its_number(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput, match=r"manifest\.jsonl:1: "):
        read_manifest(manifest(tmp_path, text))


def test_a_manifest_that_is_not_there_or_empty_or_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere\.jsonl"):
        read_manifest(tmp_path / "nowhere.jsonl")
    with pytest.raises(BadInput, match="names no photograph"):
        read_manifest(manifest(tmp_path, "", "  "))
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="not UTF-8"):
        read_manifest(tmp_path / "bytes.jsonl")


def test_a_picture_of_another_size_is_refused_since_its_boxes_would_lie_elsewhere(tmp_path: Path) -> None:
    (photograph,) = read_manifest(manifest(tmp_path, json.dumps(a_line(tmp_path, width=41))))
    with pytest.raises(BadInput, match="the picture is 40 x 30, the manifest says 41 x 30"):
        photograph.picture()


def test_a_file_that_is_no_picture_is_told(tmp_path: Path) -> None:
    line = json.dumps(a_line(tmp_path))
    (tmp_path / "one.png").write_text("no picture")
    with pytest.raises(BadInput, match="no picture"):
        read_manifest(manifest(tmp_path, line))[0].picture()


def test_a_manifest_with_a_byte_order_mark_and_a_line_separator_in_a_word_is_read(tmp_path: Path) -> None:
    line = json.dumps(a_line(tmp_path, group="one\u2028room"), ensure_ascii=False)
    (tmp_path / "manifest.jsonl").write_text(f"{line}\r\n", encoding="utf-8-sig", newline="")
    assert [one.group for one in read_manifest(tmp_path / "manifest.jsonl")] == ["one\u2028room"]


@pytest.mark.parametrize(
    ("box", "pixels"),
    [
        ([1.0, 2.0, 0.3, 0.2], Box(1, 2, 1, 1)),
        ([-40, -30, 120, 90], Box(-40, -30, 120, 90)),
        ([39.7, 2, 3, 4], None),
        ([-1e300, 0, 2e300, 20], None),
        ([0, 0, 10, 1e9], None),
    ],
)
def test_a_box_holds_a_pixel_of_its_picture_and_little_beside_it(
    box: list[float], pixels: Box | None, tmp_path: Path
) -> None:
    written = manifest(tmp_path, json.dumps(a_line(tmp_path, cards=[{"label": "Kh", "box": box}])))
    if pixels is None:
        with pytest.raises(BadInput, match="holds a part of the picture"):
            read_manifest(written)
    else:
        assert read_manifest(written)[0].cards[0].box == pixels
