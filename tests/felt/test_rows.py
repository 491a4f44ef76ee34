"""Where each key of a TOML file stands."""

import tomllib

import pytest

from felt.rows import line_of, lines_by_table, rows


def test_rows_are_found_by_line() -> None:
    text = 'a = 1 # one\n[b]\n"c d" = "[x]"\n[[e]]\nf.g = 2\n[e.h]\ni = 3\n[[e]]\n[e.h]\ni = 4\n'
    lines = {row.path: row.line for row in rows(text)}
    assert lines == {
        "a": 1,
        "b": 2,
        "b.c d": 3,
        "e[0]": 4,
        "e[0].f.g": 5,
        "e[0].h": 6,
        "e[0].h.i": 7,
        "e[1]": 8,
        "e[1].h": 9,
        "e[1].h.i": 10,
    }
    assert line_of("e[1].h.i", lines) == 10
    assert line_of("e[1].h.j", lines) == 9
    assert line_of("e[1].k[3].l", lines) == 8
    assert line_of("nowhere[2].x", lines) is None
    assert line_of("", lines) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('x = 1\nnote = """\nx = 2\n"""\n', 1),
        ('note = """\nx = 2\n[b]\n"""\nx = 1\n', 5),
        ("note = '''\nx = 2\n[b]\n'''\nx = 1\n", 5),
        ('note = """a\\""" b\nx = 2\n"""\nx = 1\n', 4),
        ('note = """two quotes ""\nx = 2\n"""""\nx = 1\n', 4),
        ('note = """in one line"""\nx = 1\n', 2),
        ("note = '''a \"\"\" b'''\nx = 1\n", 2),
        ('a = ["[", "{" ]  # [ {\nx = 1\n', 2),
        ("a = [\n[0]\n]\nx = 1\n", 4),
        ('a = [\n["b"],\n["b"]\n]  # [b]\nx = 1\n', 5),
        ('a = [ # """\n]\nx = 1\n', 3),
        ('a = ["""\n] [b]\n""", {c = 1}\n]\nx = 1\n', 5),
        ("# a line\u2028of\u0085one\nx = 1\n", 2),
        ("\ufeffx = 1\n", 1),
        ("a = 1\r\nx = 1\r\n", 2),
        ("a = 1\nx = 1", 2),
    ],
)
def test_what_stands_within_a_value_or_a_comment_is_no_row(text: str, line: int) -> None:
    assert [row.line for row in rows(text) if row.path == "x"] == [line]
    assert tomllib.loads(text.removeprefix("\ufeff"))["x"] == 1


@pytest.mark.parametrize("key", ["b.c", "b . c", 'b."c"', "'b'.c"])
def test_a_dotted_key_is_found_however_it_is_written(key: str) -> None:
    assert [row.path for row in rows(f"{key} = 1")] == ["b.c"]
    assert tomllib.loads(f"{key} = 1") == {"b": {"c": 1}}


def test_a_header_within_a_text_opens_no_table() -> None:
    text = '[a]\nnote = """\n[b]\n"""\nx = 1\n'
    assert list(lines_by_table(text)) == [("a", line) for line in text.splitlines()]
