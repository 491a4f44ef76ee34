"""Rectified cards into readings: each looked at both ways up."""

from collections.abc import Sequence

import numpy as np

from felt.fault import BadInput
from vision.picture import CARD_HEIGHT, CARD_WIDTH, Picture
from vision.reading import Reading
from vision.recogniser.card import model_bytes
from vision.recogniser.networks import Network, Tensor, fastest


class NetworkReader:
    """A Reader over a network."""

    def __init__(self, network: Network) -> None:
        self._network = network

    @property
    def network(self) -> str:
        """The name of what runs the network."""
        return self._network.name

    def read(self, cards: Sequence[Picture]) -> list[Reading]:
        """One reading each; a card turned about is read the same. Raises BadInput for a picture of another size."""
        if not cards:
            return []
        for place, card in enumerate(cards):
            if card.shape != (CARD_HEIGHT, CARD_WIDTH, 3) or card.dtype != np.uint8:
                raise BadInput(
                    what=f"picture {place} is {card.shape} of {card.dtype}",
                    remedy=f"a rectified card is ({CARD_HEIGHT}, {CARD_WIDTH}, 3) of uint8",
                )
        upright = np.stack(cards)
        both = np.concatenate([upright, upright[:, ::-1, ::-1]]).transpose(0, 3, 1, 2)
        heads = self._network.run(np.ascontiguousarray(both, np.float32))
        kinds, ranks, suits = (_agreed(head[: len(cards)], head[len(cards) :]) for head in heads)
        return [Reading(kinds[i], ranks[i], suits[i]) for i in range(len(cards))]


def _agreed(one: Tensor, other: Tensor) -> Tensor:
    """What two looks at the same cards say together: their chances' geometric mean, each row summing to 1."""
    together = np.sqrt(np.maximum(one, 1e-12) * np.maximum(other, 1e-12))
    agreed: Tensor = (together / together.sum(axis=1, keepdims=True)).astype(np.float32)
    return agreed


def reader() -> NetworkReader:
    """The shipped model, run by the fastest machine there is; raises BadInput where the model's file is not the one."""
    return NetworkReader(fastest(model_bytes()))
