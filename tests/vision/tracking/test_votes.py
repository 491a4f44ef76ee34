"""Looks added up: sure after five, asked again, given up as unread."""

import numpy as np
import pytest

from tests.vision.tracking.fakes import reading
from vision.reading import Kind, Reading
from vision.tracking.votes import ENOUGH, PATIENCE, Votes


def voted(*looks: Reading) -> Votes:
    votes = Votes()
    for look in looks:
        votes.add(look)
    return votes


def unsure(card: str, other: str, share: float) -> Reading:
    """A face whose rank is `card`'s by that share, else `other`'s."""
    one, two = reading(Kind.FACE, card, 1.0), reading(Kind.FACE, other, 1.0)  # type: ignore[arg-type]
    ranks = (one.ranks * share + two.ranks * (1 - share)).astype(np.float32)
    return Reading(one.kinds, ranks, one.suits)


def test_four_looks_are_too_few_and_five_are_enough() -> None:
    looks = [reading(Kind.FACE, "Kh")] * 5  # type: ignore[arg-type]
    assert voted(*looks[: ENOUGH - 1]).verdict() is None
    verdict = voted(*looks).verdict()
    assert verdict is not None
    assert (verdict.kind, verdict.card) == (Kind.FACE, "Kh")
    assert verdict.confidence == pytest.approx(0.999**3, abs=0.002)  # kind, rank and suit of 0.999 each


def test_looks_that_disagree_are_asked_again_and_then_given_up() -> None:
    torn = [unsure("6h", "9h", 0.5)]
    assert voted(*torn * 5).verdict() is None
    assert voted(*torn * (PATIENCE - 1)).verdict() is None
    verdict = voted(*torn * PATIENCE).verdict()
    assert verdict is not None
    assert (verdict.kind, verdict.card) == (Kind.FACE, None)


def test_five_looks_at_one_print_are_no_surer_than_one_of_them() -> None:
    # Five looks of 0.9 each would come to 0.9**5 / (0.9**5 + 0.1**5) = 0.99998 if they were independent.
    votes = voted(*[unsure("6h", "9h", 0.9)] * 9)
    assert votes.verdict() is None
    sure = voted(*[unsure("6h", "9h", 0.96)] * 5).verdict()
    assert sure is not None
    assert sure.card == "6h"
    assert sure.confidence == pytest.approx(0.96, abs=0.003)


def test_a_card_in_dispute_must_be_surer() -> None:
    votes = voted(*[unsure("6h", "9h", 0.96)] * 5)
    assert votes.verdict(0.2) is None
    assert voted(*[unsure("6h", "9h", 0.995)] * 5).verdict(0.2) is not None


def test_one_wrong_look_among_right_ones_changes_nothing() -> None:
    looks = [reading(Kind.FACE, "Kh", 0.999)] * 9 + [reading(Kind.FACE, "Qh", 0.6)]  # type: ignore[arg-type]
    verdict = voted(*looks).verdict()
    assert verdict is not None
    assert verdict.card == "Kh"


@pytest.mark.parametrize("kind", [Kind.BACK, Kind.JOKER, Kind.CUT_CARD, Kind.NOTHING])
def test_what_is_no_face_has_no_name(kind: Kind) -> None:
    verdict = voted(*[reading(kind)] * 5).verdict()
    assert verdict is not None
    assert (verdict.kind, verdict.card) == (kind, None)
