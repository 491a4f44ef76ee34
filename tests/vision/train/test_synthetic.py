"""Synthetic pictures: the same seed gives the same, the truth is in range, every kind comes."""

import re

import numpy as np
import pytest

from felt.card import DECK, RANKS, SUITS, suit_of
from tests.vision.train.faces import drawn_faces
from vision.picture import CARD_HEIGHT, CARD_WIDTH
from vision.reading import Kind
from vision.train.backdrop import SIDE, backdrop
from vision.train.drawn import HEIGHT, STROKES, WIDTH, sheet, style
from vision.train.print import bent, reprinted
from vision.train.strokes import stroked
from vision.train.suits import forms
from vision.train.synthetic import KINDS, UNREAD, Sample, Studio


def some(seed: int, count: int) -> list[Sample]:
    studio = Studio(drawn_faces(), seed, backdrops=5)
    return [studio.sample(np.random.default_rng([seed, number])) for number in range(count)]


def test_the_same_seed_gives_the_same_pictures_and_another_gives_others() -> None:
    once, again, other = some(4, 12), some(4, 12), some(5, 12)
    for one, two in zip(once, again, strict=True):
        assert np.array_equal(one.picture, two.picture)
        assert (one.kind, one.rank, one.suit) == (two.kind, two.rank, two.suit)
    assert not any(np.array_equal(one.picture, two.picture) for one, two in zip(once, other, strict=True))


def test_a_picture_depends_on_its_own_generator_and_not_on_those_before_it() -> None:
    studio = Studio(drawn_faces(), 4, backdrops=5)
    alone = studio.sample(np.random.default_rng([4, 7]))
    assert np.array_equal(alone.picture, some(4, 8)[7].picture)


def test_every_picture_is_a_rectified_card_and_only_faces_have_rank_and_suit() -> None:
    for one in some(6, 60):
        assert one.picture.shape == (CARD_HEIGHT, CARD_WIDTH, 3)
        assert one.picture.dtype == np.uint8
        if one.kind == Kind.FACE.value:
            assert 0 <= one.rank < len(RANKS)
            assert 0 <= one.suit < len(SUITS)
        else:
            assert (one.rank, one.suit) == (UNREAD, UNREAD)


def test_every_kind_comes_and_the_shares_add_up() -> None:
    assert sum(KINDS.values()) == pytest.approx(1)
    assert {one.kind for one in some(7, 150)} == {kind.value for kind in Kind}


def test_the_pictures_of_a_card_differ() -> None:
    assert len({one.picture.tobytes() for one in some(8, 40)}) == 40


def test_printing_anew_leaves_the_artwork_itself_alone() -> None:
    faces = drawn_faces()
    before = faces.printed.copy()
    rng = np.random.default_rng(3)
    pages = [backdrop(rng)]
    for _ in range(60):
        reprinted(faces.face(rng), faces, pages, rng)
    assert np.array_equal(faces.printed, before)


def test_a_bent_card_keeps_its_edge_and_every_sign_near_its_place() -> None:
    """A sign is moved by four sigmas at most, and the strongest pull is 0.11 of 34 px: 15 px of a card 200 px wide."""
    face = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    face[:3] = face[-3:] = face[:, :3] = face[:, -3:] = 0
    face[135:146, 95:106] = 0
    forms_seen = set()
    for seed in range(20):
        other = bent(face, np.random.default_rng(seed))
        assert other.shape == face.shape
        assert (other[:, (0, -1)] < 128).mean() > 0.95
        assert (other[(0, -1)] < 128).mean() > 0.95
        rows, columns = np.nonzero(other[20:-20, 20:-20, 0] < 128)
        assert abs(rows.mean() + 20 - 140) < 15
        assert abs(columns.mean() + 20 - 100) < 15
        forms_seen.add(other.tobytes())
    assert len(forms_seen) == 20


def test_a_backdrop_is_never_the_same_twice() -> None:
    rng = np.random.default_rng(1)
    pages = [backdrop(rng) for _ in range(20)]
    assert {page.shape for page in pages} == {(SIDE, SIDE, 3)}
    assert len({page.tobytes() for page in pages}) == 20


def test_a_drawn_deck_is_the_same_for_a_seed_and_has_every_index_at_both_ends() -> None:
    def deck(seed: int) -> str:
        rng = np.random.default_rng(seed)
        return sheet(style(rng, "FreeSans"), rng)

    assert deck(2) == deck(2) != deck(3)
    assert deck(2).count("<svg x=") == len(DECK)
    assert f'width="{13 * WIDTH}" height="{4 * HEIGHT}"' in deck(2)
    for rank in "AKQJ":
        assert deck(2).count(f">{rank}</text>") >= 2 * 4
    assert deck(2).count(">10</text>") >= 2 * 4


def test_a_deck_drawn_with_a_pen_has_every_rank_in_strokes_of_its_own_and_none_in_type() -> None:
    rng = np.random.default_rng(4)
    look = style(rng, STROKES)
    drawn = sheet(look, rng)
    assert look.pen is not None
    assert ">K</text>" not in drawn
    paths = [stroked(look.pen, rank, (0.0, 0.0), (40.0, 1.0), "red") for rank in RANKS]
    assert len(set(paths)) == len(RANKS)
    assert drawn.count(f'stroke-width="{look.pen.width:.1f}"') >= 2 * len(DECK)


def test_every_printer_has_four_signs_of_his_own_and_keeps_to_them() -> None:
    decks = [forms(np.random.default_rng(seed)) for seed in range(30)]
    assert len({deck[suit] for deck in decks for suit in SUITS}) == 30 * len(SUITS)
    assert forms(np.random.default_rng(7)) == decks[7]


def test_each_sign_is_its_own_mirror_image() -> None:
    for suit in "dhs":
        path = forms(np.random.default_rng(8))[suit]
        ends = {(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path)}
        assert ends == {(-x, y) for x, y in ends}


def test_a_face_of_a_suit_is_of_that_suit() -> None:
    faces, rng = drawn_faces(), np.random.default_rng(2)
    for suit in SUITS:
        assert {suit_of(DECK[faces.face_of(suit, rng).card]) for _ in range(20)} == {suit}
