"""A card room's certificates, made without openssl."""

import datetime
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAY = datetime.timedelta(days=1)


class Authority:
    """Signs what `folder` is to hold: `ca.crt`, and `NAME.crt` with `NAME.key`."""

    def __init__(self, folder: Path, name: str = "test authority") -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named(name)
        builder = _builder(self._name, self._name, self._key.public_key())
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "ca.crt").write_bytes(builder.sign(self._key, SHA256()).public_bytes(Encoding.PEM))

    def sign(self, name: str, *, broker: bool = False) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        use = ExtendedKeyUsageOID.SERVER_AUTH if broker else ExtendedKeyUsageOID.CLIENT_AUTH
        builder = _builder(_named(name), self._name, key.public_key())
        builder = builder.add_extension(x509.ExtendedKeyUsage([use]), critical=False)
        if broker:
            here = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
            builder = builder.add_extension(x509.SubjectAlternativeName([here]), critical=False)
        (self._folder / f"{name}.crt").write_bytes(builder.sign(self._key, SHA256()).public_bytes(Encoding.PEM))
        (self._folder / f"{name}.key").write_bytes(
            key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
        )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _builder(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - DAY)
        .not_valid_after(now + DAY)
    )
