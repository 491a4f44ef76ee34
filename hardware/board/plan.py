"""What is built into one table, as types."""

from pathlib import Path
from typing import Final

from msgspec import Struct

from felt.fact import SenseQuality
from felt.ids import DeviceId, DeviceText
from felt.place import Place, SeatNo
from felt.situation import Sense
from firmware_bridge.reading import AntennaNo
from hardware.board.camera import CameraPlan
from hardware.board.kinds import ReaderKind, ShufflerKind, TagKind
from hardware.panel.plan import McuPanelPlan, PanelPlan

BOARD_SLOTS: Final = 5


class ReaderPlan(Struct, frozen=True):
    """One reader and the place over each of its antennas."""

    id: DeviceId
    kind: ReaderKind
    antennas: dict[AntennaNo, Place]


class ShufflerPlan(Struct, frozen=True):
    """The shuffling machine: on the microcontroller's link, or one that prints lines, which the file `map` explains."""

    id: DeviceText
    kind: ShufflerKind = ShufflerKind.FELTWIRE_MCU
    map: Path | None = None


class Board(Struct, frozen=True):
    """What is built into one table. Made by `load_board`, which refuses what cannot be built or claimed."""

    name: str
    seats: tuple[SeatNo, ...]
    readers: tuple[ReaderPlan, ...]
    senses: tuple[SenseQuality, ...]
    tags: TagKind = TagKind.ISO15693
    shuffler: ShufflerPlan | None = None
    camera: CameraPlan | None = None
    panel: PanelPlan | McuPanelPlan | None = None

    @property
    def places(self) -> frozenset[Place]:
        """Every place that has an antenna."""
        return frozenset(place for reader in self.readers for place in reader.antennas.values())

    @property
    def seen(self) -> frozenset[Place]:
        """Every place that has a region of the camera."""
        return frozenset() if self.camera is None else self.camera.places

    def place_of(self, reader: DeviceId, antenna: AntennaNo) -> Place | None:
        """The place over an antenna; None for one that is not connected."""
        for plan in self.readers:
            if plan.id == reader:
                return plan.antennas.get(antenna)
        return None

    def watches(self, sense: Sense) -> bool:
        """True when the board declares `sense`."""
        return any(quality.sense is sense for quality in self.senses)
