"""What the node says of its parts: for a technician in full, and for whoever stands at the table by a key."""

from collections.abc import Iterable
from typing import Final

from felt.fault import StorageFault
from felt.ids import DeviceId
from felt.note import NOTES, Note, NoteKey, note
from firmware_bridge.reading import PartLost

OK: Final = "ok"
_STORE: Final = "outbox"
_HUB: Final = "hub"


class PartWords:
    """The newest word on each part: `texts` as in `Health.parts`, `notes` of those that are not well."""

    def __init__(self, parts: Iterable[DeviceId]) -> None:
        self.texts: dict[str, str] = {}
        self.notes: dict[str, Note] = {}
        for part in parts:
            self.wait_for(part)

    def wait_for(self, part: DeviceId) -> None:
        """Nothing was heard of it yet."""
        self.say(part, NOTES[NoteKey.PART_WAITING], note(NoteKey.PART_WAITING))

    def ended(self, part: DeviceId) -> None:
        """It was a recording, which is over."""
        self.say(part, NOTES[NoteKey.PART_ENDED], note(NoteKey.PART_ENDED))

    def found(self, part: DeviceId) -> None:
        """It answers."""
        self.texts[part] = OK
        self.notes.pop(part, None)

    def lost(self, word: PartLost) -> None:
        """It does not answer."""
        self.say(word.part, word.why, word.note)

    def say(self, part: str, why: str, said: Note | None) -> bool:
        """It is not well; True when that is another word than the last one."""
        before = self.texts.get(part)
        self.texts[part] = why
        self.notes.pop(part, None)
        if said is not None:
            self.notes[part] = said
        return before != why

    def with_store(self, fault: StorageFault | None, refused: str | None) -> "PartWords":
        """The same, with what is wrong with the node's own store and what the hub says against the node."""
        words = PartWords(())
        words.texts, words.notes = {**self.texts, _STORE: OK}, dict(self.notes)
        if fault is not None:
            words.say(_STORE, str(fault), note(NoteKey.STORE_FULL))
        if refused is not None:
            words.say(_HUB, refused, note(NoteKey.HUB_REFUSES))
        return words
