"""Rectified cards into readings: a look at each as it lies, or two, both ways up."""

from collections.abc import Sequence

import numpy as np

from felt.fault import BadInput
from vision.picture import CARD_HEIGHT, CARD_WIDTH, Picture
from vision.reading import Reading
from vision.recogniser.card import model_bytes
from vision.recogniser.networks import Network, Tensor, fastest


class _OverNetwork:
    """What both readers stand on."""

    def __init__(self, network: Network) -> None:
        self._network = network

    @property
    def network(self) -> str:
        """The name of what runs the network."""
        return self._network.name


class GlancingReader(_OverNetwork):
    """A Reader that looks once, as the card lies: for who turns it about from frame to frame and counts votes."""

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        """One reading each. Raises BadInput for a picture of another size."""
        if not cards:
            return []
        return _readings(*_run(self._network, _stacked(cards)))


class NetworkReader(_OverNetwork):
    """A Reader that looks twice and averages: a card turned about is read the same. For single photographs."""

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        """One reading each. Raises BadInput for a picture of another size."""
        if not cards:
            return []
        upright = _stacked(cards)
        heads = _run(self._network, np.concatenate([upright, upright[:, ::-1, ::-1]]))
        kinds, ranks, suits = (_agreed(head[: len(cards)], head[len(cards) :]) for head in heads)
        return _readings(kinds, ranks, suits)


def _stacked(cards: Sequence[Picture]) -> Picture:
    for place, card in enumerate(cards):
        if card.shape != (CARD_HEIGHT, CARD_WIDTH, 3) or card.dtype != np.uint8:
            raise BadInput(
                what=f"picture {place} is {card.shape} of {card.dtype}",
                remedy=f"a rectified card is ({CARD_HEIGHT}, {CARD_WIDTH}, 3) of uint8",
            )
    return np.stack(cards)


def _run(network: Network, cards: Picture) -> tuple[Tensor, Tensor, Tensor]:
    return network.run(np.ascontiguousarray(cards.transpose(0, 3, 1, 2), np.float32))


def _readings(kinds: Tensor, ranks: Tensor, suits: Tensor) -> list[Reading]:
    return [Reading(*heads) for heads in zip(kinds, ranks, suits, strict=True)]


def _agreed(one: Tensor, other: Tensor) -> Tensor:
    """What two looks at the same cards say together: their chances' geometric mean, each row summing to 1."""
    together = np.sqrt(np.maximum(one, 1e-12) * np.maximum(other, 1e-12))
    agreed: Tensor = (together / together.sum(axis=1, keepdims=True)).astype(np.float32)
    return agreed


def reader() -> NetworkReader:
    """The shipped model, run by the fastest machine there is; raises BadInput where the model's file is not the one."""
    return NetworkReader(fastest(model_bytes()))


def glancing_reader() -> GlancingReader:
    """The same model, one look a card."""
    return GlancingReader(fastest(model_bytes()))
