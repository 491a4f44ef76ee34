"""`feltwire deck`: enrol, verify, swap a card, show, quarantine and release."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

from msgspec.structs import replace

from felt.card import DECK, parse_card
from felt.clock import SystemClock
from felt.fault import BadInput, ConfigFault
from table_node.enrolment.desk import NOT_FINISHED, Desk, Key, also, check_verifier, tags_of_others
from table_node.enrolment.locked import SUFFIX, DeckRecord, deck_key, existing_key, load_locked, save_locked
from table_node.enrolment.reader import DeskReader

KEY_FILE = "deck.key"
_NAME: Final = re.compile(r"^[A-Za-z0-9][A-Za-z0-9 _-]{0,47}$")

T = TypeVar("T")


async def typed() -> AsyncIterator[Key]:
    """Keys from standard input, a line each; anything else is told."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str] = asyncio.Queue()
    try:
        loop.add_reader(sys.stdin, lambda: lines.put_nowait(sys.stdin.readline()))
    except (OSError, ValueError):  # a plain file or nothing at all: nobody types
        return
    try:
        while line := await lines.get():
            word = line.strip().lower()
            if word in set(Key):
                yield Key(word)
            elif word:
                print(f"{word!r} means nothing here: {', '.join(Key)}")
    finally:
        loop.remove_reader(sys.stdin)


def enrol(name: str, folder: Path, *, reader: DeskReader, person: str) -> int:
    """Enrol deck `name` into `folder`, or go on where it was left. Exit code 1 when stopped before the end."""
    if not _NAME.match(name):
        raise BadInput(f"{name!r} cannot name a deck", remedy="1 to 48 letters, digits, blanks, '_' and '-'")
    if not person.strip():
        raise BadInput("nobody is named", where="--person", remedy="who enrols this deck")
    key, path = deck_key(folder / KEY_FILE), folder / f"{name}{SUFFIX}"
    record = load_locked(path, key) if path.exists() else DeckRecord(name, {}, quarantined=NOT_FINISHED)
    if len(record.cards) + len(record.dead) < len(DECK):
        record = replace(record, enrolled_by=also(record.enrolled_by, person))
    others = tags_of_others(folder, key, name)
    record = _at_the_desk(reader, lambda desk: desk.enrol(record, others, lambda deck: save_locked(deck, path, key)))
    print(describe(record))
    return int(record.quarantined == NOT_FINISHED)


def verify(file: Path, *, reader: DeskReader, person: str) -> int:
    """A second person lays every card down again. Exit code 1 unless the deck is verified at the end."""
    key = existing_key(file.parent / KEY_FILE)
    record = load_locked(file, key)
    check_verifier(record, person)
    record = _at_the_desk(reader, lambda desk: desk.verify(record, person))
    save_locked(record, file, key)
    print(describe(record))
    return int(not record.verified_by)


def swap(file: Path, card: str, *, reader: DeskReader, person: str) -> int:
    """Put a new piece of cardboard in place of one card; the deck must be verified again. Exit code 1 when stopped."""
    key, wanted = existing_key(file.parent / KEY_FILE), parse_card(card)
    record = load_locked(file, key)
    others = tags_of_others(file.parent, key, record.name)
    swapped = _at_the_desk(reader, lambda desk: desk.swap(record, wanted, others))
    if swapped is None:
        return 1
    swapped = replace(swapped, enrolled_by=also(swapped.enrolled_by, person))
    save_locked(swapped, file, key)
    print(describe(swapped))
    return 0


def show(file: Path) -> int:
    """Print a deck's history, and no tag of it."""
    print(describe(load_locked(file, existing_key(file.parent / KEY_FILE))))
    return 0


def quarantine(file: Path, why: str) -> int:
    """Mark a deck as not to be dealt; an empty `why` releases it."""
    key = existing_key(file.parent / KEY_FILE)
    record = load_locked(file, key)
    if not why and len(set(record.cards.values())) < len(DECK):
        missing = len(DECK) - len(set(record.cards.values()))
        raise ConfigFault(f"{missing} cards are not enrolled", where=str(file), remedy="enrol or swap them first")
    record = replace(record, quarantined=why)
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


def _say(line: str) -> None:
    print(line, flush=True)


def _at_the_desk(reader: DeskReader, work: Callable[[Desk], Awaitable[T]]) -> T:
    async def run() -> T:
        clock = SystemClock()
        desk = Desk(reader.plan, reader.opener(clock), clock, say=_say, keys=typed())
        return await work(desk)

    return asyncio.run(run())
