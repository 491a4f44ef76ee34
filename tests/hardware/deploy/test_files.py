"""Units, rules and the certificates' script, by checks of our own and by the system's tools."""

import configparser
import re
import subprocess
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtensionOID, NameOID

from hardware.deploy import FOLDER

UNITS = sorted(FOLDER.glob("*.service"))


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_is_watched_restarted_and_kept_small(path: Path) -> None:
    unit = configparser.ConfigParser(strict=True, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(path)
    service = unit["Service"]
    assert (service["Type"], service["NotifyAccess"], service["Restart"]) == ("notify", "main", "always")
    assert 5 <= int(service["WatchdogSec"]) <= 60
    assert service["User"] == "feltwire"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert unit["Install"]["WantedBy"] == "multi-user.target"
    assert service["ExecStart"].startswith("/opt/feltwire/.venv/bin/feltwire ")


def complaints(unit: Path) -> list[str]:
    """What systemd says of a unit, in a folder where its command is there."""
    told = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    return [line for line in told.stderr.splitlines() if unit.name in line or "feltwire" in line]


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_itself_has_nothing_against_a_unit(path: Path, tmp_path: Path) -> None:
    command = tmp_path / "feltwire"
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    text = path.read_text().replace("/opt/feltwire/.venv/bin/feltwire", str(command))
    unit = tmp_path / path.name.replace("@.", "@t1.")
    unit.write_text(re.sub(r"(?m)^Documentation=.*\n", "", text))
    assert complaints(unit) == []
    unit.write_text(text.replace("WatchdogSec=", "WatchdogSeconds="))
    assert any("WatchdogSeconds" in line for line in complaints(unit))  # it would have said so


def test_the_access_list_knows_every_channel_of_a_node() -> None:
    text = (FOLDER / "acl").read_text()
    for table in ("t1", "t2"):
        for channel in ("facts", "sealed", "health", "availability"):
            assert f"topic write felt/main/{table}/{table}-node/{channel}\n" in text
        for channel in ("orders", "ack"):
            assert f"topic read felt/main/{table}/{table}-node/{channel}\n" in text


def test_the_certificates_script_signs_for_broker_and_devices(tmp_path: Path) -> None:
    script = FOLDER / "certificates.sh"
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
    for devices in (["t1-node"], ["t1-node", "t2-node"]):
        subprocess.run(
            ["sh", script, tmp_path, "hub.local,127.0.0.1", *devices], check=True, capture_output=True, timeout=60
        )
    found = {path.stem: x509.load_pem_x509_certificate(path.read_bytes()) for path in tmp_path.glob("*.crt")}
    assert sorted(found) == ["broker", "ca", "t1-node", "t2-node"]
    authority = found["ca"].public_key()
    assert isinstance(authority, ec.EllipticCurvePublicKey)
    for name, certificate in found.items():
        certificate.verify_directly_issued_by(found["ca"])
        if name != "ca":
            assert certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value == name
    names = found["broker"].extensions.get_extension_for_oid(ExtensionOID.SUBJECT_ALTERNATIVE_NAME).value
    assert isinstance(names, x509.SubjectAlternativeName)
    assert names.get_values_for_type(x509.DNSName) == ["hub.local"]
    assert [str(address) for address in names.get_values_for_type(x509.IPAddress)] == ["127.0.0.1"]
    assert all((path.stat().st_mode & 0o077) == 0 for path in tmp_path.glob("*.key"))
