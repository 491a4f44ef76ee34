"""Lines that tell the order of cards, and lines that only look a little like it."""

import pytest

from firmware_bridge.shuffler.order import tells_order
from firmware_bridge.shuffler.splitting import LONGEST, LineSplitter


@pytest.mark.parametrize(
    "line",
    [
        "Ah Kd",
        "deck: AhKd9c2s",
        "ORDER 10h,9h,8h",
        "next Ts|4c|2d",
        "A♠ K♥",
        "xAsKdQh7c2d3s9hTcx",
        "4d8h2sACKDQHJS10Hend",
        "Ace of Spades, Two of Hearts",
        "10 of clubs 3 of diamonds",
        "deck 12 45 3 51 7 8 22 30",
        "0,1,2,3,4,5,6,7,8,9",
    ],
)
def test_told(line: str) -> None:
    assert tells_order(line)


@pytest.mark.parametrize(
    "line",
    [
        "READY 52",
        "cycle 17 cards 52 time 22 s",
        "as soon as the deck is in",
        "card Ah",
        "temp 31 31 31 31 31 31 31 31 31",
        "serial 4d8h21",
        "bytes 200 201 202 203 204 205 206 207 208",
        "",
    ],
)
def test_not_told(line: str) -> None:
    assert not tells_order(line)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("step", [1, 3, 100])
def test_lines_of_any_ending_and_cut(end: bytes, step: int) -> None:
    wire = end.join([b"START", b"", b" COUNT 52\t", b"caf\xc3\xa9", b"\xff\x01"]) + end
    splitter = LineSplitter()
    lines = [line for at in range(0, len(wire), step) for line in splitter.feed(wire[at : at + step])]
    assert lines == ["START", "COUNT 52", "café", "\\xff\\x01"]
    assert splitter.held == 0


def test_an_endless_line_is_cut_and_the_next_is_whole() -> None:
    splitter = LineSplitter()
    for _ in range(100):
        assert splitter.feed(b"x" * 100) == []
        assert splitter.held <= LONGEST
    assert splitter.feed(b"\nDONE\n") == ["x" * LONGEST, "DONE"]
    splitter.feed(b"STA")
    splitter.forget()
    assert splitter.feed(b"RT\n") == ["RT"]
