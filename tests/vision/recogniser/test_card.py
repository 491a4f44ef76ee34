"""The model's file is the one that its card speaks of, and its figures are told alike wherever they stand."""

import re
import shutil
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from felt.fault import BadInput
from vision.recogniser.card import model_bytes, model_card

SHIPPED = Path(str(files("vision.model")))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in ("cards.onnx", "cards.toml"):
        shutil.copy(SHIPPED / name, tmp_path / name)
    return tmp_path


def test_the_shipped_file_is_the_one_on_its_card_and_small(copy: Path) -> None:
    assert model_bytes(copy) == model_bytes() == (SHIPPED / model_card().file).read_bytes()
    assert len(model_bytes()) <= 2_000_000


def test_another_file_is_refused_with_both_hashes(copy: Path) -> None:
    model = bytearray((copy / "cards.onnx").read_bytes())
    model[len(model) // 2] ^= 1
    (copy / "cards.onnx").write_bytes(model)
    with pytest.raises(BadInput, match=model_card().sha256) as caught:
        model_bytes(copy)
    assert str(copy / "cards.onnx") in str(caught.value)


@pytest.mark.parametrize("name", ["cards.onnx", "cards.toml"])
def test_a_missing_file_is_named(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(BadInput, match=rf"{name}: .* is missing"):
        model_bytes(copy)


@pytest.mark.parametrize(
    ("field", "value"),
    [("threshold", "1.5"), ("sha256", '"beef"'), ("seed", '"five"'), ("colour", "3"), ("temperatures", "[1.0, 1.0]")],
)
def test_a_card_that_makes_no_sense_is_told_by_its_field(copy: Path, field: str, value: str) -> None:
    card = copy / "cards.toml"
    kept = re.sub(rf"^{field} = .*\n", "", card.read_text(), flags=re.MULTILINE)
    card.write_text(f"{field} = {value}\n{kept}")
    with pytest.raises(BadInput, match=field):
        model_card(copy)


@given(st.binary(max_size=60), st.floats(0, 1))
@settings(max_examples=80, deadline=None)
def test_a_card_that_ends_before_its_figures_is_told(noise: bytes, share: float) -> None:
    whole = (SHIPPED / "cards.toml").read_bytes()
    at = round(share * whole.index(b"temperatures"))
    with TemporaryDirectory() as folder:
        (Path(folder) / "cards.toml").write_bytes(whole[:at] + noise)
        with pytest.raises(BadInput, match="does not read"):
            model_card(Path(folder))


def test_the_words_tell_the_figures_of_the_card() -> None:
    words, card = (SHIPPED / "README.md").read_text(encoding="utf-8"), model_card()
    for name, told in card.figures.items():
        row = rf"\| {re.escape(name)} \| {told.cards} \| {told.exact:.2%} \| {told.read:.2%} \| {told.precision:.2%} \|"
        assert re.search(row, words), row
    assert card.sha256 in words
    assert f"seed {card.seed}" in words
    assert f"{card.threshold:.2f}" in words
