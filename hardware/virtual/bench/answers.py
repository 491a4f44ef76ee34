"""The right answers by the rulebooks' own texts: which clause answers each mistake, written from the books by hand."""

from typing import Final

from hardware.virtual.robot import Mistake

Answers = dict[Mistake, frozenset[tuple[str, str]]]
M: Final = Mistake


def _by(book: str, *clauses: str) -> frozenset[tuple[str, str]]:
    return frozenset((book, clause) for clause in clauses)


_BFSP: Final[Answers] = {
    M.TOO_MANY_CARDS: _by("bfsp", "6.3.5", "6.3.7", "6.3.8"),
    M.TOO_FEW_CARDS: _by("bfsp", "6.3.5"),
    M.BUTTON_SHORT: _by("bfsp", "6.3.5"),
    M.EXPOSED_CARD: _by("bfsp", "6.6.1"),
    M.EXPOSED_SEVERAL: _by("bfsp", "6.3.6"),
    M.SEAT_SKIPPED: _by("bfsp", "6.3.4", "6.3.3"),
    M.OUT_OF_SEQUENCE: _by("bfsp", "6.3.3"),
    M.UNENTITLED_HAND: _by("bfsp", "6.3.4", "6.3.8"),
    M.BOXED_CARD: _by("bfsp", "6.4.5"),
    M.FOREIGN_CARD: _by("bfsp", "6.2.3"),
    M.JOKER_ON_FLOP: _by("bfsp", "6.2.1", "6.2.3", "6.2.4"),
    M.DUPLICATE_CARD: _by("bfsp", "6.2.2"),
    M.MISSING_BURN: _by("bfsp", "6.6.2", "6.4.6"),
    M.EXTRA_BURN: _by("bfsp", "6.4.6"),
    M.PREMATURE_FLOP: _by("bfsp", "6.6.5"),
    M.PREMATURE_TURN: _by("bfsp", "6.6.6"),
    M.PREMATURE_RIVER: _by("bfsp", "6.6.7"),
    M.FOUR_CARD_FLOP: _by("bfsp", "6.6.3"),
    M.STUB_DROPPED: _by("gpc", "73"),
    M.HAND_IN_MUCK: _by("bfsp", "7.4.1"),
    M.HAND_RETAINED: _by("bfsp", "7.1.2"),
}

_GPC: Final[Answers] = {
    **_BFSP,
    M.TOO_MANY_CARDS: _by("bfsp", "6.3.5") | _by("gpc", "38"),
    M.BUTTON_SHORT: _by("gpc", "37"),
    M.EXPOSED_SEVERAL: _by("gpc", "35"),
    M.SEAT_SKIPPED: _by("gpc", "35") | _by("bfsp", "6.3.3"),
    M.UNENTITLED_HAND: _by("gpc", "35"),
    M.DUPLICATE_CARD: _by("gpc", "35"),
    M.PREMATURE_FLOP: _by("gpc", "74"),
    M.PREMATURE_TURN: _by("gpc", "74"),
    M.PREMATURE_RIVER: _by("gpc", "74"),
    M.FOUR_CARD_FLOP: _by("gpc", "39"),
    M.STUB_DROPPED: _by("gpc", "73"),
    M.HAND_IN_MUCK: _by("gpc", "65"),
}

_PUB: Final[Answers] = {
    **_BFSP,
    M.TOO_MANY_CARDS: _by("pub", "special-5", "special-1", "special-6"),
    M.TOO_FEW_CARDS: _by("pub", "special-5"),
    M.BUTTON_SHORT: _by("pub", "special-5"),
    M.EXPOSED_CARD: _by("pub", "special-3"),
    M.EXPOSED_SEVERAL: _by("pub", "special-5"),
    M.SEAT_SKIPPED: _by("pub", "special-5"),
    M.OUT_OF_SEQUENCE: _by("pub", "special-5"),
    M.UNENTITLED_HAND: _by("pub", "special-5"),
    M.PREMATURE_FLOP: _by("pub", "special-2"),
    M.PREMATURE_TURN: _by("pub", "special-2"),
    M.PREMATURE_RIVER: _by("pub", "special-2"),
    M.STUB_DROPPED: _by("pub", "special-intro"),
    M.HAND_IN_MUCK: _by("pub", "rules-muck"),
}

_CLUB: Final[Answers] = {
    **_BFSP,
    M.TOO_MANY_CARDS: _by("club", "34.3.3", "27.1.2"),
    M.TOO_FEW_CARDS: _by("club", "34.3.3"),
    M.BUTTON_SHORT: _by("club", "34.3.3"),
    M.EXPOSED_CARD: _by("club", "34.3.7") | _by("bfsp", "6.6.1"),
    M.EXPOSED_SEVERAL: _by("club", "34.3.7"),
    M.SEAT_SKIPPED: _by("club", "34.3.2", "34.3.1"),
    M.OUT_OF_SEQUENCE: _by("club", "34.3.1"),
    M.UNENTITLED_HAND: _by("club", "34.3.9"),
    M.FOREIGN_CARD: _by("club", "34.3.4"),
    M.JOKER_ON_FLOP: _by("club", "34.3.4", "34.3.5") | _by("bfsp", "6.2.1", "6.2.3", "6.2.4"),
    M.DUPLICATE_CARD: _by("club", "34.3.4", "34.3.5"),
    M.STUB_DROPPED: frozenset(),
    M.HAND_IN_MUCK: _by("club", "27.1.1", "28", "29", "29.1", "29.2"),
}

_TDA: Final[Answers] = {
    M.TOO_MANY_CARDS: _by("tda", "35-A", "35-D", "38"),
    M.TOO_FEW_CARDS: _by("tda", "35-A"),
    M.BUTTON_SHORT: _by("tda", "37"),
    M.EXPOSED_CARD: _by("tda", "35-A"),
    M.EXPOSED_SEVERAL: _by("tda", "35-A"),
    M.SEAT_SKIPPED: _by("tda", "35-A"),
    M.OUT_OF_SEQUENCE: _by("tda", "35-A", "1"),
    M.UNENTITLED_HAND: _by("tda", "35-A"),
    M.BOXED_CARD: _by("tda", "35-A"),
    M.FOREIGN_CARD: _by("tda", "35-E"),  # another back: the house's rule
    M.JOKER_ON_FLOP: _by("tda", "35-D", "35-E"),  # a reader tells no joker from another deck's card
    M.DUPLICATE_CARD: _by("tda", "35-E"),
    M.MISSING_BURN: _by("tda", "39-B", "38"),
    M.EXTRA_BURN: _by("tda", "38"),
    M.PREMATURE_FLOP: _by("tda", "RP-5"),
    M.PREMATURE_TURN: _by("tda", "RP-5"),
    M.PREMATURE_RIVER: _by("tda", "RP-5"),
    M.FOUR_CARD_FLOP: _by("tda", "39-A"),
    M.STUB_DROPPED: _by("tda", "RP-4"),
    M.HAND_IN_MUCK: _by("tda", "65"),
}

ANSWERS: Final[dict[str, Answers]] = {"bfsp": _BFSP, "gpc": _GPC, "pub": _PUB, "club": _CLUB, "tda": _TDA}
"""Book and clause of a right answer. A book or mistake that is not here is not scored by clause."""


def answers(rulebook: str, mistake: Mistake, book: str, clause: str) -> bool:
    """True when that book's clause is a right answer to the mistake at a table under `rulebook`."""
    right = ANSWERS.get(rulebook, {}).get(mistake)
    return not right or (book, clause) in right
