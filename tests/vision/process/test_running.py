"""The camera's loop: frames that cannot be trusted, cameras that are lost and found, recordings that end."""

import asyncio
from collections.abc import AsyncGenerator, Iterable

import pytest

from felt.card import Card
from felt.clock import ManualClock, seconds
from felt.note import NOTES, NoteKey, note
from felt.place import parse_place
from tests.vision.process.stand_in import CAMERA, FELT, OUTLOOK, Lying, StandIn, ms
from vision.camera import Arrival, Frame, Health, Lost, Stills, Trouble, Verdict
from vision.process.running import Runner, note_of
from vision.process.teller import Teller
from vision.sighting import Condition, Seen, Sighting, TrackNo

GOOD = Verdict(usable=True)


class Heard:
    """Keeps what is said, logged and shown."""

    def __init__(self) -> None:
        self.words: list[Seen] = []
        self.log: list[str] = []
        self.shown: list[Arrival] = []

    def show(self, arrival: Arrival, _: Verdict) -> None:
        self.shown.append(arrival)

    def say(self, words: Iterable[Seen]) -> None:
        self.words += words

    @property
    def troubles(self) -> list[str]:
        """Each change of the camera's condition."""
        told = [word.trouble for word in self.words if isinstance(word, Condition)]
        return [trouble for at, trouble in enumerate(told) if not at or told[at - 1] != trouble]


async def coming(*arrivals: Arrival) -> AsyncGenerator[Arrival, None]:
    for arrival in arrivals:
        yield arrival


def frame(at_ms: float) -> Frame:
    return Frame(FELT, ms(at_ms), int(at_ms))


async def run(tracker: StandIn, judged: dict[int, Verdict], *arrivals: Arrival) -> Heard:
    """`judged` by the frame's number; the others are good."""
    heard = Heard()

    def judge(arrival: Arrival) -> Verdict:
        if isinstance(arrival, Lost):
            return Verdict(usable=False, trouble=Trouble.UNPLUGGED, detail=arrival.why)
        return judged.get(arrival.number, GOOD)

    teller = Teller(CAMERA, OUTLOOK, tracker)
    await Runner(judge, teller, heard, heard.log.append, shown=heard.show).run(coming(*arrivals))
    return heard


async def test_a_recording_is_played_to_its_end() -> None:
    tracker = StandIn()
    heard = await run(tracker, {}, frame(0), frame(33), frame(66))
    assert tracker.looks == len(heard.shown) == 3
    assert heard.troubles == [""]


async def test_a_frame_that_is_suspect_is_neither_looked_at_nor_named() -> None:
    tracker = StandIn()
    heard = await run(tracker, {33: Verdict(usable=False)}, frame(0), frame(33), frame(66))
    assert (tracker.looks, len(heard.shown)) == (2, 3)
    assert heard.troubles == [""]


async def test_a_camera_that_is_not_well_is_named_and_never_yields_a_card() -> None:
    tracker = StandIn()
    tracker.lying.append(Lying(TrackNo(1), parse_place("board1"), Card("Kh")))
    black = Verdict(usable=False, trouble=Trouble.BLACK, detail="the lens is covered")
    heard = await run(tracker, {33: black, 66: black}, frame(33), frame(66), frame(99))
    assert heard.troubles == ["black: the lens is covered", ""]
    assert not [word for word in heard.words if isinstance(word, Sighting)]
    assert heard.log == ["not well: black: the lens is covered", "well again"]


async def test_a_camera_pulled_out_is_found_again_and_its_cards_are_found_anew() -> None:
    tracker = StandIn()
    heard = await run(tracker, {}, frame(0), Lost("unplugged", ms(50)), Lost("no such device", ms(900)), frame(1000))
    assert (tracker.looks, tracker.forgotten) == (2, 1)
    assert heard.troubles == ["", "unplugged: unplugged", "unplugged: no such device", ""]
    assert [isinstance(arrival, Lost) for arrival in heard.shown] == [False, True, True, False]


async def test_a_camera_that_stays_away_says_so_every_second() -> None:
    """It is tried again every five seconds only; who listens is to know that this process lives."""
    clock, heard, over = ManualClock(), Heard(), asyncio.Event()

    async def away() -> AsyncGenerator[Arrival, None]:
        yield Lost("pulled out", clock.now())
        await over.wait()

    health = Health((640, 360), None, Stills.FROZEN)
    runner = Runner(health.look, Teller(CAMERA, OUTLOOK, StandIn()), heard, heard.log.append, clock=clock)
    running = asyncio.create_task(runner.run(away()))
    await clock.advance(5.5)
    over.set()
    await running
    assert [word for word in heard.words if isinstance(word, Condition)] == [
        Condition(CAMERA, seconds(at), "unplugged: pulled out", note(NoteKey.CAMERA_UNPLUGGED)) for at in range(6)
    ]


@pytest.mark.parametrize("trouble", Trouble)
def test_every_trouble_has_a_key_for_the_pages(trouble: Trouble) -> None:
    said = note_of(Verdict(usable=False, trouble=trouble, detail="6 mm"))
    assert "camera" in NOTES[NoteKey(said.key)]
    assert len({note_of(Verdict(usable=False, trouble=each)).key for each in Trouble}) == len(Trouble)


async def test_with_the_shipped_judge_a_black_picture_is_named_within_two_seconds() -> None:
    tracker = StandIn()
    health = Health((640, 360), None, Stills.ALLOWED)
    heard = Heard()
    runner = Runner(health.look, Teller(CAMERA, OUTLOOK, tracker), heard, heard.log.append)
    await runner.run(coming(*(frame(at) for at in range(0, 2000, 33))))
    assert heard.troubles == ["black"] or heard.troubles[0].startswith("black")
    assert tracker.looks == 0
