"""Training: the pictures of a seed into a network's weights."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor
from torch.nn import functional

from vision.reading import Kind
from vision.train.network import Answer, CardNetwork, Views
from vision.train.pictures import Pictures

INDEX_ALONE: Final = 0.5
"""What an error of the indices alone counts, beside one of the whole card."""
SUIT: Final = 1.5
"""What an error of the suit counts, beside one of the rank: a suit's sign is smaller, and is what stays unread."""


@dataclass(frozen=True, slots=True)
class Course:
    """How long and how fast to learn."""

    epochs: int = 6
    batch: int = 256
    rate: float = 3e-3
    decay: float = 0.02
    remembered: float = 0.9995
    """What share of the averaged weights each step leaves as it was."""


def learn(pictures: Pictures, course: Course, seed: int, tell: Callable[[str], None]) -> CardNetwork:
    """A trained network, its weights averaged over the steps; `tell` is called once an epoch."""
    torch.manual_seed(seed)
    rng = np.random.default_rng([seed, 4])
    network = CardNetwork().to(memory_format=torch.channels_last)
    average = deepcopy(network).eval()
    optimiser = torch.optim.AdamW(network.parameters(), course.rate, weight_decay=course.decay)
    steps = course.epochs * (len(pictures.cards) // course.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, course.rate, steps, pct_start=0.15)
    step = 0
    for epoch in range(course.epochs):
        losses = []
        order = rng.permutation(len(pictures.cards))
        for start in range(0, len(order) - course.batch + 1, course.batch):
            cards, truths = _batch(pictures, np.sort(order[start : start + course.batch]), rng)
            with torch.autocast("cpu", torch.bfloat16):
                views = network.views(cards)
            loss = loss_of(views, truths)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimiser.step()
            schedule.step()
            step += 1
            _follow(average, network, min(course.remembered, step / (step + 20)))
            losses.append(float(loss.detach()))
        tell(f"epoch {epoch + 1} of {course.epochs}: loss {np.mean(losses[-200:]):.4f}")
    return average


def _batch(pictures: Pictures, which: np.ndarray, rng: Generator) -> tuple[Tensor, Tensor]:
    """Some pictures, one in two turned about, all a little lighter or darker and shifted by a pixel or two."""
    cards = torch.from_numpy(pictures.cards[which]).permute(0, 3, 1, 2).float().div_(255)
    turned = torch.from_numpy(rng.random(len(which)) < 0.5)
    cards[turned] = cards[turned].flip((2, 3))
    gain = torch.from_numpy(rng.uniform(0.85, 1.15, (len(which), 1, 1, 1)).astype(np.float32))
    cards = (cards * gain).clamp_(0, 1)
    down, across = (int(v) for v in rng.integers(-2, 3, 2))
    cards = functional.pad(cards, (2, 2, 2, 2), mode="replicate")[:, :, 2 + down : 138 + down, 2 + across : 98 + across]
    return cards.contiguous(memory_format=torch.channels_last), torch.from_numpy(
        pictures.truths[which].astype(np.int64)
    )


def loss_of(views: Views, truths: Tensor) -> Tensor:
    """Cross entropies added: of the kind, and where it is a face of rank and suit; of what the indices say alone too.

    The last keeps the network from leaning on the middle of the card, which the next deck draws otherwise.
    """
    loss = functional.cross_entropy(views.kinds.float(), truths[:, 0])
    faces = truths[:, 0] == Kind.FACE.value
    if bool(faces.any()):
        loss = loss + _astray(views.whole.plus(views.indices), truths, faces)
        loss = loss + INDEX_ALONE * _astray(views.indices, truths, faces)
    return loss


def _astray(answer: Answer, truths: Tensor, faces: Tensor) -> Tensor:
    ranks = functional.cross_entropy(answer.ranks.float()[faces], truths[faces, 1])
    return ranks + SUIT * functional.cross_entropy(answer.suits.float()[faces], truths[faces, 2])


@torch.no_grad()
def _follow(average: CardNetwork, network: CardNetwork, remembered: float) -> None:
    for kept, new in zip(average.state_dict().values(), network.state_dict().values(), strict=True):
        if kept.dtype.is_floating_point:
            kept.lerp_(new, 1 - remembered)
        else:
            kept.copy_(new)


@torch.no_grad()
def logits_of(network: CardNetwork, pictures: Pictures) -> tuple[Tensor, Tensor, Tensor]:
    """The network's logits over all pictures, the mean of both ways up: as a reader looks at a card."""
    network.eval()
    found = []
    for start in range(0, len(pictures.cards), 500):
        cards = torch.from_numpy(pictures.cards[start : start + 500]).permute(0, 3, 1, 2).float().div_(255)
        one, other = (network(c.contiguous(memory_format=torch.channels_last)) for c in (cards, cards.flip((2, 3))))
        found.append([(a + b) / 2 for a, b in zip(one, other, strict=True)])
    kinds, ranks, suits = (torch.cat(parts) for parts in zip(*found, strict=True))
    return kinds, ranks, suits
