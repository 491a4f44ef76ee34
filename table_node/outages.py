"""Parts that do not answer, and the places that are not watched meanwhile."""

from collections.abc import Iterable, Mapping
from typing import Final

from felt.fact import DeviceLost, DeviceRestored
from felt.ids import DeviceId
from felt.place import Place
from firmware_bridge.reading import PartFound, PartLost, antenna_part
from table_node.presence import AntennaKey

REMARK: Final = 400
"""The longest remark of a fact, characters."""


class Outages:
    """Which parts are lost; each loss and return is told once."""

    def __init__(
        self, places: Mapping[AntennaKey, Place], eyes: Mapping[DeviceId, tuple[Place, ...]], lost: Iterable[DeviceId]
    ) -> None:
        """`eyes`: the places that a camera alone watches; `lost`: the parts that were told as lost before a restart."""
        self._places = places
        self._eyes = eyes
        self._lost = set(lost)

    @property
    def lost(self) -> frozenset[DeviceId]:
        """Parts that do not answer."""
        return frozenset(self._lost)

    @property
    def blind(self) -> frozenset[AntennaKey]:
        """Antennas that do not answer."""
        return frozenset(key for part in self._lost for key in self._antennas(part))

    def lose(self, word: PartLost) -> list[DeviceLost]:
        """A part fell silent."""
        if word.part in self._lost:
            return []
        self._lost.add(word.part)
        return [DeviceLost(word.part, word.why[:REMARK], self._unwatched(word.part))]

    def find(self, word: PartFound) -> list[DeviceRestored]:
        """A part answers; no news unless it was lost."""
        if word.part not in self._lost:
            return []
        self._lost.discard(word.part)
        return [DeviceRestored(word.part, self._unwatched(word.part))]

    def _antennas(self, part: DeviceId) -> list[AntennaKey]:
        return [key for key in self._places if part in (key[0], antenna_part(*key))]

    def _unwatched(self, part: DeviceId) -> tuple[Place, ...]:
        places = (*(self._places[key] for key in self._antennas(part)), *self._eyes.get(part, ()))
        return tuple(dict.fromkeys(places))
