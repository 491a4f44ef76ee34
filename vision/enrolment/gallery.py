"""All cards of a deck side by side: how near a picture is to each of them."""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from felt.card import Card
from vision.enrolment.likeness import INNER, Print, Row, inner, shifted, turned
from vision.enrolment.prints import Prints

NEAR: Final = 16
"""Pictures that are looked at closely: those that are nearest as they lie. Two cards at least are among them."""
_NOISE: Final = 9.0
"""Levels squared by which two pictures of one card differ at least, a pixel and channel."""
_STRANGE: Final = 30.0
"""Levels by which a patch differs from every card where something else lies over it."""
_PATCH: Final = 5
"""The width of such a patch, px."""


class Gallery:
    """The mean picture of each card, both ways up. Points at which all cards of the deck look the same do not count."""

    def __init__(self, prints: Prints) -> None:
        self.cards = prints.cards
        means = [np.mean([inner(look)[0] for look in _upright(prints.looks(card))], axis=0) for card in self.cards]
        upright: Row = np.stack(means).astype(np.float32) if means else np.zeros((0, int(np.prod(INNER))), np.float32)
        about = upright.reshape(-1, *INNER)[:, ::-1, ::-1].reshape(upright.shape)
        self._rows = np.concatenate([upright, about])
        self._squares = self._rows**2
        self.weights = _weights(upright)

    def distances(
        self, look: Print, seen: NDArray[np.bool_] | None = None, of: Card | None = None
    ) -> dict[Card, float]:
        """The mean square by which `look` differs from the cards it is likest to and from `of`, at the best shift and
        turn.

        Levels squared, over the points that tell cards apart, that are `seen`, and that look like one of these cards:
        a finger or another card over it is like none. The other cards are left out.
        """
        rows = shifted(look)
        here = np.ones(rows.shape, np.float32) if seen is None else shifted(np.repeat(seen[..., None], 3, axis=2))
        weights = self.weights * here
        middle = len(rows) // 2
        near = np.argsort(_apart(self._rows, self._squares, rows[middle:][:1], weights[middle:][:1])[:, 0])[:NEAR]
        near = np.union1d(near, self._both_ways_up(of))
        apart = _apart(self._rows[near], self._squares[near], rows, weights)
        shift = int(apart.min(axis=0).argmin())
        own = _of_the_deck(self._rows[near], rows[shift])
        if not own.all():
            apart = _apart(self._rows[near], self._squares[near], rows, weights * own)
        apart = apart.min(axis=1)
        best: dict[Card, float] = {}
        for at, away in zip(near, apart, strict=True):
            card = self.cards[at % len(self.cards)]
            best[card] = min(float(away), best.get(card, np.inf))
        return best

    def _both_ways_up(self, card: Card | None) -> NDArray[np.intp]:
        """The places of its rows; none for no card or one that was not shown."""
        own = [place for place, each in enumerate(self.cards * 2) if each == card]
        return np.array(own, np.intp)

    def between(self) -> NDArray[np.float32]:
        """(cards, cards): the same between the cards themselves."""
        rows, count = self._rows, len(self.cards)
        apart = (self._squares @ self.weights)[:, None] + (self._squares[:count] @ self.weights)[None]
        apart -= 2.0 * (rows * self.weights) @ rows[:count].T
        apart /= max(float(self.weights.sum()), 1e-6)
        return np.asarray(np.minimum(apart[:count], apart[count:]), np.float32)


def likest(apart: Mapping[Card, float]) -> tuple[Card, float]:
    """The nearest of two cards at least, and its distance as a share of the next one's."""
    first, second = sorted(apart, key=apart.__getitem__)[:2]
    return first, _share(apart[first], apart[second])


def as_near(apart: Mapping[Card, float], card: Card) -> float:
    """The nearest card's distance as a share of `card`'s: 1 where that is the nearest itself."""
    return _share(min(apart.values()), apart[card])


def _share(near: float, far: float) -> float:
    return (near + _NOISE) / (far + _NOISE)


def _apart(rows: Row, squares: Row, looks: Row, weights: Row) -> Row:
    """(cards, looks): weighted mean squares between each of `rows` and each of `looks`.

    By one thread: matrices so small come late from several, later still where another process needs the cores.
    """
    weighted = weights * looks
    apart = np.einsum("ck,lk->cl", squares, weights) - 2.0 * np.einsum("ck,lk->cl", rows, weighted)
    apart += (weighted * looks).sum(axis=1)
    return np.asarray(apart / np.maximum(weights.sum(axis=1), 1e-6), np.float32)


def _of_the_deck(rows: Row, look: Row) -> Row:
    """(k,): 1 where `look` is as one of `rows` is, 0 where it is as none."""
    lightness, red, blue = cv2.split(np.abs(rows - look).reshape(-1, INNER[1], INNER[2]))
    apart = ((lightness + red + blue) / INNER[2]).reshape(-1, *INNER[:2]).min(axis=0)
    own = (cv2.blur(apart, (_PATCH, _PATCH)) < _STRANGE).astype(np.float32)
    return np.asarray(np.repeat(own.ravel(), INNER[2]), np.float32)


def _upright(looks: tuple[Print, ...]) -> list[Print]:
    """The looks at one card, all the same way up as the first."""
    first = inner(looks[0])
    return [min((look, turned(look)), key=lambda each: float(np.abs(inner(each) - first).mean())) for look in looks]


def _weights(rows: Row) -> Row:
    """(k,): how much a point tells cards apart, 0 to 1."""
    if len(rows) < 2:
        return np.ones(rows.shape[1:], np.float32)
    spread = rows.std(axis=0)
    return np.asarray(spread / max(float(spread.max()), 1e-6), np.float32)
