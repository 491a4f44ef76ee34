"""The decks of one table: plain files or locked ones, and which of them may be dealt."""

from pathlib import Path

from msgspec import Struct

from felt.fault import ConfigFault
from hardware.deck import DeckFile, load_deck
from table_node.enrolment.locked import SUFFIX, existing_key, load_locked

KEY_FILE = "deck.key"


class LockedDeck(Struct, frozen=True):
    """Where a locked deck lies, for its hands to be counted."""

    path: Path
    key: bytes


class Decks(Struct, frozen=True):
    """The decks of a table, and by name those that are locked."""

    files: tuple[DeckFile, ...]
    locked: dict[str, LockedDeck]


def load_decks(paths: tuple[Path, ...], data: Path, *, verified_only: bool) -> Decks:
    """Read each deck; a `.deck` file is opened with `data`/deck.key, else with the key beside it.

    Raises ConfigFault for a deck that is not to be dealt, that nobody verified though the room demands it, or that
    cannot be read.
    """
    files: list[DeckFile] = []
    locked: dict[str, LockedDeck] = {}
    for path in paths:
        if path.suffix != SUFFIX:
            if verified_only:
                raise ConfigFault("a plain deck file was verified by nobody", where=str(path), remedy="a .deck file")
            files.append(load_deck(path))
            continue
        key = existing_key(_key_path(path, data))
        record = load_locked(path, key)
        if record.quarantined:
            raise ConfigFault(f"deck {record.name!r} is not to be dealt: {record.quarantined}", where=str(path))
        if verified_only and not record.verified_by:
            raise ConfigFault(
                f"deck {record.name!r} was verified by nobody, which this room demands",
                where=str(path),
                remedy="feltwire deck verify",
            )
        files.append(DeckFile(record.name, dict(record.cards)))
        locked[record.name] = LockedDeck(path, key)
    return Decks(tuple(files), locked)


def _key_path(deck: Path, data: Path) -> Path:
    own, beside = data / KEY_FILE, deck.with_name(KEY_FILE)
    return own if own.exists() or not beside.exists() else beside
