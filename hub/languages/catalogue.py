"""One language's words: steps, questions, situations, kinds, and what the page itself says."""

from enum import StrEnum
from functools import lru_cache
from importlib import resources
from typing import Final

from msgspec import Struct

from felt.config import parse_toml
from felt.fault import BadInput
from felt.note import NoteKey
from felt.place import SeatNo, Spot
from felt.situation import Kind, Question, Sense, Situation, Step

LANGUAGES: Final = ("en", "et", "he", "ka", "ru")
"""The codes of the catalogues that ship (BCP 47); `en` is the source of the others."""


class Direction(StrEnum):
    """Which way a language is written, as HTML names it."""

    LTR = "ltr"
    RTL = "rtl"


class Catalogue(Struct, frozen=True, forbid_unknown_fields=True):
    """`reviewed` tells whether a native speaker has read it. Words in braces are filled in.

    `kinds` tell what is to be done, `past` what a ruling was of which nothing is to be done any more.
    `unseated` is how a question that names a seat is put when no seat is known; `asked` how one is put for a term of a
    book that asks something of its own. `reasons` are the terms of the books that ship; a term that only an article of
    a house uses is not among them. `notes` are what table and hub remark; `places` the words that some of them fill in.
    """

    language: str
    name: str
    direction: Direction
    reviewed: bool
    kinds: dict[Kind, str]
    past: dict[Kind, str]
    situations: dict[Situation, str]
    steps: dict[Step, str]
    questions: dict[Question, str]
    unseated: dict[Question, str]
    asked: dict[str, str]
    reasons: dict[str, str]
    senses: dict[Sense, str]
    places: dict[Spot, str]
    notes: dict[NoteKey, str]
    words: dict[str, str]

    def question(self, question: Question, seat: SeatNo | None) -> str:
        """The question as it is put about `seat`, or where no seat is known."""
        if seat is None and question in self.unseated:
            return self.unseated[question]
        return self.questions[question].format(seat=seat)


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language; raises BadInput for one that does not ship."""
    if language not in LANGUAGES:
        raise BadInput(f"there is no catalogue {language!r}", remedy=f"one of {', '.join(LANGUAGES)}")
    name = f"{language}.toml"
    text = resources.files("hub.languages").joinpath(name).read_text(encoding="utf-8")
    return parse_toml(text, Catalogue, where=name)


ENGLISH: Final = catalogue("en")
