"""Confidences that mean what they say: temperatures and a threshold from decks that taught nothing."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from felt.fact import Share
from vision.reading import Kind
from vision.train.pictures import Pictures

RIGHT_AT_THRESHOLD: Final = 0.995
"""What share of the answers at the threshold are right, on the calibration decks."""
_GRID: Final = np.geomspace(0.5, 4.0, 85)

Logits = tuple[Tensor, Tensor, Tensor]
Temperatures = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Measured:
    """On pictures of decks that were never trained on: shares of all faces, and of those answered at the threshold."""

    cards: int
    exact: Share
    read: Share
    precision: Share


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What the logits of kind, rank and suit are divided by, the confidence that is enough, and what that gives."""

    temperatures: Temperatures
    threshold: Share
    figures: Measured


def calibrated(logits: Logits, pictures: Pictures) -> Calibrated:
    """Temperatures first, then the threshold."""
    cooled = temperatures(logits, pictures)
    confidence, right = answers(logits, cooled, pictures)
    least = threshold(confidence, right)
    return Calibrated(cooled, least, measured(confidence, right, pictures, least))


def temperatures(logits: Logits, pictures: Pictures) -> Temperatures:
    """For kind, rank and suit: what the logits are divided by so that the true answer is likeliest overall."""
    truths = torch.from_numpy(pictures.truths.astype(np.int64))
    faces = truths[:, 0] == Kind.FACE.value
    every = torch.ones_like(faces)
    found = [
        _temperature(head[chosen], truths[chosen, place])
        for place, (head, chosen) in enumerate(zip(logits, (every, faces, faces), strict=True))
    ]
    return found[0], found[1], found[2]


def _temperature(logits: Tensor, truths: Tensor) -> float:
    losses = [float(functional.cross_entropy(logits / t, truths)) for t in _GRID]
    return float(_GRID[int(np.argmin(losses))])


def answers(logits: Logits, cooled: Temperatures, pictures: Pictures) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Of every picture: the confidence that it is a face and named right, and whether it is."""
    kinds, ranks, suits = (torch.softmax(head / t, 1) for head, t in zip(logits, cooled, strict=True))
    confidence = kinds[:, Kind.FACE.value] * ranks.amax(1) * suits.amax(1)
    truths = torch.from_numpy(pictures.truths.astype(np.int64))
    right = (truths[:, 0] == Kind.FACE.value) & (ranks.argmax(1) == truths[:, 1]) & (suits.argmax(1) == truths[:, 2])
    return confidence.numpy(), right.numpy()


def threshold(confidence: NDArray[np.float32], right: NDArray[np.bool_]) -> float:
    """The least confidence, in hundredths, from which RIGHT_AT_THRESHOLD of the answers are right; at most 0.99."""
    for hundredth in range(50, 99):
        chosen = confidence >= hundredth / 100
        if chosen.any() and right[chosen].mean() >= RIGHT_AT_THRESHOLD:
            return hundredth / 100
    return 0.99


def measured(confidence: NDArray[np.float32], right: NDArray[np.bool_], pictures: Pictures, least: float) -> Measured:
    """The figures of the calibration decks' faces."""
    faces = pictures.truths[:, 0] == Kind.FACE.value
    read = confidence >= least
    return Measured(
        cards=int(faces.sum()),
        exact=float(right[faces].mean()),
        read=float(read[faces].mean()),
        precision=float(right[read].mean()) if read.any() else 1.0,
    )
