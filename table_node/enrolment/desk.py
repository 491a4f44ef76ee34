"""The custodian's desk: one antenna, a line of text each way, and a deck file at the end."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from felt.card import DECK, Card
from felt.clock import Clock
from felt.fault import ConfigFault, StorageFault
from felt.ids import Uid
from firmware_bridge.reader.port import OpenReader
from firmware_bridge.reader.sweep import SweepPlan, sweep
from firmware_bridge.reading import AntennaRead, PartFound, PartLost
from table_node.enrolment.locked import DeckRecord, load_locked, save_locked
from table_node.enrolment.session import Answer, Enrolment, Heard, Progress, Verification

HELP: Final = "u = take back the last card, d = this card's tag is dead, q = stop here and go on another day"
_WORDS: Final[Mapping[Heard, str]] = {
    Heard.SEVERAL: "more than one card on the antenna: leave one",
    Heard.TAKEN: "this card was enrolled already",
    Heard.FOREIGN: "this card belongs to another deck",
}


class Key(StrEnum):
    """What the custodian may type."""

    UNDO = "u"
    DEAD = "d"
    QUIT = "q"
    NO = "n"


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

    async def enrol(self, name: str, draft: Path, others: Mapping[Uid, str], person: str) -> DeckRecord | None:
        """Walk through 52 cards; None when stopped before the end, with the walk kept in `draft`."""
        walk = Enrolment(load_draft(draft, name), others)
        self._say(f"Enrolling deck {name!r}: {len(walk.progress.done())} of {len(DECK)} done. {HELP}")
        self._prompt(walk)
        async with aclosing(self._happenings()) as happenings:
            async for happening in happenings:
                if happening is Key.QUIT:
                    return None
                if isinstance(happening, Key):
                    self._edit(walk, happening)
                elif not self._report(walk.look(happening), walk):
                    continue
                save_draft(draft, walk.progress)
                if walk.prompt is None:
                    break
        record = DeckRecord(name, dict(walk.progress.enrolled), walk.progress.dead, enrolled_by=person)
        if record.dead:
            record = replace(record, quarantined="dead tags: " + " ".join(record.dead))
        return record

    async def verify(self, record: DeckRecord, person: str) -> DeckRecord:
        """Every card once more, in any order; `n` says that another card lies there, and quarantines the deck."""
        walk, newest = Verification(record.cards), Card("")
        self._say(f"Verifying {record.name!r}. Lay down each card; n = another card lies there, q = stop here")
        async with aclosing(self._happenings()) as happenings:
            async for happening in happenings:
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
                elif answer.heard in _WORDS:
                    self._say(_WORDS[answer.heard])
                if not walk.left:
                    break
        if person == record.enrolled_by:
            raise ConfigFault(f"{person} enrolled this deck", where="verify", remedy="a second person verifies it")
        return replace(record, verified_by=person)

    async def swap(self, record: DeckRecord, card: Card, others: Mapping[Uid, str]) -> DeckRecord | None:
        """A new piece of cardboard for one card; None when stopped."""
        rest = {uid: kept for uid, kept in record.cards.items() if kept != card}
        finished = tuple((uid, kept) for uid, kept in rest.items())
        walk = Enrolment(
            Progress(record.name, finished, tuple(c for c in DECK if c not in rest.values() and c != card)), others
        )
        self._say(f"Lay the new {card} on the antenna")
        async with aclosing(self._happenings()) as happenings:
            async for happening in happenings:
                if happening is Key.QUIT:
                    return None
                if isinstance(happening, Key):
                    continue
                if self._report(walk.look(happening), walk) and walk.prompt is None:
                    break
        dead = tuple(other for other in record.dead if other != card)
        return replace(
            record,
            cards=dict(walk.progress.enrolled),
            dead=dead,
            verified_by="",
            quarantined=record.quarantined if dead else "",
        )

    def _prompt(self, walk: Enrolment) -> None:
        if walk.prompt is not None:
            self._say(f"Lay down {walk.prompt}   ({len(DECK) - len(walk.progress.done())} left)")

    def _report(self, answer: Answer, walk: Enrolment) -> bool:
        """Say what a look led to; True when a card was enrolled."""
        if answer.heard in _WORDS:
            about = f" ({answer.card or answer.deck})" if answer.card or answer.deck else ""
            self._say(_WORDS[answer.heard] + (about if answer.heard is not Heard.SEVERAL else ""))
        if answer.heard is not Heard.ENROLLED:
            return False
        self._say(f"{answer.card} enrolled")
        self._prompt(walk)
        return True

    def _edit(self, walk: Enrolment, key: Key) -> None:
        if key is Key.UNDO:
            taken = walk.undo()
            self._say(f"{taken} taken back" if taken else "nothing to take back")
        elif key is Key.DEAD:
            self._say(f"{walk.mark_dead()} has a dead tag")
        self._prompt(walk)

    async def _happenings(self) -> AsyncIterator[AntennaRead | Key]:
        """Looks and keys as they come."""
        queue: asyncio.Queue[AntennaRead | Key] = asyncio.Queue()
        tasks = [asyncio.create_task(self._looks(queue)), asyncio.create_task(self._typed(queue))]
        try:
            while True:
                yield await queue.get()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _looks(self, queue: asyncio.Queue[AntennaRead | Key]) -> None:
        async with aclosing(sweep(self._plan, self._open_reader, self._clock)) as readings:
            async for reading in readings:
                if isinstance(reading, AntennaRead):
                    await queue.put(reading)
                elif isinstance(reading, PartLost):
                    self._say(f"reader lost: {reading.why}")
                elif isinstance(reading, PartFound):
                    self._say(f"reader found: {reading.version}")

    async def _typed(self, queue: asyncio.Queue[AntennaRead | Key]) -> None:
        async for key in self._keys:
            await queue.put(key)


def load_draft(path: Path, name: str) -> Progress:
    """What an earlier session left; an empty start when there is none. Raises ConfigFault."""
    if not path.exists():
        return Progress(name)
    try:
        progress = msgspec.json.decode(path.read_bytes(), type=Progress)
    except (OSError, msgspec.MsgspecError) as error:
        raise ConfigFault(
            f"the draft cannot be read: {error}", where=str(path), remedy="delete it to begin anew"
        ) from error
    if progress.name != name:
        raise ConfigFault(f"the draft is of deck {progress.name!r}", where=str(path), remedy="finish or delete it")
    return progress


def save_draft(path: Path, progress: Progress) -> None:
    """Keep the walk so that it can be taken up again. Raises StorageFault."""
    fresh = path.with_suffix(".new")
    try:
        fresh.write_bytes(msgspec.json.encode(progress))
        fresh.chmod(0o600)
        fresh.replace(path)
    except OSError as error:
        raise StorageFault(f"draft: {error}", where=str(path)) from error


def tags_of_others(folder: Path, key: bytes, name: str) -> dict[Uid, str]:
    """The tags of every other locked deck in `folder`, with its name. Raises ConfigFault."""
    found: dict[Uid, str] = {}
    for path in sorted(folder.glob("*.deck")):
        record = load_locked(path, key)
        if record.name != name:
            found.update(dict.fromkeys(record.cards, record.name))
    return found


__all__ = ["Desk", "Key", "load_draft", "save_draft", "save_locked", "tags_of_others"]
