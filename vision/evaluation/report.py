"""Figures as text."""

from collections.abc import Iterator, Sequence

from felt.card import RANKS, SUITS, rank_of, suit_of
from felt.fact import Share
from vision.evaluation.scores import Answer, Extra, Score, confusions, groups, score

_HEAD = f"  {'':12} {'cards':>6} {'exact':>8} {'read':>8} {'precision':>10} {'unknown':>8} {'wrong':>8}"


def figures(title: str, answers: Sequence[Answer], threshold: Share, extras: Sequence[Extra] = ()) -> Iterator[str]:
    """One line a group and one for all: exact with no threshold, the rest at the threshold."""
    yield f"{title}, at the threshold {threshold:.2f}"
    yield _HEAD
    for group in groups(answers):
        own = [a for a in answers if a.group == group]
        beside = [e for e in extras if e.group == group]
        yield _line(group, score(own, threshold, beside))
    yield _line("all", score(answers, threshold, extras))


def _line(name: str, told: Score) -> str:
    shares = (told.exact_share, told.read_share, told.precision, told.unknown_share, told.wrong_share)
    columns = [f"{share:{width}.2%}" for share, width in zip(shares, (8, 8, 10, 8, 8), strict=True)]
    return f"  {name:12} {told.cards:6} {' '.join(columns)}"


def confusion(answers: Sequence[Answer]) -> Iterator[str]:
    """Ranks and suits as tables, truth down, what was said across; then every pair of cards that was mixed up."""
    yield from _table("rank", RANKS, [(rank_of(a.truth), rank_of(a.said)) for a in answers if a.said])
    yield from _table("suit", SUITS, [(suit_of(a.truth), suit_of(a.said)) for a in answers if a.said])
    mixed = confusions(answers, str)
    if mixed:
        yield "mixed up: " + ", ".join(f"{truth} as {said} x{count}" for truth, said, count in mixed)


def _table(name: str, signs: str, pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield f"{name:>6} " + "".join(f"{sign:>5}" for sign in signs)
    for truth in signs:
        counts = [sum(pair == (truth, said) for pair in pairs) for said in signs]
        if any(counts):
            yield f"{truth:>6} " + "".join(f"{count or '.':>5}" for count in counts)
