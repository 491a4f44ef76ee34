"""Notes: each key has a sentence, and a note of another release travels and is read."""

import re
from string import Formatter

import msgspec
import pytest

from felt.fact import Fact, SensorDoubted, WatchChanged
from felt.fault import FeltFault, LinkLost, LinkTimeout, ProtocolFault
from felt.note import NOTES, Note, NoteKey, at_place, english, fault_note, note
from felt.order import Health
from felt.place import BOARD


def test_every_key_has_a_sentence() -> None:
    assert set(NOTES) == set(NoteKey)
    assert all(re.fullmatch("[a-z][a-z-]{0,39}", key) for key in NoteKey)


@pytest.mark.parametrize("key", NoteKey)
def test_a_note_is_said_with_all_that_is_filled_in(key: NoteKey) -> None:
    names = [name for _, name, _, _ in Formatter().parse(NOTES[key]) if name is not None]
    said = english(note(key, **dict.fromkeys(names, "flop")))
    assert "{" not in said
    assert said.count("flop") == len(names)


def test_a_street_and_a_place_are_said_as_people_say_them() -> None:
    assert english(note(NoteKey.BURN_UNSEEN, street="turn")) == "burn not seen before the turn"
    assert english(note(NoteKey.BURN_UNSEEN, street="fourth")) == "burn not seen before fourth street"
    assert english(note(NoteKey.DOUBT_SEVERAL, at="seat4")) == "seat4: a card is read at several places"


def test_a_fact_without_a_note_is_written_and_read_as_it_always_was() -> None:
    plain = b'{"fact":"SensorDoubted","place":{"spot":"board"},"why":"reads the neighbour"}'
    fact = msgspec.json.decode(plain, type=Fact)
    assert fact == SensorDoubted(BOARD, "reads the neighbour")
    assert msgspec.json.encode(fact) == plain


def test_a_newer_release_may_send_keys_that_nobody_here_knows() -> None:
    fact = WatchChanged(watching=False, why="it rains", note=Note("weather-rain", {"litres": "3"}))
    assert msgspec.json.decode(msgspec.json.encode(fact), type=Fact) == fact


def test_a_place_is_added_only_where_it_can_be_read_again() -> None:
    """What is recorded must be read at the next start, whatever another release's node filled in."""
    assert at_place(note(NoteKey.DOUBT_SEVERAL), BOARD) == note(NoteKey.DOUBT_SEVERAL, at="board")
    full = Note("weather-rain", dict.fromkeys("abcdefgh", ""))
    assert msgspec.json.decode(msgspec.json.encode(full), type=Note) == full
    assert at_place(full, BOARD) is None


def test_health_of_an_older_release_has_no_notes() -> None:
    assert msgspec.json.decode(b'{"watching":true,"parts":{"west":"silent"}}', type=Health).notes == {}


@pytest.mark.parametrize(
    "said",
    [
        b'{"key":""}',
        b'{"key":"Two Words"}',
        b'{"key":"a","of":{"place":"' + b"x" * 81 + b'"}}',
        b'{"key":"a","of":{"A B":"x"}}',
        b'{"key":"a","of":{"a":"","b":"","c":"","d":"","e":"","f":"","g":"","h":"","i":""}}',
        b'{"key":"a","text":"more"}',
    ],
)
def test_what_is_no_note_is_refused(said: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(said, type=Note)


@pytest.mark.parametrize(
    ("fault", "key"),
    [
        (LinkLost("cannot open the port"), NoteKey.PART_GONE),
        (LinkTimeout("no answer within 1 s"), NoteKey.PART_SILENT),
        (ProtocolFault("version FF"), NoteKey.PART_GARBLED),
    ],
)
def test_a_fault_comes_to_a_few_words(fault: FeltFault, key: NoteKey) -> None:
    assert fault_note(fault) == note(key)
