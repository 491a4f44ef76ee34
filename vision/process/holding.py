"""Who has a camera's socket: one process at a time, by a lock beside it that is let go of however the process ends.

A socket left by a killed process cannot be told from one that another process is about to listen on; a lock can.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from felt.fault import ConfigFault


def taken(socket: Path) -> ConfigFault:
    """What whoever comes second is told."""
    return ConfigFault("another process is this camera already", where=str(socket), remedy="stop it first")


@contextmanager
def held(socket: Path) -> Iterator[None]:
    """Have the path of a socket to oneself while this lasts, `socket`.lock saying so; makes its folder.

    Raises ConfigFault when another process has it, or nothing can be made there.
    """
    if not socket.name:  # "", "." or "/", which have nothing beside them
        raise ConfigFault("names no file to listen on", where=str(socket), remedy="such as --socket /run/eye.sock")
    lock = socket.with_name(f"{socket.name}.lock")
    try:
        socket.parent.mkdir(parents=True, exist_ok=True)
        file = _locked(lock)
    except BlockingIOError as error:
        raise taken(socket) from error
    except OSError as error:
        raise ConfigFault(f"cannot be listened on: {error.strerror}", where=str(socket)) from error
    try:
        yield
    finally:
        if _lies_at(lock, file):
            lock.unlink(missing_ok=True)  # while it is held: who opened it before finds that it lies there no longer
        os.close(file)


def _locked(lock: Path) -> int:
    """The lock's open file; raises BlockingIOError when another process holds it, OSError."""
    while True:
        file = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _lies_at(lock, file):
                return file
        except OSError:
            os.close(file)
            raise
        os.close(file)  # its holder took it away between our opening and our locking it


def _lies_at(lock: Path, file: int) -> bool:
    try:
        return os.path.samestat(lock.lstat(), os.fstat(file))
    except FileNotFoundError:
        return False
