"""What a trial came to, in words and numbers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.trial.bounds import wilson
from vision.trial.hands import Played
from vision.trial.stays import Outcome


@dataclass(frozen=True, slots=True)
class Count:
    """Settled cards of one kind of hand."""

    right: int
    wrong: int
    unread: int

    @property
    def settled(self) -> int:
        """All of them."""
        return self.right + self.wrong + self.unread


def counted(hands: Sequence[Played]) -> Count:
    """The outcomes of every settled card; a name told where no face-up card lay counts as a wrong one."""
    outcomes = Counter(stay.outcome for hand in hands for stay in hand.stays)
    phantoms = sum(hand.phantoms for hand in hands)
    return Count(outcomes[Outcome.RIGHT], outcomes[Outcome.WRONG] + phantoms, outcomes[Outcome.UNREAD])


def so_far(hands: Sequence[Played], of: int) -> str:
    """One line while hands are still dealt: whoever stops then knows as much."""
    count = counted(hands)
    return f"{len(hands)} of {of} hands: {count.right} right, {count.wrong} wrong, {count.unread} unread"


def told(hands: Sequence[Played]) -> str:
    """The report: all hands, each deck, each light, delays and costs."""
    lines = [_heading("all", len(hands)), _row("all", hands)]
    for name, key in (("deck", _deck), ("light", _light)):
        lines += ["", _heading(name, len(hands))]
        lines += [_row(value, [hand for hand in hands if key(hand) == value]) for value in sorted(set(map(key, hands)))]
    return "\n".join([*lines, "", *_delays(hands), *_costs(hands)])


def _deck(hand: Played) -> str:
    return hand.deck


def _light(hand: Played) -> str:
    return hand.light


def _heading(name: str, hands: int) -> str:
    what = f"{hands} hands" if name == "all" else name
    return f"{what:28}{'settled':>9}{'right':>8}{'wrong':>7}{'unread':>8}   {'right, 95 %':24}{'wrong, 95 %'}"


def _row(name: str, hands: Sequence[Played]) -> str:
    count = counted(hands)
    return (
        f"{name:28}{count.settled:9}{count.right:8}{count.wrong:7}{count.unread:8}   "
        f"{_share(count.right, count.settled):24}{_share(count.wrong, count.settled)}"
    )


def _share(count: int, of: int) -> str:
    low, high = wilson(count, of)
    return f"{100 * count / max(of, 1):.2f} ({100 * low:.2f}-{100 * high:.2f})"


def _delays(hands: Sequence[Played]) -> list[str]:
    delays = [delay for hand in hands for stay in hand.stays if (delay := stay.delay_ms) is not None]
    if not delays:
        return []
    p50, p99 = np.percentile(delays, [50, 99])
    late = sum(delay > 400 for delay in delays)
    return [f"from clear sight to sighting: {p50:.0f} ms median, {p99:.0f} ms p99; later than 400 ms: {late} cards"]


def _costs(hands: Sequence[Played]) -> list[str]:
    frames = np.concatenate([hand.frame_ms for hand in hands])
    p50, p99 = np.percentile(frames, [50, 99])
    return [
        f"a frame: {frames.mean():.2f} ms mean, {p50:.2f} median, {p99:.2f} p99, of one core ({len(frames)} frames)"
    ]
