"""The shipped model read by both machines: they agree, a turned card reads the same, drawn cards are named."""

import sys
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from felt.card import DECK
from felt.fault import BadInput, Unsupported
from tests.vision.recogniser.cards import NUMBERS, bare_felt, cut_out, every_card
from vision.picture import CARD_HEIGHT, CARD_WIDTH, Picture
from vision.reading import Kind, Reading
from vision.recogniser import (
    GlancingReader,
    Network,
    NetworkReader,
    OnnxRuntimeNetwork,
    OpenCvNetwork,
    fastest,
    glancing_reader,
    model_card,
    reader,
)
from vision.recogniser.card import model_bytes
from vision.recogniser.networks import Tensor

MACHINES: tuple[Callable[[bytes], Network], ...] = (OpenCvNetwork, OnnxRuntimeNetwork)


def heads(readings: Sequence[Reading]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array([np.concatenate([one.kinds, one.ranks, one.suits]) for one in readings])


def test_both_machines_give_the_same_answers() -> None:
    cards = [*every_card(), bare_felt()]
    one, other = (heads(NetworkReader(machine(model_bytes())).read(cards)) for machine in MACHINES)
    assert np.abs(one - other).max() <= 1e-4


@pytest.mark.parametrize("machine", MACHINES)
def test_a_card_turned_about_reads_the_same(machine: Callable[[bytes], Network]) -> None:
    cards = every_card()[::5]
    turned: list[Picture] = [card[::-1, ::-1] for card in cards]
    own = NetworkReader(machine(model_bytes()))
    assert np.abs(heads(own.read(cards)) - heads(own.read(turned))).max() <= 1e-4


@pytest.mark.parametrize("machine", MACHINES)
def test_a_batch_reads_as_its_cards_do_one_by_one(machine: Callable[[bytes], Network]) -> None:
    cards = every_card()[:6]
    own = NetworkReader(machine(model_bytes()))
    single = [own.read([card])[0] for card in cards]
    assert np.abs(heads(own.read(cards)) - heads(single)).max() <= 1e-4


def test_cards_of_another_drawing_are_named() -> None:
    readings = reader().read(every_card())
    assert [one.kind for one in readings] == [Kind.FACE] * len(NUMBERS)
    assert [one.card for one in readings] == list(NUMBERS)


def test_bare_felt_is_no_card() -> None:
    (reading,) = reader().read([bare_felt()])
    assert reading.kind is Kind.NOTHING
    assert reading.confidence < model_card().threshold


def test_the_chances_of_each_head_add_up_to_one() -> None:
    for one in reader().read(every_card()[:5]):
        assert [float(head.sum()) for head in (one.kinds, one.ranks, one.suits)] == pytest.approx([1, 1, 1], abs=1e-5)
        assert (one.kinds.shape, one.ranks.shape, one.suits.shape) == ((5,), (13,), (4,))


class Lopsided:
    """A network that is sure of the first picture and undecided about all others."""

    name = "lopsided"

    def run(self, cards: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        def head(count: int) -> Tensor:
            chances = np.full((len(cards), count), 1 / count, np.float32)
            chances[0] = 0.1 / (count - 1)
            chances[0, 0] = 0.9
            return chances

        return head(5), head(13), head(4)


def test_two_looks_are_averaged_by_their_geometric_mean() -> None:
    own: Network = Lopsided()
    (reading,) = NetworkReader(own).read([cut_out(DECK[0])])
    # Suits: sqrt(0.9 x 0.25) = 0.47434 and three times sqrt(1/30 x 0.25) = 0.09129; 0.47434 / 0.74820 = 0.63397.
    assert float(reading.suits[0]) == pytest.approx(0.63397, abs=1e-4)


def test_no_cards_are_no_readings() -> None:
    assert reader().read([]) == []


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((CARD_WIDTH, CARD_HEIGHT, 3), np.uint8),
        np.zeros((CARD_HEIGHT, CARD_WIDTH), np.uint8),
        np.zeros((CARD_HEIGHT, CARD_WIDTH, 3), np.float32),
    ],
)
def test_a_picture_that_is_no_rectified_card_is_refused_by_its_place(wrong: Picture) -> None:
    with pytest.raises(BadInput, match="picture 1 is"):
        reader().read([cut_out(DECK[0]), wrong])


def test_without_onnx_runtime_opencv_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fastest(model_bytes()).name == "ONNX Runtime"
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    assert fastest(model_bytes()).name == "OpenCV"
    with pytest.raises(Unsupported, match="vision-fast"):
        OnnxRuntimeNetwork(model_bytes())


def test_bytes_that_are_no_network_are_told() -> None:
    with pytest.raises(BadInput, match="no ONNX network"):
        OpenCvNetwork(b"not a network")


def test_a_glance_and_a_glance_at_the_turned_card_are_the_two_looks() -> None:
    (card,) = every_card()[30:31]
    turned: Picture = card[::-1, ::-1]
    one, other = GlancingReader(OpenCvNetwork(model_bytes())).read([card, turned])
    (both,) = NetworkReader(OpenCvNetwork(model_bytes())).read([card])
    mean = np.sqrt(one.ranks * other.ranks)
    assert np.abs(mean / mean.sum() - both.ranks).max() <= 1e-5
    assert glancing_reader().read([]) == []
