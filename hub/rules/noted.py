"""How the rules remark something: by a key, so that a page can say it in any language."""

from felt.note import Note, NoteKey, english, note
from felt.place import SeatNo
from hub.rules.ruling import Noted


def noted(key: NoteKey, seat: SeatNo | None = None, /, **of: str | int) -> Noted:
    """A note for the page, with what is filled in, about `seat`."""
    return said(note(key, **of), seat)


def said(what: Note, seat: SeatNo | None = None) -> Noted:
    """A note that is made already, about `seat`."""
    return Noted(english(what), seat, what)
