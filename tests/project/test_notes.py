"""Whatever is remarked towards a dealer's page has a key: without one it could not be said in other languages."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("felt", "firmware_bridge", "hardware", "hub", "table_node", "vision")
MAKERS = {"Noted": ("note", 3), "SensorDoubted": ("note", 3), "PartLost": ("note", 4), "Condition": ("note", 4)}
"""What carries a sentence to the page: the keyword of its key, and how many arguments there are with it."""
TEXTS = {
    "HandBegan": {"partial": "note"},
    "SeatPicture": {"amber": "note"},
    "TablePicture": {"partial": "partial_note", "not_watching_why": "not_watching_note"},
    "replace": {"partial": "note", "not_watching_why": "not_watching_note"},
}
"""Sentences of a hand and of the picture, by what holds them, and the keywords of their keys."""


def keyless(source: str) -> Iterator[str]:
    """Each place of a source that makes such a sentence without a key."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            given = {keyword.arg for keyword in call.keywords}
            lacks = name in MAKERS and MAKERS[name][0] not in given and len(call.args) < MAKERS[name][1]
            lacks |= name == "WatchChanged" and "why" in given and "note" not in given
            lacks |= any(text in given and key not in given for text, key in TEXTS.get(name, {}).items())
            if lacks:
                yield f"line {call.lineno}: {ast.unparse(call)}"


def sources() -> dict[str, str]:
    """The modules of the product that say any of those words."""
    said = [f"{name}(" for name in (*MAKERS, "WatchChanged")] + [
        f"{text}=" for texts in TEXTS.values() for text in texts
    ]
    texts = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
    }
    return {path: text for path, text in texts.items() if any(word in text for word in said)}


def test_nothing_is_remarked_without_a_key() -> None:
    found = {path: list(keyless(text)) for path, text in sources().items()}
    assert not {path: lines for path, lines in found.items() if lines}


def test_the_makers_are_made_somewhere() -> None:
    """The names above are those of the code: a renamed one would be looked for in vain."""
    text = "\n".join(sources().values())
    assert [name for name in (*MAKERS, *TEXTS, "WatchChanged") if f"{name}(" not in text] == []


@pytest.mark.parametrize(
    "source",
    [
        'Noted("a card fell", seat)',
        'ruling.Noted("a card fell")',
        'SensorDoubted(place, "it rains")',
        'PartLost(part, "gone", now)',
        "Condition(camera, at, trouble)",
        'WatchChanged(watching=False, why="lunch")',
        'replace(hand, partial="it rains")',
        'HandBegan(hand=hand, partial="it rains")',
        "SeatPicture(seat, amber=amber)",
        "replace(picture, watching=False, not_watching_why=why)",
    ],
)
def test_a_sentence_without_a_key_is_found(source: str) -> None:
    assert list(keyless(source))


@pytest.mark.parametrize(
    "source",
    [
        "Noted(text, seat, key)",
        "Noted(text, note=key)",
        "WatchChanged(watching=True)",
        "replace(hand, partial=None, note=None)",
        "replace(picture, not_watching_why=why, not_watching_note=said)",
    ],
)
def test_a_sentence_with_a_key_is_let_be(source: str) -> None:
    assert not list(keyless(source))
