"""From text to a Script: line by line, refusing the first line that cannot be read."""

from collections.abc import Iterable

from felt.fault import ScriptFault
from felt.place import SeatNo
from felt.script.events import EVENTS, read_act
from felt.script.expects import read_expectation
from felt.script.head import HEAD, HeadReader
from felt.script.statement import Script, Statement
from felt.script.words import Words, nearest, without_comment
from felt.setup import TableSetup


def parse_script(text: str, name: str, house: tuple[str, ...] = ()) -> Script:
    """Read a whole script; raises ScriptFault for the first bad line: file, line, what was expected, the nearest word.

    Lines end with LF, CRLF or CR; a `#` at the start of a line or after white space begins a comment. `house` are
    rulebooks that may be named beside those that ship.
    """
    head = HeadReader(name)
    setup: TableSetup | None = None
    events: list[Statement] = []
    expects: list[tuple[int, Words]] = []
    fault: ScriptFault | None = None
    last = 1
    try:
        for words in _lines(text, name, house):
            last = words.line
            word = words.next("a statement")
            if word in HEAD:
                if setup is not None:
                    words.refuse(f"`{word}` belongs to the head", "expected it before the first event")
                head.read(word, words)
                continue
            _known(word, words)
            setup = setup or head.setup(words.line)
            if word == "expect":
                expects.append((len(events), words))
            else:
                events.append(_event(word, words))
        setup = setup or head.setup(last)
    except ScriptFault as found:
        fault = found
        if setup is None:
            raise
    statements = _with_expects(setup, events, expects)
    if fault:
        raise fault
    return Script(name, setup, statements)


def _lines(text: str, name: str, house: tuple[str, ...]) -> Iterable[Words]:
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(plain.split("\n"), start=1):
        said = without_comment(line)
        if said:
            yield Words(name, number, said, house)


def _known(word: str, words: Words) -> None:
    """Refuse a line that begins with no known word, before the head is judged: it may lack just what this misspells."""
    if not (word[0].isdigit() or word in EVENTS or word == "expect"):
        words.refuse(f"{word!r} begins no statement", nearest(word, [*EVENTS, "expect", *HEAD]))


def _event(word: str, words: Words) -> Statement:
    if word[0].isdigit():
        words = Words(words.file, words.line, words.text)
        statement: Statement = read_act(words)
    else:
        statement = EVENTS[word](words)
    words.finish()
    return statement


def _with_expects(
    setup: TableSetup, events: list[Statement], expects: list[tuple[int, Words]]
) -> tuple[Statement, ...]:
    """Put the expectations in their places; all events are known now, and with them the table's seats."""
    seats = table_seats(setup, events)
    statements: list[Statement] = []
    done = 0
    for before, words in expects:
        statements.extend(events[done:before])
        done = before
        statements.append(read_expectation(words, seats))
        words.finish()
    statements.extend(events[done:])
    return tuple(statements)


def table_seats(setup: TableSetup, events: Iterable[Statement]) -> frozenset[SeatNo]:
    """The seats of the table: those of the head, and every seat that an event speaks of."""
    spoken = {seat for event in events if (seat := getattr(event, "seat", None)) is not None}
    return frozenset(setup.seats) | spoken
