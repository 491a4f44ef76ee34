"""`feltwire vision enrol` as a person meets it: a camera that is not well says so, and a name is a name."""

import asyncio
import os
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import pytest

from felt.card import DECK, Card
from felt.clock import seconds
from felt.fault import BadInput
from hardware.board import load_board, shipped_board
from tests.vision.enrolment.deck import Says, reading, shown
from tests.vision.process.stand_in import FELT, StandIn
from vision.camera import Arrival, Frame, Lost, Trouble, Verdict
from vision.enrolment import Prints, Showing
from vision.enrolment.__main__ import _show, _usable, main
from vision.enrolment.announcing import Announced
from vision.enrolment.table import Table
from vision.process.station import camera_of, dealer_of, eye_of, tracker_of
from vision.process.virtual import ShownDeck
from vision.recogniser import reader as both_ways

BLACK = Verdict(usable=False, trouble=Trouble.BLACK, detail="mean level 0 of 255")


@pytest.fixture
def quiet_person(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Somebody at a terminal who types nothing."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as source:
        monkeypatch.setattr("sys.stdin", source)
        yield
    os.close(writing)


@pytest.mark.parametrize("name", ["", ".", "..", ".red", "../red", "casino/red", "/red"])
def test_a_deck_is_kept_nowhere_but_in_its_folder(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no deck's name"):
        main(name, tmp_path, "virtual-camera", None)


def test_what_a_virtual_table_lays_down_is_said_before_what_is_made_of_it() -> None:
    laid = SimpleQueue[Card]()
    felt = Announced(Table(StandIn(), Says(), Showing(Prints("red"))), laid)
    assert list(felt.look(Frame(FELT, seconds(0), 0))) == []
    for card in ("2c", "3c"):
        laid.put(Card(card))
    assert list(felt.look(Frame(FELT, seconds(1), 1))) == ["2c is laid down.", "3c is laid down."]
    assert list(felt.look(Frame(FELT, seconds(2), 2))) == []


def test_a_deck_is_shown_to_the_camera_by_a_virtual_table() -> None:
    """The first two cards of the deck with the shipped reader, from its first frame to the next card's."""
    laid, showing = SimpleQueue[Card](), Showing(Prints("red"))
    camera = camera_of(load_board(shipped_board("virtual-camera")))
    virtual = partial(ShownDeck, waits=lambda: showing.asking, lays=laid.put)
    eye = eye_of(camera, dealer_of(camera, None), virtual)
    felt = Announced(Table(tracker_of(camera, eye, both_ways()), both_ways(), showing), laid)
    source = eye.source()
    source.open()
    said: list[str] = []
    newest = ""
    for number in range(400):
        picture = source.read()
        assert picture is not None
        for line in felt.look(Frame(picture, seconds(number / 30), number)):
            said.append(line)
            newest = line.split()[0] if line.endswith("is laid down.") else newest
            if showing.asking:
                showing.answer(newest)
        if len(showing.prints.cards) == 2:
            break
    assert showing.prints.cards == DECK[:2]
    assert [line for line in said if "laid" in line] == [f"{card} is laid down." for card in DECK[:2]]


@pytest.mark.usefixtures("quiet_person")
def test_a_camera_that_is_not_well_is_told_once_and_so_is_its_recovery(capsys: pytest.CaptureFixture[str]) -> None:
    async def arrivals() -> AsyncGenerator[Arrival, None]:
        for at in range(6):
            yield Frame(FELT, seconds(at), at)
        yield Lost("pulled out", seconds(6))

    def judge(arrival: Arrival) -> Verdict:
        if isinstance(arrival, Lost):
            return Verdict(usable=False, trouble=Trouble.UNPLUGGED, detail=arrival.why)
        return {1: Verdict(usable=False), 2: BLACK, 3: BLACK}.get(arrival.number, Verdict(usable=True))

    table = Table(StandIn(), Says(), showing := Showing(Prints("red")))
    asyncio.run(_show(table, showing, _usable(arrivals(), judge), lambda: None, "hello"))
    assert capsys.readouterr().out.splitlines() == [
        "hello",
        "No card is taken: black: mean level 0 of 255",
        "The camera is well again.",
        "No card is taken: unplugged: pulled out",
    ]


def test_what_is_answered_in_one_breath_with_stopping_is_told_and_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two lines may have been typed before the next frame comes."""

    @contextmanager
    def typed() -> Iterator[asyncio.Queue[str]]:
        lines: asyncio.Queue[str] = asyncio.Queue()
        for line in ("Kh\n", "q\n", "u\n"):
            lines.put_nowait(line)
        yield lines

    async def frames() -> AsyncGenerator[Frame | str, None]:
        yield Frame(FELT, seconds(0), 0)

    monkeypatch.setattr("vision.enrolment.__main__.typed_lines", typed)
    showing, kept = Showing(Prints("red")), list[tuple[Card, ...]]()
    showing.show(shown("Kh", 1), reading("Kh", 0.5))
    table = Table(StandIn(), Says(), showing)
    asyncio.run(_show(table, showing, frames(), lambda: kept.append(showing.prints.cards), "hello"))
    assert capsys.readouterr().out.splitlines() == ["hello", "Kh taken. 51 left."]
    assert kept == [("Kh",)]
