"""The doctor at what is no reader: seat lights, buzzer, key, cover, a machine that prints lines, a camera."""

import asyncio
import errno
import os
import struct
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from felt.ids import DeviceId
from felt.place import SeatNo
from firmware_bridge.mcu.frames import Lid
from firmware_bridge.stream import ByteStream
from hardware.board import Board, CameraKind, CameraPlan, ShufflerKind, ShufflerPlan, load_board, shipped_board
from hardware.doctor.camera import VideoDevice, examine_camera, query, video_devices
from hardware.doctor.hands import KeyPosition, Person
from hardware.doctor.report import PartSeen
from hardware.doctor.virtual import VirtualHands
from hardware.panel import Beep, Light, McuPanelPlan, PanelButton, PanelPlan
from hardware.panel.plan import MCU_WIRING
from tests.firmware_bridge.auto_clock import AutoClock
from tests.hardware.test_doctor import Clinic, mute

PANEL = PanelPlan(
    DeviceId("panel"),
    buttons={PanelButton.UNDO: 5},
    lamp={Light.STOP: 22},
    seats={SeatNo(1): 4, SeatNo(2): 7},
    buzzer=18,
    key=26,
)


@pytest.fixture
async def clinic() -> AsyncIterator[Clinic]:
    async with AutoClock() as clock:
        made = Clinic(clock)
        yield made
        await made.close()


def table(
    *, panel: PanelPlan | McuPanelPlan | None = None, lines: str = "", camera: bool = False, seats: int = 2
) -> Board:
    """A table without readers."""
    machine = ShufflerPlan(DeviceId("printer"), ShufflerKind.LINES, Path(lines)) if lines else None
    eye = CameraPlan(DeviceId("overhead")) if camera else None
    return Board("t", tuple(SeatNo(n) for n in range(1, seats + 1)), (), (), shuffler=machine, camera=eye, panel=panel)


class AtThePanel(VirtualHands):
    """Hands and eyes at a panel on mock pins; `dead` parts do nothing."""

    def __init__(self, clinic: Clinic, factory: MockFactory, *dead: str) -> None:
        super().__init__(clinic.field, None, clinic.clock)
        self.factory = factory
        self.dead = dead

    async def press(self, button: PanelButton) -> None:
        self.factory.pin(5).drive_low()

    async def sees(self, light: Light) -> bool | None:
        return "lamp" not in self.dead and bool(self.factory.pin(22).state)

    async def sees_seat(self, seat: SeatNo) -> bool | None:
        lit = [number for number, pin in PANEL.seats.items() if self.factory.pin(pin).state]
        return f"seat {seat}" not in self.dead and lit == [seat]

    async def hears(self, beep: Beep) -> bool | None:
        levels = [bool(moved.state) for moved in self.factory.pin(PANEL.buzzer).states]
        return "buzzer" not in self.dead and levels[-2:] == [True, False]

    async def turn(self, to: KeyPosition) -> None:
        if "key" not in self.dead:
            pin = self.factory.pin(PANEL.key)
            pin.drive_low() if to is KeyPosition.SERVICE else pin.drive_high()


async def test_every_part_of_a_panel_on_pins(clinic: Clinic) -> None:
    factory = MockFactory()
    clinic.hands = AtThePanel(clinic, factory)
    report = await clinic.examine(table(panel=PANEL), pins=factory)
    assert report.parts == (
        PartSeen("lamp stop", good=True, said="lit alone"),
        PartSeen("light of seat 1", good=True, said="lit alone"),
        PartSeen("light of seat 2", good=True, said="lit alone"),
        PartSeen("buzzer", good=True, said="heard"),
        PartSeen("button undo", good=True, said="pressed"),
        PartSeen("key switch", good=True, said="told service and told play"),
    )


async def test_dead_parts_are_named_with_their_pins(clinic: Clinic) -> None:
    factory = MockFactory()
    clinic.hands = AtThePanel(clinic, factory, "seat 2", "buzzer", "key")
    report = await clinic.examine(table(panel=PANEL), pins=factory)
    assert report.faults() == (
        "light of seat 2: not lit, or not alone (GPIO 7, driven high)",
        "buzzer: not heard (GPIO 18, driven high)",
        "key switch: dead: told play and never service (GPIO 26, closed to ground)",
    )


async def test_a_key_that_stands_at_service_is_turned_to_play_first(clinic: Clinic) -> None:
    factory = MockFactory()
    turned: list[KeyPosition] = []

    class Turner(AtThePanel):
        async def press(self, button: PanelButton) -> None:
            self.factory.pin(PANEL.key).drive_low()
            await clinic.clock.sleep(0.5)
            await super().press(button)

        async def turn(self, to: KeyPosition) -> None:
            turned.append(to)
            await super().turn(to)

    clinic.hands = Turner(clinic, factory)
    report = await clinic.examine(table(panel=PANEL), pins=factory)
    assert report.parts[-1] == PartSeen("key switch", good=True, said="told play and told service")
    assert turned == [KeyPosition.PLAY, KeyPosition.SERVICE]


async def test_a_key_that_sticks_half_way(clinic: Clinic) -> None:
    factory = MockFactory()

    class Sticky(AtThePanel):
        async def turn(self, to: KeyPosition) -> None:
            if to is KeyPosition.SERVICE:
                await super().turn(to)

    clinic.hands = Sticky(clinic, factory)
    report = await clinic.examine(table(panel=PANEL), pins=factory)
    assert report.faults() == ("key switch: dead: told service and never play (GPIO 26, closed to ground)",)


async def test_a_mute_buzzer_and_a_cover_whose_switch_is_not_wired(clinic: Clinic) -> None:
    """An input that nothing is wired to is pulled up, and reads as an open cover."""
    clinic.machine.move_lid(Lid.OPEN)

    class Stuck(VirtualHands):
        async def move_cover(self, to: Lid) -> None:
            """The cover moves, and no switch with it."""

        async def hears(self, beep: Beep) -> bool | None:
            return False

    clinic.hands = Stuck(clinic.field, clinic.machine, clinic.clock)
    clinic.plug("usb", clinic.machine.run)
    report = await clinic.examine(table(panel=McuPanelPlan(DeviceId("panel"))))
    assert report.faults() == (
        "buzzer: not heard (pin 46 of the controller, driven high)",
        "cover switch: dead: told open and never closed (pin 26 of the controller, closed to ground while the cover is "
        "shut)",
    )


def test_the_controllers_wiring_is_the_firmwares() -> None:
    """Arduino Mega: port A is pins 22 to 29 upwards, port L pins 49 to 42 downwards; the bits are the firmware's."""
    bits = {"button round-closed": 0, "button confirm": 1, "button call-floor": 2, "button undo": 3, "cover switch": 4}
    driven = {"lamp free": 0, "lamp attention": 1, "lamp stop": 2, "buzzer": 3}
    assert {what: int(how.split()[1]) for what, how in MCU_WIRING.items()} == {
        **{what: 22 + bit for what, bit in bits.items()},
        **{what: 49 - bit for what, bit in driven.items()},
    }


class Printer:
    """A machine that prints plain words once it is started, at whatever rate the host opens its port."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        self.started = asyncio.Event()

    async def run(self, stream: ByteStream) -> None:
        await self.started.wait()
        for line in self.lines:
            await stream.write(line.encode() + b"\r\n")
        await mute(stream)


class AtThePrinter(VirtualHands):
    """Hands that start the machine."""

    def __init__(self, clinic: Clinic, printer: Printer) -> None:
        super().__init__(clinic.field, None, clinic.clock)
        self.printer = printer

    async def start_shuffler(self) -> None:
        self.printer.started.set()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ["START 7", "COUNT 52"],
            PartSeen("shuffler printer", good=True, said="usb-b: 'START 7' means started, cycle 7"),
        ),
        (["hello", "START 7"], PartSeen("shuffler printer", good=True, said="usb-b: 'START 7' means started, cycle 7")),
        (
            ["Shuffle begun"],
            PartSeen(
                "shuffler printer",
                good=False,
                said="usb-b prints what 'A machine that prints plain words' does not know: 'Shuffle begun'",
                remedy="its baud rate, or a map: feltwire shuffler learn 'memory://usb-b'",
            ),
        ),
        (
            [],
            PartSeen(
                "shuffler printer",
                good=False,
                said="absent: nothing was printed on usb-a, usb-b",
                remedy="its cable, and 115200 baud",
            ),
        ),
        (
            ["As Kd 7c 2h Ts 9d"],
            PartSeen(
                "shuffler printer",
                good=False,
                said="usb-b prints the order of cards, which nobody may know",
                remedy="switch that off in the machine",
            ),
        ),
    ],
    ids=["known", "after a greeting", "unknown", "silent", "tells the order"],
)
async def test_a_machine_that_prints_lines(clinic: Clinic, lines: list[str], said: PartSeen) -> None:
    printer = Printer(*lines)
    clinic.hands = AtThePrinter(clinic, printer)
    clinic.plug("usb-a", mute)
    clinic.plug("usb-b", printer.run)
    report = await clinic.examine(table(lines="plain-words"))
    assert report.parts == (said,)
    found = said.good or "order" in said.said
    assert report.urls == ({"printer": "memory://usb-b"} if found else {})


async def test_no_port_is_left_for_a_machine_that_prints(clinic: Clinic) -> None:
    report = await clinic.examine(table(lines="plain-words"))
    assert report.faults() == ("shuffler printer: absent: no port is free (plug its cable in)",)


def capability(
    card: str, capabilities: int, of_the_node: int = 0, *, driver: str = "uvcvideo", bus: str = "usb-0000:01:00.0-1.2"
) -> bytes:
    """`struct v4l2_capability` as the kernel's documentation lays it out: 104 bytes."""
    head = struct.pack("<16s32s32s", driver.encode(), card.encode(), bus.encode())
    answer = head + struct.pack("<III", 0x060100, capabilities, of_the_node) + bytes(12)
    assert len(answer) == 104
    return answer


def listed(tmp_path: Path, answers: dict[str, bytes | OSError]) -> tuple[VideoDevice, ...]:
    """The nodes in a folder of their own; video0 has a stable name too."""
    for name in (*answers, "null"):
        (tmp_path / name).touch()
    names = tmp_path / "by-id"
    names.mkdir()
    (names / "usb-Cam-index0").symlink_to(tmp_path / "video0")

    def ask(path: Path) -> bytes:
        answer = answers[path.resolve().name]
        if isinstance(answer, OSError):
            raise answer
        return answer

    return video_devices(tmp_path, names, ask)


def test_video_nodes_are_asked_what_they_are(tmp_path: Path) -> None:
    """The metadata node of a USB camera has capture among the device's capabilities, and not among its own."""
    found = listed(
        tmp_path,
        {
            "video0": capability("HD Cam", 0x84A0_0001, 0x0420_0001),
            "video1": capability("HD Cam", 0x84A0_0001, 0x04A0_0000),
            "video2": capability("unicam", 0x0000_1000, driver="unicam", bus="platform:fe801000.csi"),
            "video3": OSError(errno.EACCES, os.strerror(errno.EACCES)),
        },
    )
    assert found == (
        VideoDevice(tmp_path / "by-id" / "usb-Cam-index0", "HD Cam", "uvcvideo", captures=True),
        VideoDevice(tmp_path / "video1", "HD Cam", "uvcvideo", captures=False),
        VideoDevice(tmp_path / "video2", "unicam", "unicam", built_in=True, captures=True),
        VideoDevice(tmp_path / "video3", fault="Permission denied"),
    )


def test_what_is_no_camera_answers_nothing(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        query(Path("/dev/null"))
    assert video_devices(tmp_path, tmp_path / "absent") == ()


WORKS = VideoDevice(Path("/dev/video0"), "HD Cam", captures=True)
META = VideoDevice(Path("/dev/video1"), "HD Cam")
RIBBON = VideoDevice(Path("/dev/video8"), "unicam", "unicam", built_in=True, captures=True)
SCALER = VideoDevice(Path("/dev/video9"), "bcm2835-isp", "bcm2835-isp", built_in=True, captures=True)
CABLE, RIBBON_CABLE = "its USB cable", "its ribbon cable, and the sensor's overlay in /boot/firmware/config.txt"


def mute_node(why: str) -> VideoDevice:
    return VideoDevice(Path("/dev/video0"), fault=why)


@pytest.mark.parametrize(
    ("kind", "source", "devices", "said", "remedy"),
    [
        ("device", "", [META, WORKS], "/dev/video0 answers as 'HD Cam'", None),
        ("device", "", [SCALER, RIBBON, WORKS], "/dev/video0 answers as 'HD Cam'", None),
        ("device", "", [], "absent: there is no such camera", CABLE),
        ("device", "", [SCALER], "absent: there is no such camera", CABLE),
        ("device", "", [META], "absent: /dev/video1 (HD Cam) takes no pictures", CABLE),
        ("device", "/dev/video0", [META, WORKS], "/dev/video0 answers as 'HD Cam'", None),
        (
            "device",
            "/dev/video1",
            [META, WORKS],
            "absent: /dev/video1 (HD Cam) takes no pictures",
            "there is /dev/video0",
        ),
        ("device", "/dev/video7", [WORKS], "absent: there is no /dev/video7", "there is /dev/video0"),
        ("device", "/dev/video7", [], "absent: there is no /dev/video7", CABLE),
        (
            "device",
            "",
            [mute_node("Permission denied")],
            "/dev/video0 does not answer: Permission denied",
            "a user in the group video",
        ),
        (
            "device",
            "",
            [mute_node("Input/output error")],
            "/dev/video0 does not answer: Input/output error",
            "another cable or socket",
        ),
        ("pi", "", [WORKS, SCALER, RIBBON], "/dev/video8 answers as 'unicam'", None),
        ("pi", "", [WORKS, SCALER], "absent: there is no such camera", RIBBON_CABLE),
        ("folder", "/", [], "pictures from /, not from a camera", None),
        ("video", "/nowhere.mp4", [WORKS], "absent: there is no /nowhere.mp4", "the path that [camera] source names"),
        ("virtual", "7", [], "a virtual camera: nothing is plugged in", None),
    ],
)
def test_a_camera_is_there_or_is_told_absent(
    kind: str, source: str, devices: list[VideoDevice], said: str, remedy: str | None
) -> None:
    plan = CameraPlan(DeviceId("overhead"), CameraKind(kind), source)
    assert examine_camera(plan, tuple(devices)) == PartSeen("camera overhead", remedy is None, said, remedy or "")


async def test_a_camera_of_the_board_is_looked_for(clinic: Clinic) -> None:
    clinic.cameras = (WORKS,)
    report = await clinic.examine(table(camera=True))
    assert report.parts == (PartSeen("camera overhead", good=True, said="/dev/video0 answers as 'HD Cam'"),)


async def test_what_the_board_names_none_of_is_told_with_what_would(clinic: Clinic) -> None:
    bare = await clinic.examine(table())
    assert bare.faults() == ()
    assert bare.absent == (
        "shuffling machine: [shuffler]",
        "camera: [camera]",
        "dealer's panel: [panel]",
        "seat lights: [panel.seats] of a panel on the Pi's pins",
        "buzzer: buzzer under [panel]",
        "key switch: key under [panel], on the Pi's pins",
        "cover switch: it hangs on a Feltwire microcontroller",
    )
    assert "  camera: [camera]" in list(bare.lines())


@pytest.mark.parametrize(
    ("name", "absent"),
    [
        ("broadcast-10max", ["shuffling machine", "cover switch"]),
        ("club-9max", ["camera", "seat lights", "key switch"]),
        (
            "hobby-6max",
            ["shuffling machine", "camera", "dealer's panel", "seat lights", "buzzer", "key switch", "cover switch"],
        ),
    ],
)
async def test_the_shipped_boards_name_what_their_drawing_shows(clinic: Clinic, name: str, absent: list[str]) -> None:
    report = await clinic.examine(load_board(shipped_board(name)), pins=MockFactory())
    assert [what.partition(":")[0] for what in report.absent] == absent


async def test_a_person_is_asked_about_each_part(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    person = Person(said.append)
    with Path("/dev/null").open() as nobody:  # noqa: ASYNC230
        monkeypatch.setattr("sys.stdin", nobody)
        assert await person.sees_seat(SeatNo(3)) is None
        assert await person.hears(Beep.LONG) is None
    await person.turn(KeyPosition.SERVICE)
    await person.move_cover(Lid.CLOSED)
    await person.move_cover(Lid.OPEN)
    await person.start_shuffler()
    assert [line.strip() for line in said] == [
        "is the light of seat 3 lit, and no other seat's? y, n, or Enter",
        "did the buzzer sound (long)? y, n, or Enter when you did not listen",
        "turn the key to service",
        "close the cover over the electronics",
        "open the cover over the electronics",
        "start the shuffling machine",
    ]
