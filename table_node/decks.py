"""The decks of one table: plain files or locked ones, which of them may be dealt, and how many hands each has seen."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from felt.fault import ConfigFault, FeltFault
from felt.ids import HandId, Uid
from firmware_bridge.reading import AntennaRead
from hardware.deck import DeckFile, load_deck
from table_node.enrolment.locked import SUFFIX, count_hands, existing_key, load_locked

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


class HandCount:
    """Counts each hand for the deck that it was dealt from, and writes it once the hand is over."""

    def __init__(self, decks: Decks, log: Callable[..., object]) -> None:
        self._locked: Mapping[str, LockedDeck] = decks.locked
        self._owner = {uid: deck.name for deck in decks.files if deck.name in decks.locked for uid in deck.cards}
        self._log = log
        self._hand: HandId | None = None
        self._seen: set[Uid] = set()
        self._due: dict[str, int] = {}

    def see(self, read: AntennaRead) -> None:
        """A look at the table: its tags tell which deck is dealt."""
        if self._hand is not None:
            self._seen.update(uid for uid in read.uids if uid in self._owner)

    def guide(self, hand: HandId | None) -> bool:
        """The hub's word on which hand is dealt; True when the one before it is over and its deck is to be counted."""
        if hand == self._hand:
            return False
        tags = [self._owner[uid] for uid in self._seen]
        counted = self._hand is not None and bool(tags)
        if counted:
            deck = max(sorted(set(tags)), key=tags.count)
            self._due[deck] = self._due.get(deck, 0) + 1
        self._hand, self._seen = hand, set()
        return counted

    async def write(self) -> None:
        """Add what is due to the decks' files; what cannot be written now is added after a later hand."""
        for deck, hands in list(self._due.items()):
            place = self._locked[deck]
            try:
                await asyncio.to_thread(count_hands, place.path, place.key, hands)
            except FeltFault as fault:
                self._log("hands not counted", deck=deck, hands=hands, fault=str(fault))
                continue
            self._due[deck] -= hands
            if not self._due[deck]:
                del self._due[deck]


def _key_path(deck: Path, data: Path) -> Path:
    own, beside = data / KEY_FILE, deck.with_name(KEY_FILE)
    return own if own.exists() or not beside.exists() else beside
