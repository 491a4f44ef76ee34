"""`feltwire vision enrol` as a person meets it: a camera that is not well says so, and a name is a name."""

import asyncio
import os
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest

from felt.clock import seconds
from felt.fault import BadInput
from tests.vision.enrolment.deck import Says
from tests.vision.process.stand_in import FELT, StandIn
from vision.camera import Arrival, Frame, Lost, Trouble, Verdict
from vision.enrolment import Prints, Showing
from vision.enrolment.__main__ import _show, _usable, main
from vision.enrolment.table import Table

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
