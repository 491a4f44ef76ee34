"""What every byte stream promises."""

from typing import Protocol


class ByteStream(Protocol):
    """A two-way pipe of bytes to one device. Chunk borders mean nothing; one reader at a time.

    A cancelled `read` loses no byte. After LinkLost a stream stays lost: close it and open a new one by its URL.
    """

    @property
    def name(self) -> str:
        """The URL it was opened by, for messages."""
        ...

    async def read(self) -> bytes:
        """Whatever came, at least one byte; waits for it. Raises LinkLost when the port is gone or closed."""
        ...

    async def write(self, data: bytes) -> None:
        """Hand all of `data` to the port. Never waits for ever; raises LinkLost when the port is gone or stuck."""
        ...

    async def close(self) -> None:
        """Let the port go; a waiting `read` raises LinkLost. Harmless when repeated."""
        ...
