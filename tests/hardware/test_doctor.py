"""The doctor finds what is wrong: in memory on a clock of its own, and once over real ptys."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from felt.clock import SystemClock
from felt.fact import Face
from felt.fault import LinkLost, StorageFault, Unsupported
from felt.ids import DeviceId, Uid
from felt.place import MUCK, STUB, Place, SeatNo, seat_place
from firmware_bridge.mcu.cobs import cobs_encode
from firmware_bridge.mcu.frames import MCU, Greeting, Hello
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import ByteStream, MemoryWires
from hardware.board import Board, ReaderKind, ReaderPlan, ShufflerPlan
from hardware.doctor import __main__ as doctor
from hardware.doctor.camera import VideoDevice
from hardware.doctor.examination import examine
from hardware.doctor.hands import Person
from hardware.doctor.machines import Ties
from hardware.doctor.ports import Port, serial_ports
from hardware.doctor.report import AntennaSeen, PartSeen, Report, write_report
from hardware.doctor.virtual import CARD, VirtualHands
from hardware.panel import Light, McuPanelPlan, PanelButton, PanelPlan
from hardware.virtual.field import Field
from hardware.virtual.reader import VirtualPepper
from hardware.virtual.shuffler import VirtualShuffler
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.far_pn532 import FarPn532

SEATS = tuple(seat_place(SeatNo(n)) for n in (1, 2, 3))
WEST, EAST = DeviceId("west"), DeviceId("east")
Serve = Callable[[ByteStream], Awaitable[object]]


def reader(name: DeviceId, *places: Place) -> ReaderPlan:
    return ReaderPlan(name, ReaderKind.PEPPER_C1_MUX, {AntennaNo(n): place for n, place in enumerate(places, 1)})


def board(*readers: ReaderPlan, panel: PanelPlan | McuPanelPlan | None = None, shuffler: bool = False) -> Board:
    machine = ShufflerPlan(DeviceId("shuffler")) if shuffler else None
    return Board("t", (SeatNo(1), SeatNo(2), SeatNo(3)), readers, (), shuffler=machine, panel=panel)


class Coils:
    """One reader's antennas: some dead, some that miss every second look."""

    def __init__(self, field: Field, wired: Mapping[int, Place], *, faint: int = 0) -> None:
        self._field = field
        self._wired = wired
        self._faint = faint
        self._turn = 0

    def tags(self, antenna: AntennaNo) -> tuple[Uid, ...]:
        self._turn += 1
        if antenna not in self._wired or (antenna == self._faint and self._turn % 2):
            return ()
        return tuple(card.uid for card in self._field.at(self._wired[antenna]))


class Clinic:
    """Devices on wires in memory, a card, and hands."""

    def __init__(self, clock: AutoClock) -> None:
        self.clock = clock
        self.wires = MemoryWires()
        self.field = Field(clock, [CARD])
        self.machine = VirtualShuffler(clock, 7)
        self.hands = VirtualHands(self.field, self.machine, clock)
        self.said: list[str] = []
        self.cameras: tuple[VideoDevice, ...] = ()
        self._ports: list[Port] = []
        self._tasks: list[asyncio.Task[None]] = []

    def pepper(self, port: str, wired: Mapping[int, Place], *, faint: int = 0) -> None:
        air = Coils(self.field, wired, faint=faint)
        self.plug(port, lambda stream: VirtualPepper(stream, air, self.clock).run())

    def plug(self, port: str, serve: Serve) -> None:
        """Plug a device in, and give its port to the doctor."""
        stream = self.wires.plug(port)
        self._ports.append(Port(port, f"memory://{port}"))

        async def run() -> None:
            with suppress(LinkLost):
                await serve(stream)

        self._tasks.append(asyncio.create_task(run()))

    async def examine(self, plan: Board | None, pins: MockFactory | None = None) -> Report:
        self._ports.sort(key=lambda port: port.name)
        ties = Ties(self.wires, pins, lambda: self.cameras)
        return await examine(plan, self._ports, self.hands, self.clock, self.said.append, ties=ties)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.fixture
async def clinic() -> AsyncIterator[Clinic]:
    async with AutoClock() as clock:
        made = Clinic(clock)
        yield made
        await made.close()


async def mute(stream: ByteStream) -> None:
    while True:
        await stream.read()


async def other_firmware(stream: ByteStream) -> None:
    """A microcontroller of another release: its hello bears another dictionary's fingerprint."""
    number, payload = MCU.pack(Hello(MCU.fingerprint ^ 1, 0, Greeting.WAITING, "firmware 9"))
    head = bytes([0, 0]) + (0x1234).to_bytes(2, "little") + bytes([number]) + payload
    while True:
        await stream.read()
        await stream.write(b"\0" + cobs_encode(head + crc(head).to_bytes(2, "little")) + b"\0")


def crc(data: bytes) -> int:
    """CRC-16/MCRF4XX, bit by bit."""
    value = 0xFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x8408 if value & 1 else 0)
    return value


async def test_a_table_that_is_well(clinic: Clinic) -> None:
    clinic.pepper("usb-b", {1: SEATS[0], 2: SEATS[1]})
    clinic.pepper("usb-a", {1: SEATS[2], 2: MUCK})
    clinic.plug("usb-c", clinic.machine.run)
    panel = McuPanelPlan(DeviceId("panel"), controller=DeviceId("shuffler"))
    plan = board(reader(WEST, SEATS[0], SEATS[1]), reader(EAST, SEATS[2], MUCK), panel=panel, shuffler=True)
    report = await clinic.examine(plan)
    assert report.faults() == ()
    assert [(row.reader, row.port) for row in report.readers] == [(WEST, "usb-b"), (EAST, "usb-a")]
    assert [(row.place, row.looks, row.missed) for row in report.antennas] == [
        (place, 20, 0) for place in (SEATS[0], SEATS[1], SEATS[2], MUCK)
    ]
    # Switching 5 ms, the round 9.8 ms and 4.1 ms for the tag, commands and bytes on the wire: some 25 ms a look.
    assert all(20 < row.rate < 60 for row in report.antennas)
    assert [row.said for row in report.parts[1:]] == [
        *["lit alone"] * 3,
        "heard",
        *["pressed"] * 4,
        "told open and told closed",
    ]
    assert report.parts[0].said.endswith("fingerprint agrees")
    assert report.urls == {WEST: "memory://usb-b", EAST: "memory://usb-a", "shuffler": "memory://usb-c"}
    assert clinic.field.card(CARD).place == STUB
    assert "[3/4] east antenna 1: seat3" in clinic.said
    assert list(report.lines())[-1] == "\nall well"


async def test_a_dead_antenna_and_a_faint_one(clinic: Clinic) -> None:
    clinic.pepper("usb", {1: SEATS[0], 3: SEATS[2]}, faint=3)
    report = await clinic.examine(board(reader(WEST, *SEATS)))
    assert report.faults() == (
        "west antenna 2 (seat2): dead: no look saw the card",
        "west antenna 3 (seat3): misses 50 % of looks at a card that lies still",
    )


async def test_two_antennas_whose_plugs_changed_places(clinic: Clinic) -> None:
    clinic.pepper("usb", {1: SEATS[0], 2: SEATS[2], 3: SEATS[1]})
    report = await clinic.examine(board(reader(WEST, *SEATS)))
    assert report.faults() == (
        "west antenna 2 (seat2): dead; the card is seen by antenna 3 of west: plugs changed?",
        "west antenna 3 (seat3): dead; the card is seen by antenna 2 of west: plugs changed?",
    )


async def test_an_absent_reader_and_a_device_of_another_kind(clinic: Clinic) -> None:
    far = FarPn532(clinic.clock)
    clinic.plug("usb-wrong", far.serve)
    report = await clinic.examine(board(reader(WEST, SEATS[0])))
    assert report.faults() == (
        "reader west: absent: no port answers as pepper-c1-mux (usb-wrong answers as pn532-hsu)",
    )
    assert report.antennas == ()


async def test_a_port_on_which_nobody_known_answers(clinic: Clinic) -> None:
    clinic.plug("usb", mute)
    report = await clinic.examine(board(reader(WEST, SEATS[0])))
    assert report.faults() == ("reader west: absent: no port answers as pepper-c1-mux",)
    assert (report.ports[0].kind, report.ports[0].said[:20]) == ("", "nobody known answers")


async def test_a_port_that_cannot_be_opened(clinic: Clinic) -> None:
    clinic.pepper("usb", {1: SEATS[0]})
    clinic.wires.open("usb")  # somebody else holds it
    report = await clinic.examine(board(reader(WEST, SEATS[0])))
    assert report.ports[0].said == "cannot be opened: the port is in use"
    assert len(report.faults()) == 1


async def test_of_two_readers_of_a_kind_one_sees_no_card(clinic: Clinic) -> None:
    clinic.pepper("usb-a", {})
    clinic.pepper("usb-b", {1: SEATS[1]})
    report = await clinic.examine(board(reader(WEST, SEATS[0]), reader(EAST, SEATS[1])))
    assert report.faults() == (
        "reader west: absent: a pepper-c1-mux answers, but none sees a card over west's antennas",
    )
    assert [(row.reader, row.port) for row in report.readers] == [(WEST, ""), (EAST, "usb-b")]


async def test_a_microcontroller_of_another_release(clinic: Clinic) -> None:
    clinic.plug("usb", other_firmware)
    report = await clinic.examine(board(shuffler=True))
    (only,) = report.faults()
    assert only.startswith("microcontroller (shuffler): usb: ")
    assert "firmware 9" in only
    assert "one release" in only


async def test_no_microcontroller(clinic: Clinic) -> None:
    report = await clinic.examine(board(panel=McuPanelPlan(DeviceId("panel"))))
    assert report.faults() == (
        "microcontroller (panel): absent: no port answers as a Feltwire microcontroller "
        "(its USB cable, and the firmware that `make firmware` builds)",
    )


async def test_buttons_that_do_not_press_or_are_plugged_wrongly_and_a_dark_lamp(clinic: Clinic) -> None:
    class Worn(VirtualHands):
        async def press(self, button: PanelButton) -> None:
            if button is PanelButton.CONFIRM:
                await super().press(PanelButton.UNDO)
            elif button is not PanelButton.CALL_FLOOR:
                await super().press(button)

        async def sees(self, light: Light) -> bool | None:
            return {Light.STOP: False, Light.FREE: None}.get(light, True)

    clinic.plug("usb", clinic.machine.run)
    clinic.hands = Worn(clinic.field, clinic.machine, clinic.clock)
    report = await clinic.examine(board(panel=McuPanelPlan(DeviceId("panel"))))
    assert report.faults() == (
        "lamp stop: not lit, or not alone (pin 47 of the controller, driven high)",
        "button confirm: told as undo: plugs changed? (pin 23 of the controller, closed to ground)",
        "button call-floor: dead: no press came (pin 24 of the controller, closed to ground)",
    )
    assert report.parts[1] == PartSeen("lamp free", good=True, said="not looked at")


async def test_a_panel_on_pins(clinic: Clinic) -> None:
    factory = MockFactory()

    class Finger(VirtualHands):
        async def press(self, button: PanelButton) -> None:
            factory.pin(5).drive_low()

        async def sees(self, light: Light) -> bool | None:
            return bool(factory.pin(22).state)

    clinic.hands = Finger(clinic.field, None, clinic.clock)
    plan = PanelPlan(DeviceId("panel"), buttons={PanelButton.UNDO: 5}, lamp={Light.STOP: 22, Light.FREE: 17})
    report = await clinic.examine(board(panel=plan), pins=factory)
    assert report.parts == (
        PartSeen("lamp stop", good=True, said="lit alone"),
        PartSeen("lamp free", good=False, said="not lit, or not alone", remedy="GPIO 17, driven high"),
        PartSeen("button undo", good=True, said="pressed"),
    )
    assert not factory.pin(22).state


async def test_where_there_are_no_pins(clinic: Clinic) -> None:
    class NoPins(MockFactory):  # type: ignore[misc]
        def pin(self, name: object) -> object:
            raise OSError("no gpiochip")

    report = await clinic.examine(board(panel=PanelPlan(DeviceId("panel"), buzzer=5)), pins=NoPins())
    (only,) = report.faults()
    assert "no pins: no gpiochip" in only


async def test_without_a_board_only_ports_are_told(clinic: Clinic) -> None:
    clinic.pepper("usb", {})
    report = await clinic.examine(None)
    assert [(row.name, row.kind) for row in report.ports] == [("usb", "pepper-c1-mux")]
    assert (report.board, report.readers, report.faults()) == ("", (), ())


def test_ports_are_named_by_id_and_the_pis_own_last(tmp_path: Path) -> None:
    for name in ("usb-b", "usb-a"):
        (tmp_path / name).touch()
    uart = tmp_path / "usb-a"
    assert [port.name for port in serial_ports(tmp_path, uart)] == ["usb-a", "usb-b", "usb-a"]
    assert serial_ports(tmp_path / "absent", tmp_path / "absent") == ()


def test_a_report_is_written_as_data_and_as_text(tmp_path: Path) -> None:
    report = Report("2026-01-01T00:00:00+00:00", "t", antennas=(AntennaSeen(WEST, AntennaNo(1), MUCK, fault="dead"),))
    data, text = write_report(report, tmp_path / "report")
    assert json.loads(data.read_text())["antennas"][0]["fault"] == "dead"
    assert text.read_text().endswith("found: 1\n  west antenna 1 (muck): dead\n")
    with pytest.raises(StorageFault, match="cannot be written"):
        write_report(report, tmp_path / "absent" / "report")


async def test_a_person_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    person = Person(said.append)
    await person.hold(MUCK)
    await person.press(PanelButton.UNDO)
    with Path("/dev/null").open() as nobody:  # noqa: ASYNC230
        monkeypatch.setattr("sys.stdin", nobody)
        assert await person.sees(Light.STOP) is None
    assert [line.strip().split()[0] for line in said] == ["hold", "press", "is"]


def test_without_a_port_and_a_board_there_is_nothing_to_examine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "serial_ports", tuple)
    with pytest.raises(Unsupported, match="no serial port"):
        doctor.main("", None)


def test_the_virtual_table_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    began = SystemClock().now()
    assert doctor.main("virtual", tmp_path / "report.json") == 0
    assert (SystemClock().now() - began) / 1e9 < 60  # some 12 s on an idle machine
    told = json.loads((tmp_path / "report.json").read_text())
    assert len(told["antennas"]) == 12
    assert all(row["missed"] == 0 for row in told["antennas"])
    assert "all well" in capsys.readouterr().out


def test_a_card_over_a_place_lies_nowhere_else() -> None:
    clock = SystemClock()
    field = Field(clock, [CARD])
    asyncio.run(VirtualHands(field, None, clock).hold(MUCK))
    assert (field.card(CARD).place, field.card(CARD).face) == (MUCK, Face.DOWN)
