"""Pictures by the number: whoever makes them, the same."""

import os
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from felt.card import DECK
from tests.vision.train.faces import drawn_faces
from vision.picture import Picture
from vision.train import faces, pictures
from vision.train.lock import Deck, Lock
from vision.train.pictures import Batch, made_from
from vision.train.synthetic import Studio


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A build folder with one deck of the tests' own drawing, and a lock that names it alone."""
    deck = Deck("own", "none", "training", "files", "")
    art = tmp_path / "art" / "own"
    art.mkdir(parents=True)
    own = drawn_faces()
    for name, picture in zip(DECK, own.printed, strict=True):
        cv2.imwrite(str(art / f"{name}.png"), picture)
    cv2.imwrite(str(art / "joker.png"), own.jokers[0])
    cv2.imwrite(str(art / "back.png"), own.backs[0])
    monkeypatch.setattr(pictures, "locked", lambda: Lock([], [deck]))
    monkeypatch.setattr(faces, "typefaces", lambda _: [])
    monkeypatch.setattr(faces, "_fontconfig", lambda folder: folder)
    monkeypatch.setattr(pictures, "Studio", partial(Studio, backdrops=5))
    return tmp_path


def chunks(build: Path, batch: Batch, size: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Picture, Picture]:
    """All pictures and truths of a batch, made in chunks of that size."""
    monkeypatch.setattr(pictures, "CHUNK", size)
    made = [made_from(build, batch, first) for first in range(0, batch.count, size)]
    assert [first for first, _, _ in made] == list(range(0, batch.count, size))
    return np.concatenate([cards for _, cards, _ in made]), np.concatenate([truths for _, _, truths in made])


def test_whoever_makes_a_picture_it_is_the_same(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Batch("training", 9, 1, 10)
    (cards, truths), (others, of_others) = (chunks(build, batch, size, monkeypatch) for size in (4, 10))
    assert np.array_equal(cards, others)
    assert np.array_equal(truths, of_others)
    assert len({card.tobytes() for card in cards}) == 10


def test_a_longer_batch_begins_with_the_shorter_one(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short, _ = chunks(build, Batch("training", 9, 1, 5), 4, monkeypatch)
    long, _ = chunks(build, Batch("training", 9, 1, 7), 4, monkeypatch)
    assert np.array_equal(long[:5], short)


def test_another_seed_makes_other_pictures(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = chunks(build, Batch("training", 9, 1, 3), 4, monkeypatch)
    other, _ = chunks(build, Batch("training", 10, 1, 3), 4, monkeypatch)
    assert not any(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_pictures_are_made_without_a_word_to_other_programs(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fonts of the drawn decks are for them alone: a browser started later has the machine's own."""
    before = dict(os.environ)
    chunks(build, Batch("training", 12, 1, 1), 1, monkeypatch)
    assert dict(os.environ) == before
