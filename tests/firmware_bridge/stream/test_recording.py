"""Recordings: written, read back, replayed; cut files, full disks, hosts that say something else."""

import asyncio
import resource
from contextlib import aclosing
from pathlib import Path

import pytest

from felt.clock import ManualClock, seconds
from felt.fault import BadInput, LinkLost, StorageFault
from felt.ids import DeviceId
from firmware_bridge.reader.kinds import reader_opener
from firmware_bridge.reader.sweep import SweepPlan, sweep
from firmware_bridge.reading import AntennaNo, Reading
from firmware_bridge.stream import (
    MemoryWires,
    Recorder,
    RecordingStream,
    ReplayEnded,
    memory_pair,
    open_stream,
    read_recording,
)
from firmware_bridge.stream.recording import MAGIC
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.far_pepper import FarPepper, tag

TALK = """feltwire-recording 1 serial:///dev/reader
1000000 > f501
3000000 < f5
3500000 < 0102
9000000 > 05
9500000 < 06
"""


async def test_records_both_ways_with_times(tmp_path: Path) -> None:
    clock = ManualClock(start=seconds(100))
    near, far = memory_pair("memory://reader")
    recorder = Recorder(tmp_path / "talk", near.name, clock)
    stream = RecordingStream(near, recorder)
    await clock.advance(0.001)
    await stream.write(b"\xf5\x01")
    await far.write(b"\xf5")
    await clock.advance(0.002)
    assert await stream.read() == b"\xf5"
    await stream.close()
    recorder.close()
    assert (tmp_path / "talk").read_text() == ("feltwire-recording 1 memory://reader\n1000000 > f501\n3000000 < f5\n")


async def test_replays_an_answer_only_after_its_question(tmp_path: Path) -> None:
    (tmp_path / "talk").write_text(TALK)
    stream = await open_stream(f"replay://{tmp_path}/talk", clock=ManualClock())
    reading = asyncio.create_task(stream.read())
    await asyncio.sleep(0)
    assert not reading.done()
    await stream.write(b"\xf5")
    await stream.write(b"\x01")
    assert await reading == b"\xf5"
    assert await stream.read() == b"\x01\x02"
    await stream.write(b"\x05")
    assert await stream.read() == b"\x06"
    with pytest.raises(ReplayEnded, match="ends here"):
        await stream.read()


async def test_replays_at_the_recorded_pace(tmp_path: Path) -> None:
    (tmp_path / "talk").write_text(TALK)
    clock = ManualClock()
    stream = await open_stream(f"replay://{tmp_path}/talk?pace=recorded", clock=clock)
    await stream.write(b"\xf5\x01")
    reading = asyncio.create_task(stream.read())
    await clock.advance(0.0019)
    assert not reading.done()
    await clock.advance(0.0001)
    assert await reading == b"\xf5"


async def test_a_host_that_says_something_else_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "talk").write_text(TALK)
    stream = await open_stream(f"replay://{tmp_path}/talk", clock=ManualClock())
    await stream.write(b"\xf5\x02")
    with pytest.raises(LinkLost, match="sent f502 where the recording has f501"):
        await stream.read()


def test_wherever_a_recording_is_cut_what_came_before_stays(tmp_path: Path) -> None:
    """A disk that fills, a plug that is pulled: whole lines count, and a cut first line is no recording."""
    head = f"{MAGIC} serial:///dev/x\n"
    lines = ["0 > f50300fcff01d1f1\n", "1500000 < f50300\n", "1600000 < \n", "2000000 < 8c02\n"]
    file = tmp_path / "cut.rec"
    file.write_text(head + "".join(lines))
    whole = read_recording(file)
    text = head + "".join(lines)
    for size in range(len(head), len(text) + 1):
        file.write_text(text[:size])
        assert read_recording(file) == whole[: text[len(head) : size].count("\n")]
    for size in range(len(MAGIC)):
        file.write_text(text[:size])
        with pytest.raises(BadInput, match="not a recording"):
            read_recording(file)


def test_a_last_line_cut_by_a_power_failure_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "talk").write_text(TALK[:-4])
    assert len(read_recording(tmp_path / "talk")) == 4


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("GIF89a", "talk:1: not a recording"),
        ("feltwire-recording 2 x\n", "talk:1: not a recording"),
        ("feltwire-recording 1 x\n5 < zz\n", "talk:2: unreadable line"),
        ("feltwire-recording 1 x\n5 < 00\nfive < 00\n", "talk:3: unreadable line"),
        ("feltwire-recording 1 x\n5 ? 00\n", "talk:2: unknown direction"),
        ("feltwire-recording 1 x\n\n", "talk:2: unreadable line"),
    ],
)
def test_bad_recordings_name_file_and_line(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "talk").write_text(text)
    with pytest.raises(BadInput, match=says):
        read_recording(tmp_path / "talk")


async def test_a_recording_that_is_not_there_is_a_lost_link(tmp_path: Path) -> None:
    with pytest.raises(LinkLost, match="cannot read the recording"):
        await open_stream(f"replay://{tmp_path}/none", clock=ManualClock())


def test_a_recording_never_overwrites(tmp_path: Path) -> None:
    (tmp_path / "talk").write_text("keep me")
    with pytest.raises(StorageFault, match="cannot record"):
        Recorder(tmp_path / "talk", "memory://x", ManualClock())


async def test_a_full_disk_ends_the_recording_not_the_table(tmp_path: Path) -> None:
    near, far = memory_pair()
    recorder = Recorder(tmp_path / "talk", "memory://x", ManualClock())
    stream = RecordingStream(near, recorder)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        await far.write(b"x" * 5000)
        assert await stream.read() == b"x" * 5000
        await far.write(b"more")
        assert await stream.read() == b"more"
        recorder.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "recording ended" in str(recorder.fault)
    assert (tmp_path / "talk").stat().st_size <= 1000


def test_a_full_disk_at_the_start_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(StorageFault, match="cannot record"):
        Recorder(tmp_path / "no" / "such" / "folder", "memory://x", ManualClock())


async def test_a_recorded_sweep_replays_to_the_same_readings(tmp_path: Path) -> None:
    plan = SweepPlan(DeviceId("reader-a"), (AntennaNo(1), AntennaNo(2)))
    path = tmp_path / "sweep"

    async def first(count: int, url: str, wires: MemoryWires | None, recorder: Recorder | None) -> list[Reading]:
        opener = reader_opener("pepper-c1-mux", plan.reader, url, clock=clock, wires=wires, recorder=recorder)
        readings: list[Reading] = []
        async with aclosing(sweep(plan, opener, clock)) as swept:
            async for reading in swept:
                readings.append(reading)
                if len(readings) == count:
                    break
        return readings

    async with AutoClock() as clock:
        wires = MemoryWires()
        far = FarPepper(clock, tags={1: [tag(1), tag(2)]})
        serving = asyncio.create_task(far.serve(wires.plug("reader-a")))
        recorder = Recorder(path, "memory://reader-a", clock)
        live = await first(9, "memory://reader-a", wires, recorder)
        recorder.close()
        serving.cancel()
    async with AutoClock() as clock:
        again = await first(100, f"replay://{path}?pace=recorded", None, None)
    assert again[:9] == live
