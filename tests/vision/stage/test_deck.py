"""Decks from folders, and the one drawn here."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from felt.card import DECK
from felt.fault import BadInput
from vision.stage import drawn_deck, load_deck
from vision.stage.deck import FACE_SIZE


def test_the_drawn_deck_s_faces_all_differ_and_read_the_same_either_way_up() -> None:
    faces = drawn_deck().faces
    assert set(faces) == set(DECK)
    assert len({face.tobytes() for face in faces.values()}) == 52
    for face in faces.values():
        assert np.array_equal(face[:100, :60], face[::-1, ::-1][:100, :60])


def test_a_folder_of_pictures_is_a_deck_of_any_size_with_or_without_a_back(tmp_path: Path) -> None:
    for card in DECK:
        cv2.imwrite(str(tmp_path / f"{card}.png"), np.full((90, 60, 3), 10, np.uint8))
    cv2.imwrite(str(tmp_path / "Kh.png"), np.full((90, 60, 4), (0, 0, 255, 255), np.uint8))
    deck = load_deck(tmp_path)
    assert {face.shape for face in deck.faces.values()} == {(FACE_SIZE[1], FACE_SIZE[0], 3)}
    assert tuple(deck.faces[DECK[DECK.index("Kh")]][5, 5]) == (0, 0, 255)
    assert deck.back.shape == (FACE_SIZE[1], FACE_SIZE[0], 3)


def test_a_see_through_pixel_is_white_paper(tmp_path: Path) -> None:
    for card in DECK:
        cv2.imwrite(str(tmp_path / f"{card}.png"), np.zeros((90, 60, 4), np.uint8))
    assert load_deck(tmp_path).faces[DECK[0]].min() == 255


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    for card in DECK[1:]:
        cv2.imwrite(str(tmp_path / f"{card}.png"), np.zeros((90, 60, 3), np.uint8))
    with pytest.raises(BadInput, match="2c"):
        load_deck(tmp_path)


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    for card in DECK:
        (tmp_path / f"{card}.png").write_text("no picture", encoding="utf-8")
    with pytest.raises(BadInput, match=r"2c\.png: is no picture"):
        load_deck(tmp_path)
