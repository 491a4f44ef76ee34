"""Builds the firmware once for all tests of it."""

import subprocess
from pathlib import Path

import pytest

import hardware.firmware

FOLDER = Path(hardware.firmware.__file__).parent


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the AVR binary, the simulator harness, the sanitized unit tests and the core as a library."""
    out = tmp_path_factory.mktemp("firmware")
    made = subprocess.run(
        ["make", "-C", str(FOLDER), f"OUT={out}"], capture_output=True, text=True, check=False, timeout=300
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return out
