"""Configuration faults name file, key and nearest known key."""

from enum import StrEnum
from pathlib import Path
from typing import Literal

import pytest
from msgspec import Struct

from felt.config import parse_toml, read_toml
from felt.fault import ConfigFault
from felt.ids import TableText


class Colour(StrEnum):
    GREEN = "green"


class Serial(Struct, frozen=True, tag_field="kind", tag="serial"):
    baud: int = 115200


class Replay(Struct, frozen=True, tag_field="kind", tag="replay"):
    file: Path


class Part(Struct, frozen=True):
    id: str
    link: Serial | Replay | None = None


class Config(Struct, frozen=True):
    room: str
    parts: tuple[Part, ...] = ()
    colour: Colour = Colour.GREEN
    places: dict[int, str] = {}
    named: dict[str, Part] = {}
    ratio: float = 1.0
    shades: tuple[Colour, ...] = ()
    pair: tuple[Colour, Colour] = (Colour.GREEN, Colour.GREEN)
    any: frozenset[Colour] = frozenset()
    side: Literal["left", "right"] = "left"
    by_name: dict[str, Colour] = {}


def read(text: str) -> Config:
    return parse_toml(text, Config, where="node.toml")


def fault(text: str) -> str:
    with pytest.raises(ConfigFault) as caught:
        read(text)
    return str(caught.value)


def test_a_whole_file_is_read_with_paths_from_its_own_folder(tmp_path: Path) -> None:
    file = tmp_path / "node.toml"
    file.write_text(
        'room = "aria"\nratio = 2\n[[parts]]\nid = "a"\nlink = {kind = "replay", file = "x.bin"}\n'
        '[places]\n1 = "seat1"\n'
    )
    assert read_toml(file, Config) == Config(
        room="aria", ratio=2.0, parts=(Part("a", Replay(tmp_path / "x.bin")),), places={1: "seat1"}
    )


def test_an_unknown_key_names_the_nearest_known_one() -> None:
    assert fault('rooom = "x"') == "node.toml:1: unknown key 'rooom' (did you mean 'room'?)"


def test_a_key_like_no_other_lists_the_known_ones() -> None:
    assert fault('room = "x"\n[[parts]]\nid = "a"\nzzzz = 1') == (
        "node.toml:4: unknown key 'parts[0].zzzz' (known here: id, link)"
    )


def test_an_unknown_key_inside_a_chosen_union_member() -> None:
    text = 'room = "x"\n[named.left]\nid = "a"\nlink = {kind = "serial", buad = 9600}'
    assert fault(text) == "node.toml:4: unknown key 'named.left.link.buad' (did you mean 'baud'?)"


def test_a_missing_key() -> None:
    assert fault("") == "node.toml: missing key 'room'"
    assert fault('room = "x"\n[[parts]]\n') == "node.toml:2: missing key 'parts[0].id'"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("room = 3", "node.toml:1: key 'room': expected `str`, got `int`"),
        ('room = "x"\ncolour = "gren"', "node.toml:2: key 'colour': invalid enum value 'gren' (did you mean 'green'?)"),
        ('room = "x"\nparts = [{id = 1}]', "node.toml:2: key 'parts[0].id': expected `str`, got `int`"),
        (
            'room = "x"\nparts = [{id = "a", link = {kind = "tcp"}}]',
            "node.toml:2: key 'parts[0].link.kind': invalid value 'tcp' (known here: serial, replay)",
        ),
        ('room = "x"\nparts = [{id = "a", link = {kind = "replay", file = 3}}]', "expected Path, got int"),
        (
            'room = "x"\n[[parts]]\nid = "a"\n[[parts]]\nid = 3\n',
            "node.toml:5: key 'parts[1].id': expected `str`, got `int`",
        ),
        ('room = "x"\n[named.left]\nid = 3\n', "node.toml:3: key 'named.left.id': expected `str`, got `int`"),
        ('room = "x"\n[places]\n1 = 5\n', "node.toml:3: key 'places.1': expected `str`, got `int`"),
        (
            'room = "x"\n[places]\n1 = "seat1"\n2 = 5\n',
            "node.toml:4: key 'places.2': expected `str`, got `int`",
        ),
        (
            'room = "x"\n[places]\n1 = "seat1"\ntwo = "seat2"\n',
            "node.toml:4: key 'places.two': this name: expected `int`, got `str`",
        ),
        (
            'room = "x"\n[named.left]\nid = "a"\n[named.right]\nid = "b"\n[named.right.link]\nkind = "seral"\n',
            "node.toml:7: key 'named.right.link.kind': invalid value 'seral' (did you mean 'serial'?)",
        ),
        (
            'room = "x"\nshades = ["green", "rot"]',
            "node.toml:2: key 'shades[1]': invalid enum value 'rot' (known here: green)",
        ),
        ('room = "x"\npair = ["green", "gren"]', "'pair[1]': invalid enum value 'gren' (did you mean 'green'?)"),
        ('room = "x"\nany = ["gren"]', "'any[0]': invalid enum value 'gren' (did you mean 'green'?)"),
        ('room = "x"\nside = "lft"', "'side': invalid enum value 'lft' (did you mean 'left'?)"),
        ('room = "x"\nby_name.a = "gren"', ":2: key 'by_name.a': invalid enum value 'gren' (did you mean 'green'?)"),
        ('colour = "rot - at `$.shades.foo"', "key 'colour': invalid enum value 'rot - at `$.shades.foo' (known"),
    ],
)
def test_a_wrong_value_names_its_line_and_key_and_what_may_stand_there(text: str, said: str) -> None:
    assert said in fault(text)


def test_broken_toml_names_line_and_column() -> None:
    assert "node.toml: is not TOML" in fault("room = \n")
    assert "line 1" in fault("room = \n")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigFault, match=r"gone\.toml: cannot be read: No such file"):
        read_toml(tmp_path / "gone.toml", Config)


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    file = tmp_path / "bin.toml"
    file.write_bytes(b'room = "\xff"')
    with pytest.raises(ConfigFault, match="is not UTF-8"):
        read_toml(file, Config)


def test_a_name_that_no_topic_can_hold_is_told_in_words() -> None:
    class Named(Struct):
        table: TableText

    with pytest.raises(ConfigFault, match="key 'table': expected `str` of 1 to 48 characters: a-z, 0-9, '_' and '-'"):
        parse_toml('table = "Table 1"', Named, where="hub.toml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ratio = " + "9" * 5000, "holds a number with too many digits"),
        ("ratio = " + "[" * 20_000, "nests its brackets too deep"),
        ("ratio = " + "{a=" * 20_000, "nests its brackets too deep"),
        ("ratio = 2026-13-41", "is not TOML"),
    ],
)
def test_a_file_that_the_reader_of_toml_gives_up_on_is_a_fault_that_names_it(
    tmp_path: Path, text: str, says: str
) -> None:
    file = tmp_path / "node.toml"
    file.write_text(f'room = "aria"\n{text}\n')
    with pytest.raises(ConfigFault, match=says) as caught:
        read_toml(file, Config)
    assert str(file) in str(caught.value)


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    """As the notepad of Windows writes it: EF BB BF before the text."""
    file = tmp_path / "node.toml"
    file.write_bytes(b'\xef\xbb\xbfroom = "aria"\n')
    assert read_toml(file, Config) == Config(room="aria")


def test_a_mistake_in_the_first_line_behind_a_byte_order_mark_has_its_line() -> None:
    assert fault("\ufeffroom = 3\n") == "node.toml:1: key 'room': expected `str`, got `int`"


def test_a_home_that_nobody_has_is_a_fault_of_its_key() -> None:
    text = 'room = "x"\n[[parts]]\nid = "a"\nlink = {kind = "replay", file = "~nobody-of-this-name/x.bin"}\n'
    assert fault(text) == ("node.toml:4: key 'parts[0].link.file': no home folder is known for '~nobody-of-this-name'")
