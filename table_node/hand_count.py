"""How many hands each deck has seen, counted once each, whatever the node is stopped by.

What is not yet in a deck's file stands in a journal beside the outbox: the hand that is dealt now with its deck, and
the hands that are over. A deck's file names the last hand that it counted, so that a hand written just before a kill is
not written again.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from felt.fault import FeltFault, StorageFault
from felt.ids import HandId, Uid
from firmware_bridge.reading import AntennaRead
from table_node.decks import Decks
from table_node.enrolment.locked import count_hands

JOURNAL: Final = "hands.json"


class Tally(Struct, frozen=True, omit_defaults=True):
    """The journal: the hand that is dealt now, the deck it seems to come from, and by deck the hands not written."""

    hand: HandId | None = None
    deck: str = ""
    due: dict[str, tuple[HandId, ...]] = {}


class HandCount:
    """Counts each hand for the deck that it was dealt from, and writes it once the hand is over."""

    def __init__(self, decks: Decks, journal: Path, log: Callable[..., object]) -> None:
        """Goes on where `journal` was left; one that cannot be read is told to `log` and begun anew."""
        self._locked = decks.locked
        self._owner = {uid: deck.name for deck in decks.files if deck.name in decks.locked for uid in deck.cards}
        self._journal = journal
        self._log = log
        self._kept = self._read()
        self._hand, self._deck = self._kept.hand, self._kept.deck
        self._due = {deck: list(hands) for deck, hands in self._kept.due.items()}
        self._seen: set[Uid] = set()

    def see(self, read: AntennaRead) -> bool:
        """A look at the table: its tags tell which deck is dealt. True when that is to be written."""
        if self._hand is None:
            return False
        fresh = {uid for uid in read.uids if uid in self._owner} - self._seen
        if not fresh:
            return False
        self._seen |= fresh
        tags = [self._owner[uid] for uid in self._seen]
        before, self._deck = self._deck, max(sorted(set(tags)), key=tags.count)
        return self._deck != before

    def guide(self, hand: HandId | None) -> bool:
        """The hub's word on which hand is dealt; True when the one before it is over and is to be written."""
        if hand == self._hand:
            return False
        counted = self._hand is not None and bool(self._deck)
        if self._hand is not None and self._deck:
            self._due.setdefault(self._deck, []).append(self._hand)
        self._hand, self._deck, self._seen = hand, "", set()
        return counted

    async def write(self) -> None:
        """Keep what is not written yet, then add it to the decks' files; what cannot be added now is later."""
        await self._keep()
        for deck, hands in list(self._due.items()):
            place, written = self._locked.get(deck), tuple(hands)
            if place is None:
                continue  # a deck that this table has no more, until it comes back
            try:
                await asyncio.to_thread(count_hands, place.path, place.key, written)
            except FeltFault as fault:
                self._log("hands not counted", deck=deck, hands=len(written), fault=str(fault))
                continue
            del hands[: len(written)]
            if not hands:
                del self._due[deck]
        await self._keep()

    async def _keep(self) -> None:
        """The journal as it is now, on disk."""
        dealt = self._hand if self._deck else None
        tally = Tally(dealt, self._deck, {deck: tuple(hands) for deck, hands in self._due.items()})
        if tally == self._kept:
            return
        try:
            await asyncio.to_thread(self._store, tally)
        except StorageFault as fault:
            self._log("hands not kept", fault=str(fault))
            return
        self._kept = tally

    def _store(self, tally: Tally) -> None:
        """The old journal or the new one, never half; raises StorageFault."""
        fresh = self._journal.with_suffix(".new")
        try:
            with fresh.open("wb") as file:
                file.write(msgspec.json.encode(tally))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._journal)
        except OSError as error:
            raise StorageFault(f"hands dealt: {error.strerror}", where=str(self._journal)) from error

    def _read(self) -> Tally:
        try:
            return msgspec.json.decode(self._journal.read_bytes(), type=Tally)
        except FileNotFoundError:
            return Tally()
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._log("hands not recovered", journal=str(self._journal), fault=str(error))
            return Tally()
