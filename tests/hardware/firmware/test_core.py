"""The portable core: its own unit tests under sanitizers, and the header that both ends agree on."""

import subprocess
from pathlib import Path

from firmware_bridge.mcu.frames import MCU
from hardware.firmware.header import header_text
from tests.hardware.firmware.conftest import FOLDER


def test_the_core_holds_under_sanitizers(built: Path) -> None:
    ran = subprocess.run([built / "test_core"], capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("ok: ") == 10


def test_the_header_is_the_declaration_of_today() -> None:
    assert (FOLDER / "core" / "frames.h").read_text() == header_text(MCU), (
        "run: python -m hardware.firmware.header > hardware/firmware/core/frames.h"
    )


def test_the_binary_fits_the_chip_with_room_for_its_stack(built: Path) -> None:
    sizes = subprocess.run(
        ["avr-size", "-A", built / "feltwire-mega2560.elf"], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    section = {line.split()[0]: int(line.split()[1]) for line in sizes.splitlines() if line.startswith(".")}
    assert section[".text"] + section[".data"] < 256 * 1024  # ATmega2560: 256 KiB flash
    assert section[".data"] + section[".bss"] < 4 * 1024  # half of its 8 KiB of memory
