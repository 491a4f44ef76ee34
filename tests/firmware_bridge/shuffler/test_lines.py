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
        (GOOD.replace("'LID'", "'(L+)+ID'"), r"lines\[3\]: pattern .* repeats a repetition.*write the rest out"),
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
    [
        "(a|a)*b", "(a|aa)+c", r"(.|\w|a)+Z", "(?:a{1,9}){1,9}(?:a{1,9}){1,9}b", "(a?){30}(a){30}b", "(a+){1,60}b",
        "(a+){1,9}b", "(?:[A-Z]+ ?){1,9}DONE",
    ],
)  # fmt: skip
def test_a_choice_inside_a_repetition_is_refused(tmp_path: Path, pattern: str) -> None:
    with pytest.raises(ConfigFault, match="repeats a repetition, an optional part or a choice"):
        load_map(written(tmp_path, GOOD.replace("'LID'", f"'{pattern}'")))


@pytest.mark.parametrize(
    "pattern",
    ["a*a*a*a*a*a*a*b", "a?" * 20 + "a" * 20, "(?:a|a)" * 20 + "b", r".*x.*y.*z", r"\w+[a-z]*\d*[^ ]+!", "(?i)a*A*a*b"],
)
def test_choices_that_multiply_are_refused(tmp_path: Path, pattern: str) -> None:
    with pytest.raises(ConfigFault, match="in too many ways"):
        load_map(written(tmp_path, GOOD.replace("'LID'", f"'{pattern}'")))


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        (r"(a)\1", "plain groups only"),
        ("(?=a)a", "plain groups only"),
        ("(?:^)*a", "repeats what may be empty"),
        ("(?:" * 30 + "a" + ")" * 30, "too deep"),
        ("(?:" * 240 + "a" + ")" * 240, "too deep|broken"),
        ("a" * 1001, "pattern of 1001 characters"),
        ("a{99999999999}", "broken"),
    ],
)
def test_a_pattern_beyond_judging_is_refused(tmp_path: Path, pattern: str, says: str) -> None:
    with pytest.raises(ConfigFault, match=says):
        load_map(written(tmp_path, GOOD.replace("'LID'", f"'{pattern}'")))


def test_a_line_of_more_than_200_characters_is_understood_by_no_rule(tmp_path: Path) -> None:
    known = load_map(written(tmp_path, GOOD))
    assert understand(known, "#" * 200) == Understood(Event.IGNORE)
    assert understand(known, "#" * 201) is None


@pytest.mark.parametrize(
    "pattern",
    [
        "a+b+",
        r"\d+ of \d+",
        "(?:abc)+",
        r"(\+)+",
        "([+*])+",
        "x(?:[^]+]x)*",
        "x(a+)?",
        r"\(a+\)+",
        r"T=\d+\.\d+ H=\d+\.\d+ F=\d+ P=\d+:\d+",
        ".*JAM.*",
        "(?:[0-9A-F]{2} ){4}!",
        "(?i)door (?:open|shut)",
        "(?:ON|OFF) (?:UP|DOWN) (?:IN|OUT) .*",
        "a{2}|b{,3}c",
    ],
)
def test_an_ordinary_pattern_is_taken(tmp_path: Path, pattern: str) -> None:
    assert load_map(written(tmp_path, GOOD.replace("'LID'", f"'{pattern}'"))).lines[3].pattern == pattern
