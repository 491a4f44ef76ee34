"""Where each key of a TOML file stands."""

from felt.rows import line_of, rows


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
