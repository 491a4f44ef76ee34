"""What table and hub remark reaches the dealer in the page's language, and in English where nobody knows the key."""

import msgspec
import pytest
from msgspec.structs import replace

from felt.ids import DeviceId
from felt.note import NOTES, Note, NoteKey, english, note
from felt.place import SeatNo, Spot
from felt.situation import Situation
from hub.languages import LANGUAGES, Catalogue, catalogue
from hub.rules.noted import noted
from hub.rules.ruling import HandBegan, Noted, Outcome, TablePicture
from hub.views.dealer import DealerView, dealer_view
from hub.views.remarks import note_words
from hub.views.status import DeviceStatus, TableStatus
from hub.views.translate import in_language
from tests.hub.views import pictures
from tests.hub.views.pictures import status

OTHERS = [language for language in LANGUAGES if language != "en"]
FILLED = {
    "at": "seat4",
    "device": "node-1",
    "part": "reader-2",
    "street": "fourth",
    "spot": "muck",
    "situation": "missing-burn",
    "place": "board",
    "card": "Kh",
    "count": "3",
    "have": "1",
    "need": "2",
}
READER = "reader-2"


def view_of(now: TableStatus, words: Catalogue) -> DealerView:
    return in_language(dealer_view(now), now, words)


def unwatched(why: str, said: Note | None) -> TablePicture:
    return replace(pictures.UNWATCHED, not_watching_why=why, not_watching_note=said)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", NoteKey)
def test_every_note_is_said_in_the_language_of_the_page(key: NoteKey, language: str) -> None:
    words = catalogue(language)
    said = note_words(Note(key.value, FILLED), NOTES[key], words)
    assert said.startswith(f"{words.places[Spot.SEAT]} 4: ")
    assert "{" not in said
    assert not [word for word in ("missing-burn", "muck", "fourth") if f" {word}" in said]


@pytest.mark.parametrize("language", OTHERS)
def test_all_places_of_the_page_say_it_so(language: str) -> None:
    words = catalogue(language)
    doubt = Note("doubt-several", {"at": "board"})
    seen = noted(NoteKey.SEAT_UNSURE, SeatNo(3))
    picture = replace(
        pictures.FLOP,
        partial=english(note(NoteKey.PARTIAL_OPENING)),
        partial_note=note(NoteKey.PARTIAL_OPENING),
        notes=(Noted("board: a card is read at several places", note=doubt), seen),
        seats=tuple(replace(seat, amber=seen.text, note=seen.note) for seat in pictures.FLOP.seats),
    )
    view = view_of(status(picture), words)
    opening = words.notes[NoteKey.PARTIAL_OPENING]
    assert view.watch.detail == words.words["partial-why"].format(why=opening)
    assert view.notes == (
        note_words(doubt, "", words),
        f"{words.words['seat-title'].format(seat=3)}: {words.notes[NoteKey.SEAT_UNSURE]}",
    )
    assert {seat.amber for seat in view.seats} == {words.notes[NoteKey.SEAT_UNSURE]}
    view = view_of(status(unwatched("service", note(NoteKey.WATCH_SERVICE))), words)
    assert view.watch.detail == words.notes[NoteKey.WATCH_SERVICE]


@pytest.mark.parametrize("language", OTHERS)
def test_lost_devices_and_parts_are_said_so(language: str) -> None:
    words = catalogue(language)
    gone = DeviceStatus(DeviceId("node-2"), online=False)
    silent = replace(pictures.LOST, notes={READER: note(NoteKey.PART_SILENT)})
    now = replace(status(pictures.FLOP), devices=(silent, gone))
    assert view_of(now, words).lost == (
        words.notes[NoteKey.PART_OFFLINE].format(device="node-2"),
        f"node-1: {READER}: {words.notes[NoteKey.PART_SILENT]}",
    )


@pytest.mark.parametrize("said", [None, Note("weather-rain"), Note("part-offline")])
def test_a_note_without_a_key_with_another_or_lacking_a_word_is_said_in_english(said: Note | None) -> None:
    """An older node, a newer node, an old record."""
    words = catalogue("ka")
    picture = replace(unwatched("it rains", said), notes=(Noted("it rains", SeatNo(3), said),))
    device = replace(pictures.LOST, notes={} if said is None else {READER: said})
    view = view_of(replace(status(picture), devices=(device,)), words)
    assert view.watch.detail == "it rains"
    assert view.notes == (f"{words.words['seat-title'].format(seat=3)}: it rains",)
    assert view.lost == (f"node-1: {READER}: does not answer",)


def test_a_value_that_no_vocabulary_has_is_said_as_it_is() -> None:
    words = catalogue("ru")
    for name in ("spot", "place", "at", "situation", "street"):
        said = Note("dead-back", {"spot": "muck", name: "moon7"})
        assert ("moon7" in note_words(said, "", words)) == (name in ("spot", "at"))
    assert words.situations[Situation.MISSING_BURN] in note_words(
        note(NoteKey.TOO_LATE, situation=Situation.MISSING_BURN), "", words
    )


def test_the_clause_stands_behind() -> None:
    said = note(NoteKey.SLIP_OUT_OF_TURN, clause="gpc 53")
    assert note_words(said, "", catalogue("he")).endswith(" (gpc 53)")


def test_a_recorded_outcome_without_a_key_is_still_read() -> None:
    old = b'[{"outcome":"Noted","text":"shows a card","seat":3},{"outcome":"HandBegan","hand":"1","partial":"a gap"}]'
    read = msgspec.json.decode(old, type=tuple[Outcome, ...])
    assert isinstance(read[0], Noted)
    assert isinstance(read[1], HandBegan)
    assert (read[0].note, read[1].note) == (None, None)


def test_a_shadowed_table_says_no_notes_in_any_language() -> None:
    picture = replace(pictures.FLOP, notes=(noted(NoteKey.SEAT_UNSURE, SeatNo(3)),))
    for language in LANGUAGES:
        assert view_of(status(picture, authority="silent"), catalogue(language)).notes == ()
