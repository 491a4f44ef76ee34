"""`feltwire deck`: enrol, verify, swap a card, show, quarantine and release."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from felt.card import parse_card
from felt.clock import SystemClock
from felt.fault import ConfigFault
from felt.ids import DeviceId
from firmware_bridge.reader.kinds import reader_opener
from firmware_bridge.reader.sweep import SweepPlan
from firmware_bridge.reading import AntennaNo
from table_node.enrolment.desk import NOT_FINISHED, Desk, Key, tags_of_others
from table_node.enrolment.locked import SUFFIX, DeckRecord, deck_key, load_locked, save_locked

READER = DeviceId("desk")
KEY_FILE = "deck.key"

T = TypeVar("T")


async def typed() -> AsyncIterator[Key]:
    """Keys from standard input, a line each; anything else is told."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop.add_reader(sys.stdin, lambda: lines.put_nowait(sys.stdin.readline()))
    try:
        while line := await lines.get():
            word = line.strip().lower()
            if word in set(Key):
                yield Key(word)
            elif word:
                print(f"{word!r} means nothing here: {', '.join(Key)}")
    finally:
        loop.remove_reader(sys.stdin)


def enrol(name: str, folder: Path, *, port: str, kind: str, antenna: int, person: str) -> int:
    """Enrol deck `name` into `folder`, or go on where it was left. Exit code 1 when stopped before the end."""
    key, path = deck_key(folder / KEY_FILE), folder / f"{name}{SUFFIX}"
    record = load_locked(path, key) if path.exists() else DeckRecord(name, {}, enrolled_by=person)
    others = tags_of_others(folder, key, name)
    record = _at_the_desk(
        port, kind, antenna, lambda desk: desk.enrol(record, others, lambda deck: save_locked(deck, path, key))
    )
    print(describe(record))
    return int(record.quarantined == NOT_FINISHED)


def verify(file: Path, *, port: str, kind: str, antenna: int, person: str) -> int:
    """A second person lays every card down again. Exit code 1 unless the deck is verified at the end."""
    key = deck_key(file.parent / KEY_FILE)
    record = load_locked(file, key)
    if person == record.enrolled_by:
        raise ConfigFault(f"{person} enrolled this deck", where=str(file), remedy="a second person verifies it")
    record = _at_the_desk(port, kind, antenna, lambda desk: desk.verify(record, person))
    save_locked(record, file, key)
    print(describe(record))
    return int(not record.verified_by)


def swap(file: Path, card: str, *, port: str, kind: str, antenna: int) -> int:
    """Put a new piece of cardboard in place of one card; the deck must be verified again. Exit code 1 when stopped."""
    key, wanted = deck_key(file.parent / KEY_FILE), parse_card(card)
    record = load_locked(file, key)
    others = tags_of_others(file.parent, key, record.name)
    swapped = _at_the_desk(port, kind, antenna, lambda desk: desk.swap(record, wanted, others))
    if swapped is None:
        return 1
    save_locked(swapped, file, key)
    print(describe(swapped))
    return 0


def show(file: Path) -> int:
    """Print a deck's history, and no tag of it."""
    print(describe(load_locked(file, deck_key(file.parent / KEY_FILE))))
    return 0


def quarantine(file: Path, why: str) -> int:
    """Mark a deck as not to be dealt; an empty `why` releases it."""
    key = deck_key(file.parent / KEY_FILE)
    record = replace(load_locked(file, key), quarantined=why)
    save_locked(record, file, key)
    print(describe(record))
    return 0


def describe(record: DeckRecord) -> str:
    """A deck's history in a line for people."""
    words = [f"deck {record.name}: {len(record.cards)} cards, {record.hands} hands"]
    words.append(f"enrolled by {record.enrolled_by}" if record.enrolled_by else "")
    words.append(f"verified by {record.verified_by}" if record.verified_by else "not verified")
    words.append(f"NOT TO BE DEALT: {record.quarantined}" if record.quarantined else "")
    return ", ".join(word for word in words if word)


def _at_the_desk(port: str, kind: str, antenna: int, work: Callable[[Desk], Awaitable[T]]) -> T:
    async def run() -> T:
        clock = SystemClock()
        plan = SweepPlan(READER, (AntennaNo(antenna),))
        desk = Desk(plan, reader_opener(kind, READER, port, clock=clock), clock, say=print, keys=typed())
        return await work(desk)

    return asyncio.run(run())
