"""A deck's file that was torn, worn or is something else: refused in one line, whatever its bytes."""

from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from felt.card import DECK, Card
from felt.fault import ConfigFault
from vision.enrolment import Prints, load_prints, save_prints
from vision.enrolment.likeness import HEIGHT, WIDTH


@cache
def kept() -> tuple[tuple[Card, ...], bytes]:
    """Three cards of noise, and their file."""
    prints, random = Prints("red"), np.random.default_rng(3)
    for card in DECK[:3]:
        prints.add(card, random.integers(0, 255, (HEIGHT, WIDTH, 3)).astype(np.uint8))
    with TemporaryDirectory() as folder:
        save_prints(Path(folder) / "red.prints", prints)
        return prints.cards, (Path(folder) / "red.prints").read_bytes()


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_file_that_lost_bytes_or_has_others_is_refused_or_is_whole(data: st.DataObject) -> None:
    """Torn by a full card, or worn: every place of the file, and its end."""
    good = kept()[1]
    torn = bytearray(good[: data.draw(st.integers(0, len(good)), "kept")])
    for at in data.draw(st.lists(st.integers(0, len(good) - 1), max_size=4), "changed"):
        if at < len(torn):
            torn[at] ^= data.draw(st.integers(1, 255), "by")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "torn.prints"
        path.write_bytes(torn)
        with suppress(ConfigFault):
            assert set(load_prints(path).cards) <= set(kept()[0])


@pytest.mark.parametrize("cards", [np.array("Kh"), np.array([["Kh"]])], ids=["no list", "a table"])
def test_a_file_of_arrays_of_another_shape_is_refused(cards: NDArray[np.str_], tmp_path: Path) -> None:
    path = tmp_path / "red.prints"
    with path.open("wb") as file:
        looks = np.zeros((1, HEIGHT, WIDTH, 3), np.uint8)
        np.savez_compressed(file, kind=np.array("feltwire prints 1"), name=np.array("red"), cards=cards, looks=looks)
    with pytest.raises(ConfigFault, match="holds no prints"):
        load_prints(path)
    np.save(tmp_path / "alone.npy", np.zeros(3))
    with pytest.raises(ConfigFault, match="is no deck's prints"):
        load_prints(tmp_path / "alone.npy")
