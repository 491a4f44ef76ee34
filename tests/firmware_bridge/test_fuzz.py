"""A short run of what `make fuzz` does at length."""

import pytest

from tests.firmware_bridge.fuzz import DEFRAMERS, fuzz_deframer, fuzz_device, fuzz_driver
from tests.firmware_bridge.reader.rigs import RIGS, Rig

SHORT = 30_000
LIMIT_S = 60.0


@pytest.mark.parametrize("name", DEFRAMERS)
def test_any_bytes_into_a_deframer(name: str) -> None:
    result = fuzz_deframer(name, SHORT, LIMIT_S, seed=11)
    assert not result.fault
    assert result.answers > 0


@pytest.mark.parametrize("make", RIGS, ids=lambda make: make.__name__)
async def test_any_bytes_into_a_driver(make: type[Rig]) -> None:
    result = await fuzz_driver(make, SHORT, LIMIT_S, seed=12)
    assert not result.fault
    assert result.refused > 0


async def test_any_bytes_into_the_microcontrollers_device() -> None:
    result = await fuzz_device(SHORT, LIMIT_S, seed=13)
    assert not result.fault
