"""Notes in a catalogue's words; the English sentence where the catalogue has no such key."""

from typing import Final

from felt.fault import BadInput
from felt.note import Note, NoteKey
from felt.place import Place, Spot, parse_place
from felt.situation import Situation
from hub.languages import Catalogue
from hub.rules.ruling import Noted
from hub.views.status import TableStatus
from hub.views.watch import broken_parts, gone_devices, offline

_STREETS: Final = {
    "flop": "round-2",
    "turn": "round-3",
    "river": "round-4",
    "third": "street-1",
    "fourth": "street-2",
    "fifth": "street-3",
    "sixth": "street-4",
    "seventh": "street-5",
    "next": "street-next",
}


def note_words(said: Note | None, text: str, words: Catalogue) -> str:
    """The note in the catalogue's words; `text`, its English, where there is no key, another one, or a value lacks."""
    if said is None or said.key not in words.notes:
        return text
    values = {name: _value(name, value, words) for name, value in said.of.items()}
    try:
        sentence = words.notes[NoteKey(said.key)].format_map(values)
    except KeyError:
        return text
    if "at" in values:
        sentence = f"{values['at']}: {sentence}"
    return f"{sentence} ({values['clause']})" if "clause" in values else sentence


def noted_words(noted: Noted, words: Catalogue) -> str:
    """A line of the page's notes: which seat, and what."""
    text = note_words(noted.note, noted.text, words)
    return text if noted.seat is None else f"{words.words['seat-title'].format(seat=noted.seat)}: {text}"


def lost_words(status: TableStatus, words: Catalogue) -> tuple[str, ...]:
    """Devices that are gone and parts that do not work, as `lost_devices` lists them."""
    gone = [note_words(offline(device), "", words) for device in gone_devices(status)]
    broken = [f"{each.device}: {each.part}: {note_words(each.note, each.why, words)}" for each in broken_parts(status)]
    return (*gone, *broken)


def _value(name: str, value: str, words: Catalogue) -> str:
    """A value in the catalogue's words where it is a vocabulary's word, else as it is."""
    match name:
        case "at" | "place":
            return _place(value, words)
        case "spot" if value in words.places:
            return words.places[Spot(value)]
        case "situation" if value in words.situations:
            return words.situations[Situation(value)]
        case "street" if value in _STREETS:
            return words.words[_STREETS[value]]
        case _:
            return value


def _place(text: str, words: Catalogue) -> str:
    try:
        place: Place = parse_place(text)
    except BadInput:
        return text
    name = words.places[place.spot]
    return name if place.number is None else f"{name} {place.number}"
