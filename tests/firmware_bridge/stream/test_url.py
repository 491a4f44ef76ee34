"""Stream URLs that cannot work say what would."""

import pytest

from felt.fault import ConfigFault
from firmware_bridge.stream import check_url


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("/dev/ttyUSB0", "is not a stream URL"),
        ("tcp://reader:1234", "is not a stream URL"),
        ("serial://dev/ttyUSB0", "'dev' is read as a host name"),
        ("serial:///", "names no port"),
        ("memory://", "names no port"),
        ("serial:///dev/ttyUSB0?bauds=9600", "unknown option 'bauds'.*baud, parity"),
        ("serial:///dev/ttyUSB0?baud=fast", "baud 'fast'"),
        ("serial:///dev/ttyUSB0?baud=-9600", "baud '-9600'"),
        ("serial:///dev/ttyUSB0?baud=", "baud ''"),
        ("serial:///dev/ttyUSB0?baud=" + "9" * 5000, "baud '9999"),
        ("serial:///dev/ttyUSB0?baud=²", "baud '²'"),
        ("serial://[dev/ttyUSB0", "is not a stream URL"),
        ("serial:///dev/ttyUSB0?parity=X", "parity 'X'.*N, E, O"),
        ("replay:///tmp/x?pace=slow", "pace 'slow'"),
        ("memory://a?baud=1", "unknown option 'baud'.*no options"),
        ("", "is not a stream URL"),
    ],
)
def test_bad_urls(url: str, says: str) -> None:
    with pytest.raises(ConfigFault, match=says):
        check_url(url)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("serial:///dev/serial/by-id/usb-1?baud=38400&parity=E", "/dev/serial/by-id/usb-1"),
        ("replay:///var/log/fault.rec?pace=recorded", "/var/log/fault.rec"),
        ("memory://table-1/reader-a", "table-1/reader-a"),
    ],
)
def test_good_urls(url: str, place: str) -> None:
    assert check_url(url)[1] == place
