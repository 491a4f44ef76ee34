"""What a board file may name: readers, tags and shufflers, and what each reader can do and how it is plugged in."""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class ReaderKind(StrEnum):
    """The readers that a board may name."""

    PEPPER_C1_MUX = "pepper-c1-mux"
    FEIG_MASK = "feig-mask"
    FEIG_OUTPUT = "feig-output"
    PN532_HSU = "pn532-hsu"
    THINGMAGIC_EU = "thingmagic-eu"
    THINGMAGIC_NA = "thingmagic-na"
    R200_EU = "r200-eu"
    R200_NA = "r200-na"


class TagKind(StrEnum):
    """The air interface of the cards' tags; it decides how many a reader can count on one antenna."""

    ISO15693 = "iso15693"
    ISO14443A = "iso14443a"
    GEN2 = "gen2"


class ShufflerKind(StrEnum):
    """The shufflers that a board may name."""

    FELTWIRE_MCU = "feltwire-mcu"
    LINES = "lines"
    """Any machine that prints lines on a serial port; a file maps its lines to events."""


ANTENNAS: Final[dict[ReaderKind, int]] = {
    ReaderKind.PEPPER_C1_MUX: 8,
    ReaderKind.FEIG_MASK: 8,
    ReaderKind.FEIG_OUTPUT: 2,
    ReaderKind.PN532_HSU: 1,
    ReaderKind.THINGMAGIC_EU: 4,
    ReaderKind.THINGMAGIC_NA: 4,
    ReaderKind.R200_EU: 1,
    ReaderKind.R200_NA: 1,
}
"""How many antennas a reader switches, as its driver says."""

_UHF_COUNTS: Final = 2
"""A search bounded in time says nothing of tags that kept silent: no more than a seat's two cards rest on it."""

TAGS_COUNTED: Final[dict[tuple[ReaderKind, TagKind], int | None]] = {
    (ReaderKind.PEPPER_C1_MUX, TagKind.ISO15693): None,
    (ReaderKind.PEPPER_C1_MUX, TagKind.ISO14443A): 5,
    (ReaderKind.FEIG_MASK, TagKind.ISO15693): 100,
    (ReaderKind.FEIG_MASK, TagKind.ISO14443A): 100,
    (ReaderKind.FEIG_OUTPUT, TagKind.ISO15693): 100,
    (ReaderKind.FEIG_OUTPUT, TagKind.ISO14443A): 100,
    (ReaderKind.PN532_HSU, TagKind.ISO14443A): 2,
    (ReaderKind.THINGMAGIC_EU, TagKind.GEN2): _UHF_COUNTS,
    (ReaderKind.THINGMAGIC_NA, TagKind.GEN2): _UHF_COUNTS,
    (ReaderKind.R200_EU, TagKind.GEN2): _UHF_COUNTS,
    (ReaderKind.R200_NA, TagKind.GEN2): _UHF_COUNTS,
}
"""The most tags one look can be relied on to tell apart, None for all; a pair that is missing cannot be read at all."""

FULL_LIST: Final = frozenset({ReaderKind.PEPPER_C1_MUX, ReaderKind.FEIG_MASK, ReaderKind.FEIG_OUTPUT})
"""Readers whose clean look is a full list, as their drivers say (`can_count`)."""


class Plug(Struct, frozen=True):
    """How a reader is bought and plugged in. `baud` and `parity` are what it leaves the factory with."""

    product: str
    baud: int = 115_200
    parity: str = "N"
    cable: str = "USB cable"

    @property
    def options(self) -> str:
        """The end of a `serial://` URL."""
        return f"baud={self.baud}" + ("" if self.parity == "N" else f"&parity={self.parity}")


PLUGS: Final[dict[ReaderKind, Plug]] = {
    ReaderKind.PEPPER_C1_MUX: Plug("Eccel Pepper C1 MUX, 8 antenna ports"),
    ReaderKind.FEIG_MASK: Plug("FEIG OBID reader that switches up to 8 antennas by mask", 38_400, "E"),
    ReaderKind.FEIG_OUTPUT: Plug("FEIG OBID reader with 2 antenna outputs", 38_400, "E"),
    ReaderKind.PN532_HSU: Plug("NXP PN532 board set to HSU, antenna on the board", cable="USB serial adapter, 3.3 V"),
    ReaderKind.THINGMAGIC_EU: Plug("ThingMagic M6e, European region, 4 antenna ports"),
    ReaderKind.THINGMAGIC_NA: Plug("ThingMagic M6e, North American region, 4 antenna ports"),
    ReaderKind.R200_EU: Plug("R200 or YRM100 module, European region", cable="USB serial adapter, 3.3 V"),
    ReaderKind.R200_NA: Plug("R200 or YRM100 module, North American region", cable="USB serial adapter, 3.3 V"),
}
