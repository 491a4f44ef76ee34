"""The network: a rectified card in, logits of kind, rank and suit out."""

from typing import Final

import torch
from torch import Tensor, nn

from felt.card import RANKS, SUITS
from vision.reading import Kind

SQUEEZED: Final = 20
DENSE: Final = 112
LAST: Final = 9 * 6


def _conv(channels: int, into: int, stride: int, size: int = 3) -> nn.Sequential:
    conv = nn.Conv2d(channels, into, size, stride, size // 2, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(into), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """x + conv(x), rectified."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x: Tensor) -> Tensor:
        """The same shape."""
        return torch.relu(x + self.norm(self.conv(x)))


class CardNetwork(nn.Module):
    """(n, 3, 136, 96) BGR 0 to 1 into logits (n, 5), (n, 13), (n, 4); about 0.47 M weights, 42 M multiply-adds."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = [_conv(3, 16, 2)]
        layers += [_conv(16, 24, 2), Residual(24), _conv(24, 64, 2), Residual(64), Residual(64)]
        layers += [_conv(64, 104, 2), Residual(104), Residual(104), _conv(104, SQUEEZED, 1, 1)]
        self.look = nn.Sequential(*layers)
        self.dense = nn.Sequential(nn.Linear(SQUEEZED * LAST, DENSE), nn.ReLU(inplace=True), nn.Dropout(0.15))
        self.kinds = nn.Linear(DENSE, len(Kind))
        self.ranks = nn.Linear(DENSE, len(RANKS))
        self.suits = nn.Linear(DENSE, len(SUITS))

    def forward(self, cards: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits."""
        seen = self.dense(self.look(cards).flatten(1))
        return self.kinds(seen), self.ranks(seen), self.suits(seen)


class CalibratedReader(nn.Module):
    """What is exported: pixels 0 to 255 in, probabilities out, each head cooled by its temperature."""

    def __init__(self, network: CardNetwork, temperatures: tuple[float, float, float]) -> None:
        super().__init__()
        self.network = network
        self.temperatures = temperatures
        first = network.look[0][0]
        assert isinstance(first, nn.Conv2d)
        with torch.no_grad():
            first.weight /= 255

    def forward(self, cards: Tensor) -> tuple[Tensor, ...]:
        """(n, 5), (n, 13), (n, 4), each row summing to 1."""
        logits = self.network(cards)
        return tuple(torch.softmax(x / t, 1) for x, t in zip(logits, self.temperatures, strict=True))
