"""The custodian's desk: one antenna, a line of text each way, and a deck file at the end."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from enum import StrEnum
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from felt.card import DECK, Card
from felt.clock import Clock
from felt.fault import ConfigFault, LinkLost
from felt.ids import Uid
from firmware_bridge.reader.port import OpenReader
from firmware_bridge.reader.sweep import SweepPlan, sweep
from firmware_bridge.reading import AntennaRead, PartFound, PartLost
from table_node.enrolment.locked import DeckRecord, load_locked
from table_node.enrolment.session import Answer, Enrolment, Heard, Progress, Verification

HELP: Final = "u = take back the last card, d = this card's tag is dead, q = stop here and go on another day"
NOT_FINISHED: Final = "not finished"
_WORDS: Final[Mapping[Heard, str]] = {
    Heard.SEVERAL: "more than one card on the antenna: leave one",
    Heard.CHANGING: "this card makes up another number at each look: it cannot be told again",
    Heard.TAKEN: "this card was enrolled already",
    Heard.FOREIGN: "this card belongs to another deck",
}
_SETTLED: Final = frozenset({Heard.WAITING, Heard.ENROLLED, Heard.MATCHED})


PEOPLE: Final = " and "
"""Between the names of those who enrolled a deck."""


class Key(StrEnum):
    """What the custodian may type."""

    UNDO = "u"
    DEAD = "d"
    QUIT = "q"
    NO = "n"


Happenings = asyncio.Queue[AntennaRead | Key | Exception]


class Desk:
    """`say` shows a line; `keys` yields what is typed. The reader is swept on the one antenna of `plan`."""

    def __init__(
        self,
        plan: SweepPlan,
        open_reader: OpenReader,
        clock: Clock,
        *,
        say: Callable[[str], None],
        keys: AsyncIterator[Key],
    ) -> None:
        self._plan = plan
        self._open_reader = open_reader
        self._clock = clock
        self._say = say
        self._keys = keys
        self._complaint: Answer | None = None

    async def enrol(
        self, record: DeckRecord, others: Mapping[Uid, str], keep: Callable[[DeckRecord], None]
    ) -> DeckRecord:
        """Walk through what is left of the 52 cards, giving `keep` the deck after each; stops early at `q`."""
        walk = Enrolment(Progress(record.name, tuple(record.cards.items()), record.dead), others)
        self._say(f"Enrolling deck {record.name!r}: {len(walk.progress.done())} of {len(DECK)} done. {HELP}")
        self._prompt(walk)
        async with aclosing(self._happenings()) as happenings:
            while walk.prompt is not None:
                happening = await anext(happenings)
                if happening is Key.QUIT:
                    break
                if isinstance(happening, Key):
                    self._edit(walk, happening)
                elif not self._report(walk.look(happening), walk):
                    continue
                record = _after(record, walk)
                keep(record)
        return record

    async def verify(self, record: DeckRecord, person: str) -> DeckRecord:
        """Every card once more, in any order; `n` says that another card lies there, and quarantines the deck."""
        check_verifier(record, person)
        walk, newest = Verification(record.cards), Card("")
        self._say(f"Verifying {record.name!r}. Lay down each card; n = another card lies there, q = stop here")
        async with aclosing(self._happenings()) as happenings:
            async for happening in happenings:
                if happening is Key.NO and not newest:
                    self._say("lay down a card first")
                    continue
                if happening is Key.NO:
                    return replace(record, verified_by="", quarantined=f"{person} saw another card than {newest}")
                if happening is Key.QUIT:
                    return record
                if isinstance(happening, Key):
                    continue
                answer = walk.look(happening)
                if answer.heard is Heard.MATCHED and answer.card is not None:
                    newest = answer.card
                    self._say(f"{newest}   ({len(walk.left)} left)")
                self._complain(answer)
                if not walk.left:
                    break
        return replace(record, verified_by=person)

    async def swap(self, record: DeckRecord, card: Card, others: Mapping[Uid, str]) -> DeckRecord | None:
        """A new piece of cardboard for one card; None when stopped."""
        kept = tuple(row for row in record.cards.items() if row[1] != card)
        old = {uid: "the old piece" for uid, other in record.cards.items() if other == card}
        enrolled = {other for _, other in kept}
        absent = tuple(other for other in DECK if other not in enrolled and other != card)
        walk = Enrolment(Progress(record.name, kept, absent), {**others, **old})
        self._say(f"Lay the new {card} on the antenna")
        async with aclosing(self._happenings()) as happenings:
            async for happening in happenings:
                if happening is Key.QUIT:
                    return None
                if isinstance(happening, Key):
                    continue
                if self._report(walk.look(happening), walk) and walk.prompt is None:
                    break
        return replace(_after(record, walk), dead=absent)

    def _prompt(self, walk: Enrolment) -> None:
        if walk.prompt is not None:
            self._say(f"Lay down {walk.prompt}   ({len(DECK) - len(walk.progress.done())} left)")

    def _report(self, answer: Answer, walk: Enrolment) -> bool:
        """Say what a look led to; True when a card was enrolled."""
        self._complain(answer)
        if answer.heard is not Heard.ENROLLED:
            return False
        self._say(f"{answer.card} enrolled")
        self._prompt(walk)
        return True

    def _complain(self, answer: Answer) -> None:
        """Say once what is wrong with what lies there, until it is put right."""
        if answer.heard in _SETTLED:
            self._complaint = None
        elif answer.heard in _WORDS and answer != self._complaint:
            self._complaint = answer
            which = (answer.card or answer.deck) if answer.heard in (Heard.TAKEN, Heard.FOREIGN) else ""
            self._say(_WORDS[answer.heard] + (f" ({which})" if which else ""))

    def _edit(self, walk: Enrolment, key: Key) -> None:
        if key is Key.UNDO:
            taken = walk.undo()
            self._say(f"{taken} taken back" if taken else "nothing to take back")
        elif key is Key.DEAD:
            self._say(f"{walk.mark_dead()} has a dead tag")
        self._prompt(walk)

    async def _happenings(self) -> AsyncGenerator[AntennaRead | Key, None]:
        """Looks and keys as they come."""
        queue: asyncio.Queue[AntennaRead | Key | Exception] = asyncio.Queue()
        tasks = [asyncio.create_task(self._told(source, queue)) for source in (self._looks, self._typed)]
        try:
            while True:
                happening = await queue.get()
                if isinstance(happening, Exception):
                    raise happening
                yield happening
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _told(self, source: Callable[[Happenings], Awaitable[None]], queue: Happenings) -> None:
        """Run one source; what it fails by is a happening too, or the desk would wait for ever."""
        try:
            await source(queue)
        except Exception as error:
            await queue.put(error)

    async def _looks(self, queue: Happenings) -> None:
        async with aclosing(sweep(self._plan, self._open_reader, self._clock)) as readings:
            async for reading in readings:
                if isinstance(reading, AntennaRead):
                    await queue.put(reading)
                elif isinstance(reading, PartLost):
                    self._say(f"reader lost: {reading.why}")
                elif isinstance(reading, PartFound):
                    self._say(f"reader found: {reading.version}")
        raise LinkLost("the reader's recording ended", where=self._plan.reader)

    async def _typed(self, queue: Happenings) -> None:
        async for key in self._keys:
            await queue.put(key)


def also(people: str, person: str) -> str:
    """The names of `people` and `person`, each once."""
    known = people.split(PEOPLE) if people else []
    return PEOPLE.join(known if _folded(person) in map(_folded, known) else [*known, " ".join(person.split())])


def check_verifier(record: DeckRecord, person: str) -> None:
    """Raises ConfigFault when the deck is not finished, or `person` has no name or enrolled a part of it."""
    if record.quarantined == NOT_FINISHED or not record.cards:
        raise ConfigFault(f"deck {record.name!r} is not finished", where="verify", remedy="enrol it to the end first")
    if not person.strip():
        raise ConfigFault("nobody is named", where="verify", remedy="the name of the second person")
    if _folded(person) in map(_folded, record.enrolled_by.split(PEOPLE)):
        raise ConfigFault(f"{person} enrolled this deck", where="verify", remedy="a second person verifies it")


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _after(record: DeckRecord, walk: Enrolment) -> DeckRecord:
    """The deck as the walk has it now; whatever was verified before must be verified again."""
    progress = walk.progress
    why = NOT_FINISHED if walk.prompt is not None else ""
    if progress.dead and not why:
        why = "dead tags: " + " ".join(progress.dead)
    return replace(record, cards=dict(progress.enrolled), dead=progress.dead, verified_by="", quarantined=why)


def tags_of_others(folder: Path, key: bytes, name: str) -> dict[Uid, str]:
    """The tags of every other locked deck in `folder`, with its name. Raises ConfigFault."""
    found: dict[Uid, str] = {}
    for path in sorted(folder.glob("*.deck")):
        record = load_locked(path, key)
        if record.name != name:
            found.update(dict.fromkeys(record.cards, record.name))
    return found
