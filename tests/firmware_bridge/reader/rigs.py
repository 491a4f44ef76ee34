"""Every kind of reader with its far side, behind one set of handles for the contract tests."""

from abc import ABC, abstractmethod
from typing import Final

from felt.clock import Clock
from firmware_bridge.reader.air import Air
from firmware_bridge.stream import ByteStream
from tests.firmware_bridge.far_feig import FarFeig
from tests.firmware_bridge.far_pepper import COLLISION, RF, FarPepper
from tests.firmware_bridge.far_pn532 import FarPn532
from tests.firmware_bridge.far_r200 import AA, FarR200
from tests.firmware_bridge.far_thingmagic import FarThingMagic


def vicinity(number: int) -> str:
    """The UID of an ISO 15693 card, from E0."""
    return f"E00401{number:010X}"


def proximity(number: int) -> str:
    """The UID of an NTAG."""
    return f"04{number:012X}"


def gen2(number: int) -> str:
    """The EPC of a UHF card."""
    return f"E280{number:020X}"


_CARDS: Final = {Air.ISO15693: vicinity, Air.ISO14443A: proximity, Air.GEN2: gen2}


class Rig(ABC):
    """One reader's far side. `antennas` can be looked at; a look lists `at_once` tags at most."""

    kind: str
    air = Air.ISO15693
    antennas = 8
    at_once: int | None = None
    timeout_s: float
    spoil = 0.001
    """The chance of a wrong bit that its check must catch."""

    def uid(self, number: int) -> str:
        """A card that this reader can read."""
        return _CARDS[self.air](number)

    @abstractmethod
    async def serve(self, stream: ByteStream) -> None:
        """Answer until the wire is pulled."""

    @abstractmethod
    def lay(self, antenna: int, uids: list[str]) -> None:
        """Lay exactly these cards on an antenna."""

    @abstractmethod
    def silence(self, *, silent: bool) -> None:
        """Stop answering, or answer again."""

    @abstractmethod
    def collide(self, antenna: int) -> None:
        """The cards on an antenna cannot be told apart."""

    @abstractmethod
    def break_antenna(self, antenna: int) -> None:
        """The reader can no longer look at an antenna."""

    @abstractmethod
    def mend(self) -> None:
        """All antennas work again."""

    @abstractmethod
    def delay_looks(self, *delays_s: float) -> None:
        """The answers of the next looks come so much later."""

    @property
    @abstractmethod
    def heard(self) -> list[bytes]:
        """What the reader was asked so far."""

    @property
    @abstractmethod
    def field_off(self) -> bool:
        """True when the last thing asked for was to switch the field off."""


class PepperRig(Rig):
    kind = "pepper-c1-mux"
    timeout_s = 0.5

    def __init__(self, clock: Clock) -> None:
        self.far = FarPepper(clock)

    async def serve(self, stream: ByteStream) -> None:
        await self.far.serve(stream)

    def lay(self, antenna: int, uids: list[str]) -> None:
        self.far.tags[antenna] = uids

    def silence(self, *, silent: bool) -> None:
        self.far.mute = set(range(256)) if silent else set()

    def collide(self, antenna: int) -> None:
        self.far.errors |= {(0x90, antenna): COLLISION, (0x02, antenna): COLLISION}

    def break_antenna(self, antenna: int) -> None:
        self.far.errors |= {(0x90, antenna): RF, (0x02, antenna): RF}

    def mend(self) -> None:
        self.far.errors.clear()

    def delay_looks(self, *delays_s: float) -> None:
        self.far.late_s = {0x90: list(delays_s), 0x02: list(delays_s)}

    @property
    def heard(self) -> list[bytes]:
        return self.far.heard

    @property
    def field_off(self) -> bool:
        return self.far.heard[-1] == b"\x05"


class PepperProximityRig(PepperRig):
    air = Air.ISO14443A
    at_once = 5


class FeigRig(Rig):
    kind = "feig-mask"
    timeout_s = 1.0
    at_once = 100

    def __init__(self, clock: Clock) -> None:
        self.far = FarFeig(clock)

    async def serve(self, stream: ByteStream) -> None:
        await self.far.serve(stream)

    def lay(self, antenna: int, uids: list[str]) -> None:
        self.far.tags[antenna] = uids

    def silence(self, *, silent: bool) -> None:
        self.far.silent = silent

    def collide(self, antenna: int) -> None:
        self.far.statuses[antenna] = (0x83, b"\x00")

    def break_antenna(self, antenna: int) -> None:
        self.far.statuses[antenna] = (0xF1, b"")

    def mend(self) -> None:
        self.far.statuses.clear()

    def delay_looks(self, *delays_s: float) -> None:
        self.far.late_s = list(delays_s)

    @property
    def heard(self) -> list[bytes]:
        return self.far.heard

    @property
    def field_off(self) -> bool:
        return self.far.heard[-1][1:] == b"\x6a\x00"


class FeigProximityRig(FeigRig):
    air = Air.ISO14443A


class FeigOutputRig(FeigRig):
    kind = "feig-output"
    antennas = 2


class FeigOutputProximityRig(FeigOutputRig):
    air = Air.ISO14443A


class Pn532Rig(Rig):
    kind = "pn532-hsu"
    air = Air.ISO14443A
    antennas = 1
    at_once = 2
    timeout_s = 0.5
    spoil = 0.0
    """Its sums of one byte let two errors cancel; they are no promise against spoilt bytes."""

    def __init__(self, clock: Clock) -> None:
        self.far = FarPn532(clock)

    async def serve(self, stream: ByteStream) -> None:
        await self.far.serve(stream)

    def lay(self, antenna: int, uids: list[str]) -> None:
        self.far.tags = uids

    def silence(self, *, silent: bool) -> None:
        self.far.silent = silent

    def collide(self, antenna: int) -> None:
        """The chip says nothing of collisions: it lists what it can."""
        self.far.tags = [self.uid(1), self.uid(2), self.uid(3)]

    def break_antenna(self, antenna: int) -> None:
        self.far.lists = [b"\x09\x01"] * 10_000

    def mend(self) -> None:
        self.far.lists = []

    def delay_looks(self, *delays_s: float) -> None:
        self.far.late_s = list(delays_s)

    @property
    def heard(self) -> list[bytes]:
        return self.far.heard

    @property
    def field_off(self) -> bool:
        return self.far.heard[-1] == b"\x32\x01\x00"


class ThingMagicRig(Rig):
    kind = "thingmagic-eu"
    air = Air.GEN2
    antennas = 4
    timeout_s = 0.5

    def __init__(self, clock: Clock) -> None:
        self.far = FarThingMagic(clock)

    async def serve(self, stream: ByteStream) -> None:
        await self.far.serve(stream)

    def lay(self, antenna: int, uids: list[str]) -> None:
        self.far.tags[antenna] = uids

    def silence(self, *, silent: bool) -> None:
        self.far.silent = silent

    def collide(self, antenna: int) -> None:
        self.far.statuses[antenna] = 0x0409

    def break_antenna(self, antenna: int) -> None:
        self.far.statuses[antenna] = 0x0503

    def mend(self) -> None:
        self.far.statuses.clear()

    def delay_looks(self, *delays_s: float) -> None:
        self.far.late_s = list(delays_s)

    @property
    def heard(self) -> list[bytes]:
        return self.far.heard

    @property
    def field_off(self) -> bool:
        return self.far.heard[-1] == b"\x2f\x00\x00\x02"


class ThingMagicAmericaRig(ThingMagicRig):
    kind = "thingmagic-na"


class R200Rig(Rig):
    kind = "r200-eu"
    air = Air.GEN2
    antennas = 1
    timeout_s = 0.5

    def __init__(self, clock: Clock) -> None:
        self.far = FarR200(clock)

    async def serve(self, stream: ByteStream) -> None:
        await self.far.serve(stream)

    def lay(self, antenna: int, uids: list[str]) -> None:
        self.far.tags = uids

    def silence(self, *, silent: bool) -> None:
        self.far.silent = silent

    def collide(self, antenna: int) -> None:
        self.far.garbled = True

    def break_antenna(self, antenna: int) -> None:
        self.far.error = 0x20

    def mend(self) -> None:
        self.far.error = None

    def delay_looks(self, *delays_s: float) -> None:
        self.far.late_s = list(delays_s)

    @property
    def heard(self) -> list[bytes]:
        return self.far.heard

    @property
    def field_off(self) -> bool:
        return self.far.heard[-1] == b"\xb0\x00"


class R200OtherHeadRig(R200Rig):
    kind = "r200-na"

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.far.ends = AA


RIGS: Final[tuple[type[Rig], ...]] = (
    PepperRig,
    PepperProximityRig,
    FeigRig,
    FeigProximityRig,
    FeigOutputRig,
    FeigOutputProximityRig,
    Pn532Rig,
    ThingMagicRig,
    ThingMagicAmericaRig,
    R200Rig,
    R200OtherHeadRig,
)
