"""What every carrier of messages offers: publish until acknowledged, subscribe for good, tell its state."""

from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Protocol

from msgspec import Struct


class LinkState(StrEnum):
    """How the carrier stands."""

    STOPPED = "stopped"
    WAITING = "waiting"
    UP = "up"


class Retention(StrEnum):
    """Whether the broker keeps a message for those who subscribe later."""

    PASSING = "passing"
    KEPT = "kept"


class Message(Struct, frozen=True):
    """A message as it came; `kept` when it is the broker's retained copy."""

    topic: str
    payload: bytes
    kept: bool = False


class Will(Struct, frozen=True):
    """A retained message that the broker publishes when the client vanishes."""

    topic: str
    payload: bytes


Handler = Callable[[Message], Awaitable[None]]
StateListener = Callable[[LinkState], None]


class Transport(Protocol):
    """One client of one broker. QoS 1 both ways; a message is acknowledged only after its handler returned."""

    @property
    def state(self) -> LinkState:
        """Where the link stands now."""
        ...

    @property
    def last_refusal(self) -> str | None:
        """Why the broker last refused or dropped this client, None before it ever did."""
        ...

    def on_state(self, listener: StateListener) -> None:
        """Call `listener`, in the event loop, at every change of state."""
        ...

    async def start(self) -> None:
        """Begin to connect and return at once; an absent broker is waited for with growing delays."""
        ...

    async def stop(self) -> None:
        """Say goodbye (the will is not published) and release everything."""
        ...

    async def subscribe(self, pattern: str, handler: Handler) -> None:
        """Hear every message that fits the MQTT filter, now and after each reconnect, one at a time and in order."""
        ...

    async def publish(self, topic: str, payload: bytes, *, retention: Retention = Retention.PASSING) -> None:
        """Return when the broker has acknowledged; raises LinkLost when there is no broker to do so."""
        ...


def fits(pattern: str, topic: str) -> bool:
    """True when the MQTT filter `pattern` (with `+` and `#`) covers `topic`."""
    wanted, got = pattern.split("/"), topic.split("/")
    for index, level in enumerate(wanted):
        if level == "#":
            return True
        if index >= len(got) or level not in ("+", got[index]):
            return False
    return len(wanted) == len(got)
