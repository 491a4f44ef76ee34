"""The field is the truth; the noise on the air is seeded, bounded, and gone when it is set to nothing."""

import pytest

from felt.clock import ManualClock
from felt.fact import Face
from felt.ids import DeviceId, Uid
from felt.place import BOARD, BURN, STUB, SeatNo, seat_place
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import memory_pair
from hardware.board import ReaderKind, ReaderPlan
from hardware.virtual.air import QUIET, Noise, NoisyAir, QuietAir
from hardware.virtual.field import Field, Lying
from hardware.virtual.wires import BadWire, Faults

UIDS = [Uid(f"E0160124{n:08X}") for n in range(6)]
SEAT = seat_place(SeatNo(1))
PLAN = ReaderPlan(
    DeviceId("west"), ReaderKind.PEPPER_C1_MUX, {AntennaNo(1): SEAT, AntennaNo(2): BOARD, AntennaNo(4): BURN}
)
ONE, TWO, THREE, FOUR = map(AntennaNo, (1, 2, 3, 4))


@pytest.fixture
def field() -> Field:
    field = Field(ManualClock(), UIDS)
    field.move(UIDS[0], SEAT, Face.DOWN)
    field.move(UIDS[1], SEAT, Face.DOWN)
    field.move(UIDS[2], BOARD, Face.UP)
    return field


def test_quiet_air_hears_exactly_what_lies_there(field: Field) -> None:
    air = QuietAir(field, PLAN)
    assert [set(air.tags(antenna)) for antenna in (ONE, TWO, THREE, FOUR)] == [{*UIDS[:2]}, {UIDS[2]}, set(), set()]


def test_no_noise_hears_the_same(field: Field) -> None:
    air = NoisyAir(field, PLAN, ManualClock(), QUIET, 1)
    assert set(air.tags(ONE)) == {*UIDS[:2]}


def test_missed_reads_come_as_often_as_said_and_the_same_for_one_seed(field: Field) -> None:
    noise = Noise(missed=0.1, missed_per_card=0.1)
    airs = [NoisyAir(field, PLAN, ManualClock(), noise, seed=9) for _ in range(2)]
    heard = [[air.tags(ONE) for _ in range(2000)] for air in airs]
    assert heard[0] == heard[1]
    # Two cards over one antenna: each is missed 0.1 + 0.1 of the time; 4000 chances, so 800 +- 5 sigma of 25.
    assert 675 < 4000 - sum(map(len, heard[0])) < 925


def test_bleed_is_heard_on_the_next_antenna_only(field: Field) -> None:
    air = NoisyAir(field, PLAN, ManualClock(), Noise(bleed=1.0), 1)
    assert set(air.tags(TWO)) == {*UIDS[:3]}
    assert set(air.tags(THREE)) == {UIDS[2]}
    assert air.tags(FOUR) == ()


async def test_a_fresh_card_answers_late_and_a_dead_one_never() -> None:
    clock = ManualClock()
    field = Field(clock, UIDS)
    air = NoisyAir(field, PLAN, clock, Noise(late_ms=80, dead=frozenset({UIDS[1]})), 1)
    await clock.advance(1.0)
    field.move(UIDS[0], SEAT, Face.DOWN)
    field.move(UIDS[1], SEAT, Face.DOWN)
    assert air.tags(ONE) == ()
    await clock.advance(0.08)
    assert air.tags(ONE) == (UIDS[0],)


async def test_the_field_keeps_order_and_times_and_tells_of_each_move() -> None:
    clock = ManualClock()
    field = Field(clock, UIDS)
    told: list[tuple[Lying, Lying]] = []
    field.watch(lambda was, now: told.append((was, now)))
    field.move(UIDS[3], BOARD, Face.DOWN)
    await clock.advance(1.0)
    field.move(UIDS[1], BOARD, Face.UP)
    field.turn(UIDS[3], Face.UP)
    assert [card.uid for card in field.at(BOARD)] == [UIDS[3], UIDS[1]]
    assert (field.card(UIDS[3]).since, field.card(UIDS[3]).turned) == (0, 1_000_000_000)
    assert [(was.place, now.place) for was, now in told] == [(STUB, BOARD), (STUB, BOARD), (BOARD, BOARD)]
    with pytest.raises(KeyError, match="on the table already"):
        field.add(UIDS[0])


async def test_a_bad_wire_spoils_the_same_bytes_for_one_seed_and_keeps_their_order() -> None:
    sent = bytes(range(256)) * 8
    heard = []
    for _ in range(2):
        near, far = memory_pair()
        wire = BadWire(near, ManualClock(), Faults(split=0.2, drop=0.05), seed=4)
        await far.write(sent)
        far.lose("unplugged")
        got = bytearray()
        while len(got) + wire.dropped < len(sent):
            got += await wire.read()
        heard.append(bytes(got))
    assert heard[0] == heard[1]
    rest = iter(sent)
    assert all(byte in rest for byte in heard[0])
    assert 0 < len(sent) - len(heard[0]) < len(sent) // 5
