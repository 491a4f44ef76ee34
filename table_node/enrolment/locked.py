"""Deck files at rest: encrypted for the node that uses them, so that a stolen card list is of no use.

`FTDK1`, a 12-byte nonce, then ChaCha20-Poly1305 (RFC 8439) over the JSON of the deck, with `FTDK1` authenticated.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from msgspec import Struct
from msgspec.structs import replace

from felt.card import CardText
from felt.fault import ConfigFault, StorageFault
from felt.ids import HandId, Uid

MAGIC: Final = b"FTDK1"
NONCE_BYTES: Final = 12
KEY_BYTES: Final = 32
SUFFIX: Final = ".deck"


class DeckRecord(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A deck and its history. Not to be dealt while `quarantined` says why, nor before `verified_by`.

    `last_hand` is the last one that `hands` counts.
    """

    name: str
    cards: dict[Uid, CardText]
    dead: tuple[CardText, ...] = ()
    enrolled_by: str = ""
    verified_by: str = ""
    hands: int = 0
    last_hand: HandId = HandId("")
    quarantined: str = ""


def deck_key(path: Path) -> bytes:
    """The node's key for its decks, made (readable by its owner only) when there is none. Raises StorageFault."""
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(os.urandom(KEY_BYTES))
                file.flush()
                os.fsync(file.fileno())
            _keep_name(path)
        key = path.read_bytes()
    except OSError as error:
        raise StorageFault(f"deck key: {error}", where=str(path)) from error
    if len(key) != KEY_BYTES:
        raise StorageFault(
            f"deck key of {len(key)} bytes", where=str(path), remedy=f"{KEY_BYTES} bytes, as it was made"
        )
    return key


def _keep_name(path: Path) -> None:
    """The folder's entry for `path` outlasts a power cut too: a deck without its key is lost."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def existing_key(path: Path) -> bytes:
    """As `deck_key`, but never makes one: a new key opens no deck. Raises ConfigFault when there is none."""
    if not path.exists():
        raise ConfigFault(
            "there is no deck key", where=str(path), remedy="the deck.key that the decks were enrolled with"
        )
    return deck_key(path)


def count_hands(path: Path, key: bytes, hands: Sequence[HandId]) -> DeckRecord:
    """Add `hands`, in their order, to the count that the file has now; those up to its last one are counted already.

    Raises ConfigFault or StorageFault.
    """
    record = load_locked(path, key)
    known = hands.index(record.last_hand) + 1 if record.last_hand in hands else 0
    if known < len(hands):
        record = replace(record, hands=record.hands + len(hands) - known, last_hand=hands[-1])
        save_locked(record, path, key)
    return record


def save_locked(record: DeckRecord, path: Path, key: bytes) -> None:
    """Write the deck so that it is either the old one or the new one, never half. Raises StorageFault."""
    nonce = os.urandom(NONCE_BYTES)
    sealed = ChaCha20Poly1305(key).encrypt(nonce, msgspec.json.encode(record), MAGIC)
    fresh = path.with_suffix(".new")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(MAGIC + nonce + sealed)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _keep_name(path)
    except OSError as error:
        raise StorageFault(f"deck file: {error}", where=str(path)) from error


def load_locked(path: Path, key: bytes) -> DeckRecord:
    """Read a deck written for `key`; raises ConfigFault for another node's, a damaged or a foreign file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ConfigFault(f"cannot be read: {error.strerror}", where=str(path)) from error
    if not content.startswith(MAGIC):
        raise ConfigFault("is no locked deck file", where=str(path), remedy="one that `feltwire deck enrol` wrote")
    nonce, sealed = content[len(MAGIC) : len(MAGIC) + NONCE_BYTES], content[len(MAGIC) + NONCE_BYTES :]
    try:
        plain = ChaCha20Poly1305(key).decrypt(nonce, sealed, MAGIC)
    except (InvalidTag, ValueError) as error:
        raise ConfigFault(
            "is damaged, or locked for another node", where=str(path), remedy="the deck.key it was written with"
        ) from error
    try:
        return msgspec.json.decode(plain, type=DeckRecord)
    except msgspec.MsgspecError as error:
        raise ConfigFault(f"is of another release: {error}", where=str(path), remedy="enrol the deck again") from error
