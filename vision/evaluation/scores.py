"""Answers into figures: how many cards, how many right with no threshold, and how it stands at one."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from felt.card import Card
from felt.fact import Share
from vision.box import Box


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said about one labelled card; `said` None where it was not found at all. `where` it is shown, px."""

    file: Path
    group: str
    truth: Card
    said: Card | None
    confidence: Share
    where: Box | None

    @property
    def right(self) -> bool:
        """True where it is the card that lies there."""
        return self.said == self.truth


@dataclass(frozen=True, slots=True)
class Extra:
    """A card that was said to be where none is, in a picture whose cards are all listed."""

    file: Path
    group: str
    said: Card
    confidence: Share


@dataclass(frozen=True, slots=True)
class Score:
    """Counts. `exact` of the `cards` were right by the likeliest face. At the threshold `read` were answered, of those
    `right` right, and `extras` cards were said to be where none is.
    """

    cards: int
    exact: int
    read: int
    right: int
    extras: int = 0

    @property
    def exact_share(self) -> Share:
        """Of the cards that are there, those named right with no threshold."""
        return _share(self.exact, self.cards)

    @property
    def read_share(self) -> Share:
        """Of the cards that are there, those answered at the threshold."""
        return _share(self.read, self.cards)

    @property
    def unknown_share(self) -> Share:
        """Of the cards that are there, those not answered at the threshold."""
        return _share(self.cards - self.read, self.cards)

    @property
    def wrong_share(self) -> Share:
        """Wrong answers at the threshold, extras among them, for each card that is there."""
        return _share(self.read - self.right + self.extras, self.cards)

    @property
    def precision(self) -> Share:
        """Of what is said at the threshold, what is right; 1 where nothing is said."""
        said = self.read + self.extras
        return self.right / said if said else 1.0


def _share(some: int, of: int) -> Share:
    return some / of if of else 0.0


def score(answers: Iterable[Answer], threshold: Share, extras: Iterable[Extra] = ()) -> Score:
    """Count them. A confidence equal to the threshold is enough."""
    told = list(answers)
    read = [a for a in told if a.said is not None and a.confidence >= threshold]
    return Score(
        cards=len(told),
        exact=sum(a.right for a in told),
        read=len(read),
        right=sum(a.right for a in read),
        extras=sum(e.confidence >= threshold for e in extras),
    )


def confusions(answers: Iterable[Answer], part: Callable[[Card], str]) -> list[tuple[str, str, int]]:
    """Truth, what was said, how often, the commonest first; `part` picks what is compared: the card, rank or suit."""
    pairs = Counter((part(a.truth), part(a.said)) for a in answers if a.said is not None)
    return [(truth, said, count) for (truth, said), count in pairs.most_common() if truth != said]


def groups(answers: Sequence[Answer]) -> list[str]:
    """The groups of photographs, in order of appearance."""
    return list(dict.fromkeys(a.group for a in answers))
