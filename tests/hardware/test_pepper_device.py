"""The virtual Pepper's own frames pass the public vectors, and it answers and refuses as its sheet says."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from felt.clock import ManualClock
from felt.fact import Face
from felt.fault import LinkLost
from felt.ids import DeviceId, Uid
from felt.place import BOARD, MUCK, SeatNo, seat_place
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import MemoryStream, memory_pair
from hardware.board import ReaderKind, ReaderPlan
from hardware.virtual.air import QuietAir
from hardware.virtual.field import Field
from hardware.virtual.pepper import HostFrames, frame
from hardware.virtual.reader import INSTANT, VirtualPepper, icode_record

VECTORS = json.loads(Path(__file__).with_name("pepper_vectors.json").read_text())
PLAN = ReaderPlan(
    DeviceId("west"),
    ReaderKind.PEPPER_C1_MUX,
    {AntennaNo(1): seat_place(SeatNo(1)), AntennaNo(2): BOARD, AntennaNo(8): MUCK},
)
ICODE = [Uid(f"E0160124{n:08X}") for n in range(9)]
NTAG = Uid("04ABCDEF112233")


def command(text: str) -> bytes:
    return frame(bytes.fromhex(text))


class Host:
    """The other side of the wire, with no driver: raw bytes in and out."""

    def __init__(self, stream: MemoryStream, field: Field, clock: ManualClock) -> None:
        self.stream = stream
        self.field = field
        self.clock = clock
        self._answers: list[bytes] = []
        self._frames = HostFrames()

    async def ask(self, text: str) -> str:
        await self.stream.write(command(text))
        return await self.hear()

    async def hear(self) -> str:
        while not self._answers:
            self._answers += self._frames.feed(await self.stream.read())
        return self._answers.pop(0).hex().upper()

    def lay(self, uid: Uid, antenna: int) -> None:
        self.field.add(uid)
        self.field.move(uid, PLAN.antennas[AntennaNo(antenna)], Face.DOWN)


@pytest.fixture
async def host() -> AsyncIterator[Host]:
    clock = ManualClock()
    field = Field(clock)
    near, far = memory_pair()
    device = VirtualPepper(far, QuietAir(field, PLAN), clock, timing=INSTANT)
    running = asyncio.create_task(device.run())
    yield Host(near, field, clock)
    far.lose("unplugged")
    with pytest.raises(LinkLost):
        await running


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["meaning"] for vector in VECTORS])
def test_frames_are_written_as_the_vectors_say(vector: dict[str, str]) -> None:
    assert frame(bytes.fromhex(vector["payload"])).hex().upper() == vector["hex"]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["meaning"] for vector in VECTORS])
def test_frames_are_read_byte_by_byte(vector: dict[str, str]) -> None:
    frames = HostFrames()
    found = [payload for byte in bytes.fromhex(vector["hex"]) for payload in frames.feed(bytes([byte]))]
    assert [payload.hex().upper() for payload in found] == [vector["payload"]]


def test_the_manuals_inventory_record_is_built_from_its_uid() -> None:
    record = icode_record(bytes.fromhex("E01624010A7F8F04"), more=0)
    assert frame(b"\x00\x91" + record).hex().upper() == "F50E00F1FF0091048F7F0A012416E0000069C8"


@pytest.mark.parametrize("spoilt", ["F50300FCFE02B2C1", "F50300FCFF02B2C0"])
def test_a_broken_frame_is_dropped_and_the_next_one_is_found(spoilt: str) -> None:
    frames = HostFrames()
    assert list(frames.feed(bytes.fromhex(spoilt) + command("0B"))) == [b"\x0b"]
    assert frames.broken == 1


def test_a_good_frame_inside_a_false_start_is_found() -> None:
    stream = bytes.fromhex("A5F50003FFF50500FAFF000201DFBA")
    assert [payload.hex() for payload in HostFrames().feed(stream)] == ["000201"]


async def test_keep_alive_version_and_halt(host: Host) -> None:
    assert await host.ask("01") == "0001"
    assert bytes.fromhex(await host.ask("0B")) == b"\x00\x0bPepper C1 MUX 2.0"
    assert await host.ask("05") == "0005"


async def test_the_count_stops_at_five(host: Host) -> None:
    assert await host.ask("0F01") == "000F"
    assert await host.ask("02") == "000200"
    for uid in ICODE[:7]:
        host.lay(uid, 1)
    assert await host.ask("02") == "000205"


async def test_uids_by_index_carry_their_type(host: Host) -> None:
    host.lay(NTAG, 2)
    host.lay(ICODE[3], 2)
    await host.ask("0F02")
    assert await host.ask("02") == "000202"
    assert await host.ask("0300") == "0003010004ABCDEF112233"
    assert await host.ask("0301") == "00032400" + "03000000240116E0"
    assert await host.ask("0302") == "FF030120"


async def test_the_inventory_lists_every_icode_card(host: Host) -> None:
    for uid in ICODE:
        host.lay(uid, 8)
    host.lay(NTAG, 8)
    await host.ask("0F08")
    answers = [await host.ask("9000")] + [await host.ask("91") for _ in range(8)]
    uids = [bytes.fromhex(answer[4:20])[::-1].hex().upper() for answer in answers]
    assert uids == list(ICODE)
    assert [answer[-2:] for answer in answers] == ["01"] * 8 + ["00"]
    assert await host.ask("91") == "FF911501"


async def test_an_empty_inventory_is_an_error_answer(host: Host) -> None:
    assert await host.ask("9000") == "FF901501"


async def test_switching_the_antenna_forgets_the_last_look(host: Host) -> None:
    host.lay(ICODE[0], 1)
    await host.ask("0F01")
    await host.ask("02")
    await host.ask("0F02")
    assert await host.ask("0300") == "FF030120"
    assert await host.ask("91") == "FF911522"


@pytest.mark.parametrize(
    ("asked", "refused"),
    [("0F00", "FF0F0120"), ("0F09", "FF0F0120"), ("0F", "FF0F010C"), ("77", "FF770121"), ("03", "FF03010C")],
)
async def test_what_it_refuses(host: Host, asked: str, refused: str) -> None:
    assert await host.ask(asked) == refused


async def test_a_lone_ff_asks_for_the_last_frame_again(host: Host) -> None:
    await host.ask("0F01")
    assert await host.ask("FF") == "000F"


async def test_polling_tells_each_new_tag_once(host: Host) -> None:
    assert await host.ask("0601") == "0006"
    host.lay(NTAG, 1)
    await host.clock.advance(0.5)
    assert await host.hear() == "FE010004ABCDEF112233"
    assert await host.ask("0600") == "0006"


async def test_a_look_takes_the_time_of_the_air_and_the_wire() -> None:
    clock = ManualClock()
    field = Field(clock)
    near, far = memory_pair()
    running = asyncio.create_task(VirtualPepper(far, QuietAir(field, PLAN), clock).run())
    for uid in ICODE[:2]:
        field.add(uid)
        field.move(uid, seat_place(SeatNo(1)), Face.DOWN)
    await near.write(command("02"))
    reading = asyncio.create_task(near.read())
    # 0.3 ms to think, 8 bytes in and 10 out at 115200 baud (1.56 ms), 9.8 ms for the round and 4.1 ms for each tag.
    await clock.advance(0.0198)
    assert not reading.done()
    await clock.advance(0.0001)
    assert (await reading).hex().upper() == "F50500FAFF000202" + "BC8A"
    running.cancel()


async def test_a_restart_takes_a_second_and_forgets(host: Host) -> None:
    clock = ManualClock()
    near, far = memory_pair()
    device = VirtualPepper(far, QuietAir(Field(clock), PLAN), clock, timing=INSTANT)
    running = asyncio.create_task(device.run())
    await near.write(command("0F08"))
    await clock.advance(0)
    assert device.antenna == 8
    await near.write(command("0A"))
    await clock.advance(0)
    await near.write(command("0B")[:4])
    await clock.advance(1.0)
    assert device.antenna == 1
    running.cancel()
