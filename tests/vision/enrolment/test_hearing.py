"""Who shows a deck is heard over a terminal or a pipe; whatever cannot be waited on is said in one line."""

import asyncio
import os
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TextIO

import pytest

from felt.fault import ConfigFault
from vision.enrolment.__main__ import main
from vision.enrolment.hearing import typed_lines


def a_file(folder: Path) -> TextIO:
    (folder / "lines").write_text("Kh\n")
    return (folder / "lines").open()


def nothing(_folder: Path) -> TextIO:
    return Path(os.devnull).open()


@pytest.mark.parametrize("source", [a_file, nothing, lambda _: None])
def test_what_cannot_be_waited_on_is_refused(
    source: Callable[[Path], TextIO | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hear() -> None:
        with typed_lines():
            pass

    with source(tmp_path) or nullcontext() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        with pytest.raises(ConfigFault, match=r"standard input.*\(start it in a terminal, or give it a pipe\)"):
            asyncio.run(hear())


def test_a_deck_is_not_begun_to_be_shown_when_nobody_can_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with nothing(tmp_path) as source:
        monkeypatch.setattr("sys.stdin", source)
        with pytest.raises(ConfigFault, match="standard input"):
            main("red", tmp_path, "virtual-camera", None)
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("typed", "heard"), [(b"Kh\nu\n", ["Kh", "u", "q"]), (b"Kh\n2c", ["Kh", "2c", "q"])])
def test_a_pipe_is_heard_line_by_line_also_without_a_last_line_break_and_its_end_stops(
    typed: bytes, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, writing = os.pipe()
    os.write(writing, typed)
    os.close(writing)

    async def hear() -> list[str]:
        with typed_lines() as lines:
            return [await lines.get() for _ in range(3)]

    with os.fdopen(reading) as source:
        monkeypatch.setattr("sys.stdin", source)
        assert asyncio.run(hear()) == heard


@pytest.mark.parametrize(
    ("pieces", "heard"),
    [
        ([b"Kh\nu\n"], ["Kh", "u"]),
        ([b"K", b"h\n-", b"\n"], ["Kh", "-"]),
        ([b"\xff\n", b"Kh\n"], ["\ufffd", "Kh"]),
        (["ж\n".encode()[:1], "ж\n".encode()[1:]], ["ж"]),
    ],
)
def test_lines_are_heard_however_their_bytes_come(
    pieces: list[bytes], heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pipe stays open: nothing but the bytes themselves says that a line is whole."""
    reading, writing = os.pipe()

    async def hear() -> list[str]:
        with typed_lines() as lines:
            for piece in pieces:
                os.write(writing, piece)
                for _ in range(3):  # turns of the loop in which the piece is read
                    await asyncio.sleep(0)
            return [lines.get_nowait() for _ in heard]

    with os.fdopen(reading) as source:
        monkeypatch.setattr("sys.stdin", source)
        assert asyncio.run(hear()) == heard
    os.close(writing)
