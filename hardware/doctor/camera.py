"""Cameras as Linux lists them, asked what they are without taking a picture.

The question is VIDIOC_QUERYCAP of the kernel's Video4Linux2 interface; its answer is `struct v4l2_capability` of 104
bytes: driver (16), card (32), bus (32), version, capabilities, capabilities of this node, three reserved words.
"""

import fcntl
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from hardware.board import CameraKind, CameraPlan
from hardware.doctor.report import PartSeen

NODES: Final = Path("/dev")
NAMES: Final = Path("/dev/v4l/by-id")
CAPABILITY: Final = struct.Struct("<16s32s32s3I12x")
QUERYCAP: Final = 2 << 30 | CAPABILITY.size << 16 | ord("V") << 8 | 0
"""_IOR('V', 0, struct v4l2_capability)"""
CAPTURES: Final = 0x0000_0001 | 0x0000_1000
"""V4L2_CAP_VIDEO_CAPTURE and its multi-planar form."""
OF_THE_NODE: Final = 0x8000_0000
"""V4L2_CAP_DEVICE_CAPS: the node's own capabilities are told too."""


BUILT_IN: Final = "platform:"
"""How the bus of a machine's own video blocks begins: a Pi's decoders and its camera port, and no USB camera."""
PI_CAMERAS: Final = frozenset({"unicam", "rp1-cfe"})
"""The kernel's drivers of the Pi's camera port, up to the Pi 4 and from the Pi 5."""
PI_REMEDY: Final = "its ribbon cable, and the sensor's overlay in /boot/firmware/config.txt"
USB_REMEDY: Final = "its USB cable"


class VideoDevice(Struct, frozen=True):
    """A video device under its stable name where it has one; `card` is what it calls itself, `fault` why it is mute."""

    path: Path
    card: str = ""
    driver: str = ""
    built_in: bool = False
    captures: bool = False
    fault: str = ""


Ask = Callable[[Path], bytes]


def query(path: Path) -> bytes:
    """The device's answer to VIDIOC_QUERYCAP. Raises OSError for what is no video device, or is not to be opened."""
    node = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    try:
        return fcntl.ioctl(node, QUERYCAP, bytes(CAPABILITY.size))
    finally:
        os.close(node)


def video_devices(nodes: Path = NODES, names: Path = NAMES, ask: Ask = query) -> tuple[VideoDevice, ...]:
    """Every video node, each once and by its stable name."""
    stable = {path.resolve(): path for path in sorted(names.iterdir(), reverse=True)} if names.is_dir() else {}
    return tuple(_asked(stable.get(node.resolve(), node), ask) for node in sorted(nodes.glob("video[0-9]*")))


def _asked(path: Path, ask: Ask) -> VideoDevice:
    try:
        answer = ask(path)
    except OSError as error:
        return VideoDevice(path, fault=error.strerror or str(error))
    driver, card, bus, _, capabilities, own = CAPABILITY.unpack(answer)
    able = own if capabilities & OF_THE_NODE else capabilities
    return VideoDevice(path, _text(card), _text(driver), _text(bus).startswith(BUILT_IN), bool(able & CAPTURES))


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace")


def examine_camera(plan: CameraPlan, devices: tuple[VideoDevice, ...]) -> PartSeen:
    """Whether what the plan names is there and answers; what it sees is for `feltwire vision`."""
    what = f"camera {plan.id}"
    match plan.kind:
        case CameraKind.VIRTUAL:
            return PartSeen(what, good=True, said="a virtual camera: nothing is plugged in")
        case CameraKind.FOLDER | CameraKind.VIDEO:
            there = Path(plan.source).exists()
            return PartSeen(
                what,
                good=there,
                said=f"pictures from {plan.source}, not from a camera"
                if there
                else f"absent: there is no {plan.source}",
                remedy="" if there else "the path that [camera] source names",
            )
        case CameraKind.PI:
            return _device(what, [device for device in devices if device.driver in PI_CAMERAS], PI_REMEDY)
    if not plan.source:
        return _device(what, [device for device in devices if not device.built_in], USB_REMEDY)
    wanted = Path(plan.source).resolve()
    named = [device for device in devices if device.path.resolve() == wanted]
    others = ", ".join(str(device.path) for device in devices if device.captures and not device.built_in)
    return _device(what, named, f"there is {others}" if others else USB_REMEDY, plan.source)


def _device(what: str, devices: list[VideoDevice], remedy: str, named: str = "") -> PartSeen:
    for device in devices:
        if device.captures:
            return PartSeen(what, good=True, said=f"{device.path} answers as {device.card!r}")
    for device in devices:
        if device.fault:
            right = "a user in the group video" if "ermission" in device.fault else "another cable or socket"
            return PartSeen(what, good=False, said=f"{device.path} does not answer: {device.fault}", remedy=right)
    others = ", ".join(f"{device.path} ({device.card}) takes no pictures" for device in devices)
    absent = f"there is no {named}" if named else "there is no such camera"
    return PartSeen(what, good=False, said=f"absent: {others or absent}", remedy=remedy)
