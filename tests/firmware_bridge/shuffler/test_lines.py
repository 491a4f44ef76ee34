"""Map files: what a line tells, and every mistake named with its file, its rule and the nearest word."""

from pathlib import Path

import pytest

from felt.fact import ShufflerState
from felt.fault import ConfigFault
from firmware_bridge.shuffler.lines import Event, Understood, load_map, understand
from hardware.shuffler import MAPS, shuffler_map

GOOD = """
name = "m"
[[lines]]
pattern = 'GO(?: (?P<cycle>\\d+))?'
event = "started"
[[lines]]
pattern = 'N (?P<cards>\\d+)'
event = "count"
[[lines]]
pattern = 'S (?P<word>\\w+)'
event = "state"
words = { MIX = "shuffling", REST = "idle" }
[[lines]]
pattern = 'LID'
event = "fault"
fault = "door-open"
[[lines]]
pattern = 'END (?P<cards>\\d+)'
event = "finished"
[[lines]]
pattern = '#.*'
event = "ignore"
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "map.toml"
    file.write_text(text)
    return file


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("GO", Understood(Event.STARTED)),
        ("GO 17", Understood(Event.STARTED, cycle=17)),
        ("N 51", Understood(Event.COUNT, cards=51)),
        ("N 99999999999999999", Understood(Event.COUNT, cards=416)),
        ("S MIX", Understood(Event.STATE, state=ShufflerState.SHUFFLING)),
        ("S REST", Understood(Event.STATE, state=ShufflerState.IDLE)),
        ("S ELSE", None),
        ("LID", Understood(Event.FAULT, state=ShufflerState.DOOR_OPEN)),
        ("END 52", Understood(Event.FINISHED, cards=52)),
        ("# temperature 31", Understood(Event.IGNORE)),
        ("GO 17 now", None),
        ("go", None),
    ],
)
def test_what_a_line_tells(tmp_path: Path, line: str, word: Understood | None) -> None:
    assert understand(load_map(written(tmp_path, GOOD)), line) == word


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (GOOD.replace('"started"', '"startd"'), r"lines\[0\]: unknown event 'startd' \(did you mean 'started'\?\)"),
        (GOOD.replace("(?P<cycle>", "(?P<cycel>"), r"lines\[0\].*no group 'cycel' \(did you mean 'cycle'\?\)"),
        (GOOD.replace("'LID'", "'LID('"), r"lines\[3\]: pattern 'LID\(' is broken: missing \)"),
        (GOOD.replace("'LID'", "'(?:LID)?'"), r"lines\[3\]: pattern .* matches an empty line"),
        (GOOD.replace("'LID'", "'(L+)+ID'"), r"lines\[3\]: pattern .* repeats a repetition.*\{1,9\}"),
        (GOOD.replace("'LID'", "'#.*'"), r"lines\[5\]: the same pattern stands twice \(see lines\[3\]\)"),
        (GOOD.replace("N (?P<cards>\\d+)", "N \\d+"), r"lines\[1\]: a count without its number"),
        (GOOD.replace('"door-open"', '"dooropen"'), r"unknown fault 'dooropen' \(did you mean 'door-open'\?\)"),
        (GOOD.replace('"shuffling"', '"shufling"'), r"unknown state 'shufling' \(did you mean 'shuffling'\?\)"),
        (GOOD.replace("words = {", "word = {"), r"unknown key 'lines\[2\].word' \(did you mean 'words'\?\)"),
        (GOOD.replace('words = { MIX = "shuffling", REST = "idle" }', ""), r"lines\[2\]: a state is named either by"),
        (GOOD + 'state = "idle"\n', r"lines\[5\]: event 'ignore' takes no state"),
        ('name = "m"\nlines = []\n', "no line is explained"),
        (GOOD.replace('name = "m"', 'name = "m"\nexpected = 0'), "key 'expected'"),
        (GOOD.replace('event = "ignore"', ""), r"missing key 'lines\[5\].event'"),
    ],
)
def test_every_mistake_is_named(tmp_path: Path, wrong: str, says: str) -> None:
    file = written(tmp_path, wrong)
    with pytest.raises(ConfigFault, match=says) as caught:
        load_map(file)
    assert str(file) in str(caught.value)


def test_the_shipped_maps_load() -> None:
    names = sorted(file.stem for file in MAPS.glob("*.toml"))
    assert names == ["plain-words", "state-and-count"]
    for name in names:
        assert shuffler_map(Path(name)).lines
    with pytest.raises(ConfigFault, match="one of plain-words, state-and-count"):
        shuffler_map(Path("elsewhere/plain"))


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("START 7", Understood(Event.STARTED, cycle=7)),
        ("DONE", Understood(Event.FINISHED)),
        ("JAM at exit", Understood(Event.FAULT, state=ShufflerState.JAM)),
        ("MODE SORT", Understood(Event.STATE, state=ShufflerState.SORTING)),
        ("TEMP 31", Understood(Event.IGNORE)),
    ],
)
def test_the_plain_words(line: str, word: Understood) -> None:
    assert understand(shuffler_map(Path("plain-words")), line) == word


@pytest.mark.parametrize(
    "pattern",
    ["Q(a+)+", "Q(?:a*)*", r"(\w+\s?)*x", "((a+)b?)+", "(?:a{2,})+", "(a+|b)*x", "(?:x(?:y(?P<cycle>z*)))+", "Q(a+)*?"],
)
def test_a_pattern_that_could_take_for_ever_is_refused(tmp_path: Path, pattern: str) -> None:
    with pytest.raises(ConfigFault, match="repeats a repetition"):
        load_map(written(tmp_path, GOOD.replace("'LID'", f"'{pattern}'")))


@pytest.mark.parametrize(
    "pattern",
    ["a+b+", r"\d+ of \d+", "(?:abc)+", r"(\+)+", "([+*])+", "x(?:[^]+]x)*", "(a+){1,9}", "x(a+)?", r"\(a+\)+"],
)
def test_an_ordinary_pattern_is_taken(tmp_path: Path, pattern: str) -> None:
    assert load_map(written(tmp_path, GOOD.replace("'LID'", f"'{pattern}'"))).lines[3].pattern == pattern
