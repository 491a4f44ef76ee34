"""The network: a rectified card in, logits of kind, rank and suit out."""

from typing import Final, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from felt.card import RANKS, SUITS
from vision.picture import CARD_HEIGHT, CARD_WIDTH, INDEX_HEIGHT, INDEX_WIDTH
from vision.reading import Kind

SQUEEZED: Final = 16
DENSE: Final = 96
LAST: Final = 9 * 6
INDEX_SQUEEZED: Final = 24
INDEX_LAST: Final = 7 * 5


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


class Answer(NamedTuple):
    """Logits of rank (n, 13) and of suit (n, 4)."""

    ranks: Tensor
    suits: Tensor

    def plus(self, other: "Answer") -> "Answer":
        """Both as evidence of the same card."""
        return Answer(self.ranks + other.ranks, self.suits + other.suits)


class IndexNetwork(nn.Module):
    """One corner of a card, (n, 3, INDEX_HEIGHT, INDEX_WIDTH) BGR 0 to 1, into an Answer: what its index says."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = [_conv(3, 24, 2, 5), _conv(24, 32, 1), Residual(32)]
        layers += [_conv(32, 64, 2), Residual(64), _conv(64, 64, 2), _conv(64, INDEX_SQUEEZED, 1, 1)]
        self.look = nn.Sequential(*layers)
        self.dense = nn.Sequential(
            nn.Linear(INDEX_SQUEEZED * INDEX_LAST, DENSE), nn.ReLU(inplace=True), nn.Dropout(0.1)
        )
        self.ranks = nn.Linear(DENSE, len(RANKS))
        self.suits = nn.Linear(DENSE, len(SUITS))

    def forward(self, corners: Tensor) -> Answer:
        """Logits."""
        seen = self.dense(self.look(corners).flatten(1))
        return Answer(self.ranks(seen), self.suits(seen))


class Views(NamedTuple):
    """Logits of the kind (n, 5), and what the whole card and what its two indices say."""

    kinds: Tensor
    whole: Answer
    indices: Answer


class CardNetwork(nn.Module):
    """(n, 3, 136, 96) BGR 0 to 1 into logits (n, 5), (n, 13), (n, 4); about 0.41 M weights.

    A card is told by its index, and has two that are alike: one small network looks at both corners, and what they
    say is added up. What the whole card looks like is evidence beside it, and all there is where both are covered.
    """

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = [_conv(3, 16, 2), _conv(16, 24, 2), Residual(24), _conv(24, 48, 2), Residual(48)]
        layers += [_conv(48, 80, 2), Residual(80), _conv(80, SQUEEZED, 1, 1)]
        self.look = nn.Sequential(*layers)
        self.dense = nn.Sequential(nn.Linear(SQUEEZED * LAST, DENSE), nn.ReLU(inplace=True), nn.Dropout(0.15))
        self.kinds = nn.Linear(DENSE, len(Kind))
        self.ranks = nn.Linear(DENSE, len(RANKS))
        self.suits = nn.Linear(DENSE, len(SUITS))
        self.index = IndexNetwork()
        self.upside_down: Tensor
        self.back_to_front: Tensor
        self.register_buffer("upside_down", torch.eye(INDEX_HEIGHT).flip(0), persistent=False)
        self.register_buffer("back_to_front", torch.eye(INDEX_WIDTH).flip(0), persistent=False)

    def views(self, cards: Tensor) -> Views:
        """The logits by what they rest on."""
        seen = self.dense(self.look(cards).flatten(1))
        one, other = (self.index(corner) for corner in self._corners(cards))
        return Views(self.kinds(seen), Answer(self.ranks(seen), self.suits(seen)), one.plus(other))

    def forward(self, cards: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits."""
        kinds, whole, indices = self.views(cards)
        return kinds, *whole.plus(indices)

    def _corners(self, cards: Tensor) -> tuple[Tensor, Tensor]:
        """The upper left corner, and the lower right one turned about.

        Turned by two products, not by `flip`: the opset that OpenCV 4 reads has no step backwards.
        """
        upper = cards[:, :, :INDEX_HEIGHT, :INDEX_WIDTH]
        lower = cards[:, :, CARD_HEIGHT - INDEX_HEIGHT :, CARD_WIDTH - INDEX_WIDTH :]
        return upper, torch.matmul(torch.matmul(self.upside_down, lower), self.back_to_front)


class CalibratedReader(nn.Module):
    """What is exported: pixels 0 to 255 in, probabilities out, each head cooled by its temperature."""

    def __init__(self, network: CardNetwork, temperatures: tuple[float, float, float]) -> None:
        super().__init__()
        self.network = network
        self.temperatures = temperatures

    def forward(self, cards: Tensor) -> tuple[Tensor, ...]:
        """(n, 5), (n, 13), (n, 4), each row summing to 1."""
        logits = self.network(cards / 255)
        return tuple(torch.softmax(x / t, 1) for x, t in zip(logits, self.temperatures, strict=True))


def folded(part: nn.Module) -> None:
    """Merge a trained network's normalisations into its convolutions, in place: what is used twice is kept once."""
    for child in part.children():
        folded(child)
    if isinstance(part, Residual) and isinstance(part.norm, nn.BatchNorm2d):
        part.conv, part.norm = fuse_conv_bn_eval(part.conv, part.norm), nn.Identity()
    if isinstance(part, nn.Sequential) and isinstance(part[0], nn.Conv2d) and isinstance(part[1], nn.BatchNorm2d):
        part[0], part[1] = fuse_conv_bn_eval(part[0], part[1]), nn.Identity()
