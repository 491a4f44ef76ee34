"""Ed25519 signatures over topic and body, so that a line moved to another topic or changed by a byte is refused."""

import base64
import os
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from felt.envelope import join_line, signed_bytes, split_line
from felt.fault import BadInput, StorageFault

SEED_BYTES: Final = 32
PUBLIC_BYTES: Final = 32


class DeviceKey:
    """A device's signing key; `public` is its 32-byte public half."""

    def __init__(self, seed: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public: bytes = self._key.public_key().public_bytes_raw()

    @classmethod
    def load_or_create(cls, path: Path) -> "DeviceKey":
        """The key in `path`, made (readable by its owner only) when there is none; raises StorageFault."""
        try:
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(os.urandom(SEED_BYTES))
            seed = path.read_bytes()
        except OSError as error:
            raise StorageFault(f"signing key: {error}", where=str(path)) from error
        if len(seed) != SEED_BYTES:
            raise StorageFault(
                f"signing key of {len(seed)} bytes",
                where=str(path),
                remedy=f"{SEED_BYTES} bytes; delete it to make a new one",
            )
        return cls(seed)

    def signed_line(self, topic: str, body: bytes) -> bytes:
        """The wire line of `body` for `topic`."""
        return join_line(self._key.sign(signed_bytes(topic, body)), body)


def verified_body(public: bytes, topic: str, line: bytes) -> bytes:
    """The body of a line that `public`'s owner signed for `topic`; raises BadInput otherwise."""
    signature, body = split_line(line)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, signed_bytes(topic, body))
    except (InvalidSignature, ValueError) as error:
        raise BadInput("broken signature", where=topic, remedy="the line as its device signed it") from error
    return body


def key_text(public: bytes) -> str:
    """A public key as people copy it."""
    return base64.urlsafe_b64encode(public).decode().rstrip("=")


def read_key(text: str) -> bytes:
    """The public key that `key_text` wrote; raises BadInput."""
    try:
        public = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise BadInput(f"public key is not base64url: {error}", remedy="43 characters, as key_text writes") from error
    if len(public) != PUBLIC_BYTES:
        raise BadInput(f"public key of {len(public)} bytes", remedy=f"{PUBLIC_BYTES} bytes, base64url")
    return public
