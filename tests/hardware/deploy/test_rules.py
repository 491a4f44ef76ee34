"""What the udev rules make of the devices of a table, and of others."""

import re

import pytest

from hardware.deploy import FOLDER
from tests.hardware.deploy.rules import Device, outcome, read_rules

FILE = FOLDER / "60-feltwire.rules"
RULES = tuple(read_rules(FILE))
QUIET = {"GROUP": "dialout", "MODE": "0660", "ENV{ID_MM_DEVICE_IGNORE}": "1"}
PORT = "platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.1:1.0"


def tty(vendor: str, kernel: str = "ttyUSB0", action: str = "add") -> Device:
    """A USB serial port; its vendor stands at the USB device above it."""
    return Device("tty", kernel, above={"idVendor": vendor, "idProduct": "6001"}, action=action)


def test_every_rule_is_well_formed() -> None:
    rules = list(read_rules(FILE, with_templates=True))
    assert len(rules) == len(RULES) + 1
    assert all(any(not term.matching for term in rule) for rule in rules)
    terms = [term for rule in rules for term in rule]
    assert {term.value for term in terms if term.key == "LABEL"} == {term.value for term in terms if term.key == "GOTO"}
    assert all(re.fullmatch("0[0-7]{3}", term.value) for term in terms if term.key == "MODE")


@pytest.mark.parametrize(
    ("device", "becomes"),
    [
        (tty("0403"), QUIET),  # FTDI
        (tty("10c4"), QUIET),  # Silicon Labs
        (tty("1a86"), QUIET),  # WCH
        (tty("067b"), QUIET),  # Prolific
        (tty("2341", "ttyACM0"), QUIET),  # Arduino
        (tty("046d"), {}),  # a mouse's receiver
        (tty("0403", action="remove"), {}),
        (Device("tty", "tty1"), {}),
        (Device("tty", "ttyAMA0"), {"GROUP": "dialout", "MODE": "0660"}),
        (Device("tty", "ttyAMA10"), {"GROUP": "dialout", "MODE": "0660"}),
        (Device("tty", "ttyS0"), {"GROUP": "dialout", "MODE": "0660"}),
        (Device("tty", "ttyS1"), {}),
        (Device("gpio", "gpiochip4"), {"GROUP": "gpio", "MODE": "0660"}),
        (
            Device("usb", "1-1", attributes={"idVendor": "0403", "power/control": "auto"}),
            {"ATTR{power/control}": "on"},
        ),
        (Device("usb", "1-1", attributes={"idVendor": "0403"}), {}),
        (Device("usb", "1-1", attributes={"idVendor": "046d", "power/control": "auto"}), {}),
        (
            Device("usb-serial", "ttyUSB0", driver="ftdi_sio", attributes={"latency_timer": "16"}),
            {"ATTR{latency_timer}": "1"},
        ),
        (Device("usb-serial", "ttyUSB0", driver="cp210x", attributes={}), {}),
    ],
    ids=lambda value: f"{value.subsystem}-{value.kernel}" if isinstance(value, Device) else "",
)
def test_what_becomes_of_a_device(device: Device, becomes: dict[str, str]) -> None:
    assert outcome(RULES, device) == becomes


def test_the_template_names_a_port_by_its_socket() -> None:
    rules = tuple(read_rules(FILE, with_templates=True))
    west = Device("tty", "ttyUSB0", above={"idVendor": "1a86"}, properties={"ID_PATH": PORT})
    assert outcome(rules, west) == {**QUIET, "SYMLINK": "feltwire/west"}
    assert outcome(rules, Device("tty", "ttyUSB1", above={"idVendor": "1a86"})) == QUIET
