"""Sightings as lines of JSON: cut anywhere, mixed with garbage, from a camera that comes and goes."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from itertools import pairwise

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from felt.card import DECK, Card
from felt.clock import ManualClock, Nanos, seconds
from felt.fact import Face
from felt.fault import LinkLost
from felt.ids import DeviceId
from felt.note import NoteKey, note
from felt.place import parse_place
from firmware_bridge.reading import PartFound, PartLost
from firmware_bridge.stream import ByteStream, memory_pair
from table_node.camera import SILENT_S, SightingLines, sightings
from vision.sighting import Condition, Seen, Sighting, TableWord, TrackNo, View

CAMERA = DeviceId("overhead")
SIGHTINGS = st.builds(
    Sighting,
    st.just(CAMERA),
    st.sampled_from([parse_place(name) for name in ("seat1", "seat10", "board", "burn")]),
    st.just(Face.UP),
    st.integers(0, 2**62).map(Nanos),
    st.integers(0, 2**62).map(Nanos),
    st.sampled_from(DECK),
)


class Told:
    """Keeps what a camera's node is told."""

    def __init__(self) -> None:
        self.words: list[object] = []

    @property
    def kinds(self) -> list[type]:
        return [type(word) for word in self.words]

    async def hear(self, words: AsyncGenerator[object, None]) -> None:
        async with aclosing(words) as said:
            async for word in said:
                self.words.append(word)


def line(sighting: Sighting) -> bytes:
    return msgspec.json.encode(sighting) + b"\n"


@given(st.lists(SIGHTINGS, max_size=6), st.lists(st.integers(0, 2000), max_size=10))
def test_lines_may_be_cut_anywhere(seen: list[Sighting], cuts: list[int]) -> None:
    data = b"".join(map(line, seen))
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    lines = SightingLines()
    found = [one for start, end in pairwise(edges) for one in lines.feed(data[start:end])]
    assert found == seen
    assert lines.refused == 0


@given(st.binary(max_size=200).map(lambda noise: noise.replace(b"\n", b"")), SIGHTINGS)
def test_garbage_costs_its_own_line(noise: bytes, seen: Sighting) -> None:
    lines = SightingLines()
    assert lines.feed(noise + b"\n" + line(seen))[-1:] == [seen]


def test_an_endless_line_is_given_up() -> None:
    lines = SightingLines()
    for _ in range(100):
        assert lines.feed(b"x" * 1000) == []
    assert lines.refused > 0
    assert len(lines._buffer) <= 4096


def opening(stream: ByteStream) -> Callable[[], Awaitable[ByteStream]]:
    """What opens the camera's socket once and for all."""

    async def opened() -> ByteStream:
        return stream

    return opened


async def test_a_camera_is_waited_for_read_lost_and_found_again() -> None:
    clock = ManualClock()
    near, far = memory_pair()
    again, other = memory_pair()
    ports: list[ByteStream | None] = [None, None, near, again]
    seen = Sighting(CAMERA, parse_place("seat3"), Face.UP, Nanos(1), Nanos(2), Card("Kh"))

    async def open_stream() -> ByteStream:
        port = ports.pop(0)
        if port is None:
            raise LinkLost("no such port", where="camera")
        return port

    async with aclosing(sightings(CAMERA, open_stream, clock)) as said:

        async def following() -> object:
            task = asyncio.ensure_future(anext(said))
            while not task.done():
                await clock.advance(0.1)
            return await task

        lost = await following()
        assert isinstance(lost, PartLost)
        assert "no such port" in lost.why
        assert isinstance(await following(), PartFound)
        await far.write(line(seen))
        assert await following() == seen
        near.lose("pulled")
        assert isinstance(await following(), PartLost)
        assert isinstance(await following(), PartFound)
        await other.write(line(seen))
        assert await following() == seen


async def test_a_camera_is_told_how_the_table_stands_again_and_again() -> None:
    clock = ManualClock()
    near, far = memory_pair()
    stands = [True]

    async with aclosing(sightings(CAMERA, opening(near), clock, lambda: stands[0])) as said:
        assert isinstance(await anext(said), PartFound)
        following = asyncio.ensure_future(anext(said))
        await clock.advance(0.1)
        stands[0] = False
        await clock.advance(1.0)
        words = [msgspec.json.decode(text, type=TableWord) for text in (await far.read()).splitlines()]
        assert [word.hidden for word in words] == [True, False]
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


async def test_a_camera_that_says_it_is_not_well_is_lost_and_tells_nothing_meanwhile() -> None:
    clock = ManualClock()
    near, far = memory_pair()

    seen = Sighting(CAMERA, parse_place("seat3"), Face.UP, Nanos(1), Nanos(2), Card("Kh"), track=TrackNo(4))
    view = View(CAMERA, parse_place("seat3"), Nanos(1), Nanos(2), (TrackNo(4),))
    words: list[Seen] = [
        Condition(CAMERA, Nanos(0)),
        seen,
        Condition(CAMERA, Nanos(1), "the picture is black", note(NoteKey.CAMERA_BLACK)),
        seen,
        view,
        Condition(CAMERA, Nanos(2), "the picture is black"),
        Condition(CAMERA, Nanos(3), "the picture stands still"),
        seen,
        Condition(CAMERA, Nanos(4)),
        view,
    ]
    await far.write(b"".join(msgspec.json.encode(word) + b"\n" for word in words))
    async with aclosing(sightings(CAMERA, opening(near), clock)) as said:
        heard = [await anext(said) for _ in range(6)]
    assert heard[1] == seen
    assert [word.why for word in heard if isinstance(word, PartLost)] == [
        "the picture is black",
        "the picture stands still",
    ]
    assert [word.note for word in heard if isinstance(word, PartLost)] == [note(NoteKey.CAMERA_BLACK), None]
    assert isinstance(heard[4], PartFound)
    assert heard[5] == view


async def test_a_process_that_stands_still_is_lost_once_and_its_return_is_found_by_a_word() -> None:
    """Stopped in the middle: its socket stays open and can be connected to again, and nothing comes of it."""
    clock, told, peers, lives = ManualClock(), Told(), [], [True]

    async def open_stream() -> ByteStream:
        near, far = memory_pair()
        peers.append(far)
        if lives[0]:
            await far.write(msgspec.json.encode(Condition(CAMERA, Nanos(1))) + b"\n")
        return near

    hearing = asyncio.create_task(told.hear(sightings(CAMERA, open_stream, clock)))
    await clock.advance(SILENT_S - 0.1)
    assert told.kinds == [PartFound]
    lives[0] = False
    await clock.advance(20.0)
    assert told.kinds == [PartFound, PartLost]
    assert "said nothing for 3 s" in str(told.words[-1])
    assert len(peers) > 2
    lives[0] = True
    while told.kinds[-1] is PartLost and clock.now() < seconds(60):
        await clock.advance(0.5)
    assert told.kinds == [PartFound, PartLost, PartFound]
    hearing.cancel()
    await asyncio.gather(hearing, return_exceptions=True)


async def test_a_camera_that_never_says_how_it_stands_may_be_silent() -> None:
    clock = ManualClock()
    near, far = memory_pair()

    seen = Sighting(CAMERA, parse_place("seat3"), Face.UP, Nanos(1), Nanos(2), Card("Kh"))
    async with aclosing(sightings(CAMERA, opening(near), clock)) as said:
        assert isinstance(await anext(said), PartFound)
        await far.write(line(seen))
        assert await anext(said) == seen
        following = asyncio.ensure_future(anext(said))
        await clock.advance(60.0)
        assert not following.done()
        await far.write(line(seen))
        assert await following == seen
