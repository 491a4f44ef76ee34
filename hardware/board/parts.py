"""What has to be bought to build a board."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from felt.place import Spot
from hardware.board.drawing.wiring import PI_USB
from hardware.board.kinds import PLUGS, ReaderKind, ShufflerKind, TagKind
from hardware.board.plan import Board
from hardware.panel.plan import McuPanelPlan, PanelPlan

DECKS: Final = 2
"""A table deals one deck while the other is shuffled."""
CARDS: Final = 52
_OWN_ANTENNA: Final = frozenset({ReaderKind.PN532_HSU})
_TAGS: Final = {
    TagKind.ISO15693: "card with an ISO 15693 tag (13.56 MHz vicinity, such as ICODE SLIX)",
    TagKind.ISO14443A: "card with an ISO 14443 A tag (13.56 MHz proximity, such as NTAG213)",
    TagKind.GEN2: "card with a UHF Gen2 tag",
}
_SIZES: Final = {Spot.SEAT: "under a seat: two cards side by side", Spot.BOARD: "under the board", Spot.BURN: "burns"}


class Part(Struct, frozen=True):
    """So many of one thing, and what for."""

    count: int
    what: str
    use: str = ""


def parts(board: Board) -> Iterator[Part]:
    """Every part of `board`, the computer first. Board lumber, felt and screws are left out."""
    yield Part(1, "Raspberry Pi 4 or 5 with power supply and a 32 GB card or disk", "the table's node")
    for kind, count in Counter(reader.kind for reader in board.readers).items():
        yield Part(count, PLUGS[kind].product, kind)
        yield Part(count, PLUGS[kind].cable, kind)
    yield from _antennas(board)
    yield Part(DECKS * CARDS, _TAGS[board.tags], f"{CARDS} a deck, {DECKS} decks; buy some to spare")
    yield from _machines(board)
    if isinstance(board.panel, PanelPlan):
        yield from _pins(board.panel)
    elif board.panel is not None:
        yield from _panel_of_controller()
    plugged = _plugged(board)
    if plugged > PI_USB:
        yield Part(1, f"powered USB hub, {plugged} sockets or more", f"the Pi has {PI_USB}")


def _antennas(board: Board) -> Iterator[Part]:
    wired = [reader for reader in board.readers if reader.kind not in _OWN_ANTENNA]
    spots = Counter(place.spot for reader in wired for place in reader.antennas.values())
    for spot, count in spots.items():
        yield Part(count, "antenna, tuned to the reader", _SIZES.get(spot, f"under the {spot}"))
    if wired:
        yield Part(spots.total(), "coaxial cable, reader to antenna, all of one length")


def _machines(board: Board) -> Iterator[Part]:
    controller = isinstance(board.panel, McuPanelPlan) and board.panel.controller is None
    if board.shuffler is not None and board.shuffler.kind is ShufflerKind.FELTWIRE_MCU:
        yield Part(1, "shuffling machine whose signals can be tapped", board.shuffler.id)
        controller = True
    elif board.shuffler is not None:
        yield Part(1, "shuffling machine that prints lines on a serial port", board.shuffler.id)
        yield Part(1, "serial cable for it", board.shuffler.id)
    if controller:
        yield Part(1, "Arduino Mega 2560 with USB cable", "microcontroller, Feltwire firmware")
        yield Part(1, "tamper switch", "cover over the electronics")
    if board.camera is not None:
        yield Part(1, "USB camera with its arm", f"{board.camera.id}: looks straight down at the felt")


def _pins(panel: PanelPlan) -> Iterator[Part]:
    driven = len(panel.lamp) + len(panel.seats) + (panel.buzzer is not None)
    rows = (
        (len(panel.buttons), "push button, closing", "to ground"),
        (len(panel.lamp), "stack lamp element", ", ".join(panel.lamp)),
        (len(panel.seats), "seat light", ""),
        (int(panel.buzzer is not None), "buzzer", ""),
        (int(panel.key is not None), "key switch", "to ground"),
        (driven, "transistor or driver channel, with its resistor", "a pin gives a few mA only"),
    )
    yield from (Part(count, what, use) for count, what, use in rows if count)


def _panel_of_controller() -> Iterator[Part]:
    yield Part(4, "push button, closing", "round closed, confirm, call floor, undo")
    yield Part(3, "stack lamp element", "free, attention, stop")
    yield Part(1, "buzzer")
    yield Part(4, "transistor or driver channel, with its resistor", "a pin gives a few mA only")


def _plugged(board: Board) -> int:
    own_panel = isinstance(board.panel, McuPanelPlan) and board.panel.controller is None
    return len(board.readers) + sum((board.shuffler is not None, board.camera is not None, own_panel))
