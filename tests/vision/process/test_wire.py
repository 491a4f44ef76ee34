"""The socket that a camera is heard on: by the node's own reader, through starts, hang-ups and deaf listeners."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import pytest

from felt.card import Card
from felt.clock import ManualClock, Nanos, SystemClock
from felt.fact import Face
from felt.fault import ConfigFault
from felt.place import BURN, parse_place
from firmware_bridge.reading import PartFound, PartLost
from firmware_bridge.stream import ByteStream, open_stream
from table_node.camera import sightings
from tests.table_node.waiting import until
from tests.vision.process.stand_in import CAMERA
from vision.process.wire import LONGEST_PATH, STALE, UNHEARD_MOST, Wire, listening
from vision.sighting import Condition, Sighting, TrackNo, View

SEEN = Sighting(CAMERA, parse_place("board1"), Face.UP, Nanos(1), Nanos(2), Card("Kh"), 0.97, TrackNo(4))
VIEW = View(CAMERA, BURN, Nanos(1), Nanos(2), (), False)


def quiet(_: str) -> None:
    """Nobody reads the log."""


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncGenerator[Wire, None]:
    async with listening(tmp_path / "eye.sock", SystemClock(), quiet) as made:
        yield made


async def test_the_node_hears_every_word_in_order(wire: Wire, tmp_path: Path) -> None:
    async def connect() -> ByteStream:
        return await open_stream(f"unix://{tmp_path}/eye.sock", clock=SystemClock())

    async with aclosing(sightings(CAMERA, connect, SystemClock(), lambda: False)) as said:
        assert isinstance(await anext(said), PartFound)
        following = asyncio.ensure_future(anext(said))
        await until(lambda: wire.listeners > 0)
        wire.say([Condition(CAMERA, Nanos(0)), SEEN, VIEW, Condition(CAMERA, Nanos(3), "the picture is black"), SEEN])
        assert await following == SEEN
        assert await anext(said) == VIEW
        lost = await anext(said)
        assert isinstance(lost, PartLost)
        assert lost.why == "the picture is black"
        await until(lambda: wire.hidden() is False)


async def test_nobody_who_listens_is_no_trouble(wire: Wire) -> None:
    wire.say([SEEN])
    assert wire.hidden() is None


async def test_only_we_can_listen(wire: Wire, tmp_path: Path) -> None:
    assert (tmp_path / "eye.sock").stat().st_mode & 0o777 == 0o600


async def test_a_word_on_the_table_is_believed_for_three_seconds(tmp_path: Path) -> None:
    clock = ManualClock()
    async with listening(tmp_path / "eye.sock", clock, quiet) as wire:
        _, writer = await asyncio.open_unix_connection(tmp_path / "eye.sock")
        assert wire.hidden() is None
        writer.write(b'not a word\n{"type":"TableWord","hidden":false,"at":1}\n')
        await until(lambda: wire.hidden() is not None)
        assert wire.hidden() is False
        await clock.advance(STALE / 1e9)
        assert wire.hidden() is False
        await clock.advance(0.1)
        assert wire.hidden() is None
        writer.close()


async def test_a_word_on_the_table_goes_with_whoever_said_it(wire: Wire, tmp_path: Path) -> None:
    """A node that dies when a hand begins has said last that none is dealt."""
    (_, first), (_, other) = [await asyncio.open_unix_connection(tmp_path / "eye.sock") for _ in range(2)]
    assert not wire.heard
    first.write(b'{"type":"TableWord","hidden":false,"at":1}\n')
    await until(lambda: wire.hidden() is False)
    other.close()
    await until(lambda: wire.listeners == 1)
    assert wire.hidden() is False
    first.close()
    await until(lambda: wire.listeners == 0)
    assert wire.hidden() is None
    assert wire.heard


async def test_a_listener_who_takes_nothing_is_hung_up_on_and_memory_stays_bounded(wire: Wire, tmp_path: Path) -> None:
    reader, writer = await asyncio.open_unix_connection(tmp_path / "eye.sock")
    await until(lambda: wire.listeners > 0)
    reader._transport.pause_reading()  # type: ignore[attr-defined]
    words = 0
    while wire.listeners:
        wire.say([SEEN] * 1000)
        words += 1000
        await asyncio.sleep(0)
    assert words * 100 < 20 * UNHEARD_MOST
    writer.close()


async def test_a_socket_left_by_a_dead_process_is_taken_over_and_a_living_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "eye.sock"
    async with listening(path, SystemClock(), quiet):
        with pytest.raises(ConfigFault, match="another process is this camera already"):
            async with listening(path, SystemClock(), quiet):
                pass
    assert not path.exists()
    server = await asyncio.start_unix_server(lambda *_: None, path)
    server.close()
    await server.wait_closed()
    async with listening(path, SystemClock(), quiet) as wire:
        assert wire.listeners == 0


async def test_a_path_that_no_socket_can_have_is_told(tmp_path: Path) -> None:
    long = tmp_path / ("x" * (LONGEST_PATH + 1 - len(os.fsencode(tmp_path)) - 1))
    assert len(os.fsencode(long)) == LONGEST_PATH + 1
    with pytest.raises(ConfigFault, match="107 bytes at most, this one 108"):
        async with listening(long, SystemClock(), quiet):
            pass
    async with listening(long.with_name(long.name[:-1]), SystemClock(), quiet):
        pass
    (tmp_path / "file").write_text("kept")
    for path, why in ((tmp_path / "file", "cannot be listened on"), (tmp_path / "file" / "s", "cannot be listened on")):
        with pytest.raises(ConfigFault, match=rf"{why}: [A-Z]"):
            async with listening(path, SystemClock(), quiet):
                pass
    assert (tmp_path / "file").read_text() == "kept"


async def test_a_process_that_ends_while_it_is_heard_ends_quietly(tmp_path: Path) -> None:
    said: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: said.append(context))
    async with listening(tmp_path / "eye.sock", SystemClock(), quiet) as wire:
        _, writer = await asyncio.open_unix_connection(tmp_path / "eye.sock")
        await until(lambda: wire.listeners == 1)
        serving = [task for task in asyncio.all_tasks() if "serve" in repr(task.get_coro())]
        assert len(serving) == 1
        serving[0].cancel()
        await asyncio.wait(serving)
        await asyncio.sleep(0)
    writer.close()
    assert said == []
