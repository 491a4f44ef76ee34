"""The walk through 52 cards, without ports and prompts: looks at one antenna go in, what happened comes out."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from felt.card import DECK, Card
from felt.ids import Uid
from firmware_bridge.reading import AntennaRead

EQUAL_LOOKS: Final = 3
"""Clean looks in a row that must show the same tag: a single wrong read does not repeat itself."""


class Heard(StrEnum):
    """What a look led to."""

    WAITING = "waiting"
    SETTLING = "settling"
    ENROLLED = "enrolled"
    SEVERAL = "several"
    CHANGING = "changing"
    TAKEN = "taken"
    FOREIGN = "foreign"
    LIFT = "lift"
    MATCHED = "matched"


class Answer(Struct, frozen=True):
    """What a look led to, with the card it is about, and the deck for a tag that another deck has."""

    heard: Heard
    card: Card | None = None
    deck: str = ""


class Progress(Struct, frozen=True, omit_defaults=True):
    """What has been enrolled so far; all that a resumed session needs. `dead` cards have a tag that does not answer."""

    name: str
    enrolled: tuple[tuple[Uid, Card], ...] = ()
    dead: tuple[Card, ...] = ()

    def done(self) -> frozenset[Card]:
        """Cards that need no further look."""
        return frozenset(card for _, card in self.enrolled) | frozenset(self.dead)


def changes(uid: Uid) -> bool:
    """True for a number that a card makes up anew at each look: 4 bytes from 08 (ISO/IEC 14443-3, 6.5.4)."""
    return len(uid) == 8 and uid.startswith("08")


class LoneTag:
    """Says when one tag alone has been read in three clean looks running; then waits for that one to be gone."""

    def __init__(self) -> None:
        self._last: Uid | None = None
        self._equal = 0
        self._done: Uid | None = None

    def look(self, read: AntennaRead) -> Uid | Heard:
        """The settled tag once, else what keeps it from settling."""
        if self._done is not None and (self._done in read.uids or not read.clean):
            return Heard.LIFT
        self._done = None
        if len(read.uids) != 1 or not read.clean:
            self._last, self._equal = None, 0
            return Heard.SEVERAL if len(read.uids) > 1 else Heard.SETTLING if read.uids else Heard.WAITING
        uid = read.uids[0]
        if changes(uid):
            return Heard.CHANGING
        self._equal = self._equal + 1 if uid == self._last else 1
        self._last = uid
        if self._equal < EQUAL_LOOKS:
            return Heard.SETTLING
        self._last, self._equal, self._done = None, 0, uid
        return uid


class Enrolment:
    """One deck being enrolled, in suit order. `others` maps the tags of other decks to those decks' names."""

    def __init__(self, progress: Progress, others: Mapping[Uid, str]) -> None:
        self.progress = progress
        self._others = others
        self._tag = LoneTag()

    @property
    def prompt(self) -> Card | None:
        """The card to lay on the antenna now; None when all are done."""
        done = self.progress.done()
        return next((card for card in DECK if card not in done), None)

    def look(self, read: AntennaRead) -> Answer:
        """Take in one look at the enrolment antenna."""
        found, card = self._tag.look(read), self.prompt
        if isinstance(found, Heard):
            return Answer(found, card)
        mine = dict(self.progress.enrolled)
        if found in mine:
            return Answer(Heard.TAKEN, mine[found])
        if found in self._others:
            return Answer(Heard.FOREIGN, None, self._others[found])
        if card is None:
            return Answer(Heard.WAITING)
        self.progress = replace(self.progress, enrolled=(*self.progress.enrolled, (found, card)))
        return Answer(Heard.ENROLLED, card)

    def undo(self) -> Card | None:
        """Take back the newest card, enrolled or dead; None when there is none."""
        progress = self.progress
        newest = max(progress.done(), key=DECK.index, default=None)
        self.progress = replace(
            progress,
            enrolled=tuple(row for row in progress.enrolled if row[1] != newest),
            dead=tuple(card for card in progress.dead if card != newest),
        )
        return newest

    def mark_dead(self) -> Card | None:
        """The prompted card's tag does not answer: leave it out, to be replaced; None when all are done."""
        card = self.prompt
        if card is not None:
            self.progress = replace(self.progress, dead=(*self.progress.dead, card))
        return card


class Verification:
    """Each card of an enrolled deck laid down once more, in any order, and named for a person to agree."""

    def __init__(self, cards: Mapping[Uid, Card]) -> None:
        self._cards = dict(cards)
        self._seen: dict[Uid, Card] = {}
        self._tag = LoneTag()

    @property
    def left(self) -> tuple[Card, ...]:
        """Cards not yet shown."""
        return tuple(card for uid, card in self._cards.items() if uid not in self._seen)

    def look(self, read: AntennaRead) -> Answer:
        """`MATCHED` names the card that the tag stands for; the person says whether that is what lies there."""
        found = self._tag.look(read)
        if isinstance(found, Heard):
            return Answer(found)
        if found not in self._cards:
            return Answer(Heard.FOREIGN)
        card = self._cards[found]
        if found in self._seen:
            return Answer(Heard.TAKEN, card)
        self._seen[found] = card
        return Answer(Heard.MATCHED, card)
