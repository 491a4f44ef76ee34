"""The command on a recorded port."""

from pathlib import Path

import pytest

from felt.fault import ConfigFault, LinkLost
from table_node.learning.__main__ import learn


def test_a_recorded_machine_is_shown_with_what_its_lines_mean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "machine.rec"
    said = [b"START 7\r\n", b"CO", b"UNT 52\r\nAh Kd 2c\r\nhello 5\r\n"]
    rows = "".join(f"{at} < {data.hex()}\n" for at, data in enumerate(said))
    file.write_text(f"feltwire-recording 1 serial:///dev/x\n{rows}")
    assert learn(f"replay://{file}", Path("plain-words")) == 0
    out = capsys.readouterr().out
    assert "started, cycle 7" in out
    assert "count, 52 cards" in out
    assert "Ah" not in out
    assert "the recording ends here" in out
    assert r"pattern = 'hello \d+'" in out


def test_a_device_is_opened_at_the_maps_rate(tmp_path: Path) -> None:
    """The fault names the port as it was to be opened."""
    map_file = tmp_path / "slow.toml"
    map_file.write_text('name = "slow"\nbaud = 9600\n[[lines]]\npattern = "GO"\nevent = "started"\n')
    with pytest.raises(LinkLost, match="nothing\\?baud=9600"):
        learn(str(tmp_path / "nothing"), map_file)
    with pytest.raises(LinkLost, match="nothing\\?baud=115200"):
        learn(str(tmp_path / "nothing"), None)


def test_ports_and_maps_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(LinkLost, match="cannot open the port"):
        learn(str(tmp_path / "nothing"), None)
    with pytest.raises(ConfigFault, match="no shuffler map"):
        learn(str(tmp_path / "nothing"), Path("plane-words"))
