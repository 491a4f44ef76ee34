"""The table's parts as endless readings: readers, shuffler and camera, each on the port that the config gives it."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from felt.clock import Clock
from felt.fault import ConfigFault
from felt.ids import DeviceId
from felt.place import Spot
from felt.situation import Sense
from firmware_bridge.mcu.device import McuDevice
from firmware_bridge.reader.air import Air
from firmware_bridge.reader.kinds import reader_opener
from firmware_bridge.reader.sweep import SweepPlan, sweep
from firmware_bridge.reading import Reading
from firmware_bridge.shuffler.printer import hear_lines
from firmware_bridge.stream import ByteStream, MemoryWires, Recorder, RecordingStream, check_url, open_stream
from hardware.board import Board, ReaderPlan
from hardware.panel import McuPanelPlan
from hardware.shuffler import shuffler_map
from table_node.camera import Hidden, sightings
from vision.sighting import Sighting, View

EYED_SENSES: Final = {Sense.BOARD: Spot.BOARD, Sense.BURN: Spot.BURN}
"""What a camera gives where no antenna lies."""

PartStream = AsyncGenerator[Reading | Sighting | View, None]


class Parts:
    """Opens the parts of one table."""

    def __init__(
        self,
        board: Board,
        ports: Mapping[DeviceId, str],
        clock: Clock,
        *,
        idle_s: float = 0.0,
        wires: MemoryWires | None = None,
        record: Path | None = None,
        log: Callable[..., object] | None = None,
    ) -> None:
        """`record` names the file that all bytes are written to, `PART` added to its name, and a number where such a
        file lies already: a node that starts anew records anew. `log` is told each file's name. Raises ConfigFault.
        """
        self._board = board
        self._ports = ports
        self._clock = clock
        self._idle_s = idle_s
        self._wires = wires
        self._record = record
        self._log = log
        self._recorders: dict[DeviceId, Recorder] = {}
        for part, url in ports.items():
            try:
                check_url(url)
            except ConfigFault as fault:
                raise ConfigFault(fault.what, where=f"key 'ports.{part}'", remedy=fault.remedy) from fault
        self._lines = None if board.shuffler is None or board.shuffler.map is None else shuffler_map(board.shuffler.map)
        self._controllers = {part: McuDevice(part, partial(self._open, part), clock) for part in self._carriers()}

    @property
    def names(self) -> tuple[DeviceId, ...]:
        """Every part that has a port."""
        plans = (*self._board.readers, self._board.shuffler, self._board.camera)
        named = [plan.id for plan in plans if plan is not None and plan.id in self._ports]
        return tuple(dict.fromkeys((*named, *self._controllers)))

    @property
    def shufflers(self) -> frozenset[DeviceId]:
        """The parts that a shuffling machine speaks through."""
        return frozenset() if self._board.shuffler is None else frozenset({self._board.shuffler.id})

    def controller(self, part: DeviceId) -> McuDevice | None:
        """The microcontroller on the port of `part`."""
        return self._controllers.get(part)

    def streams(self, hidden: Hidden = lambda: True) -> dict[DeviceId, PartStream]:
        """The readings of each part, for ever; the camera is told whether cards may lie `hidden` on the table."""
        found: dict[DeviceId, PartStream] = {plan.id: self._sweep(plan) for plan in self._board.readers}
        for part, controller in self._controllers.items():
            found[part] = controller.readings()
        shuffler, camera = self._board.shuffler, self._board.camera
        if self._lines is not None and shuffler is not None and shuffler.id in self._ports:
            found[shuffler.id] = hear_lines(shuffler.id, partial(self._open, shuffler.id), self._clock, self._lines)
        if camera is not None and camera.id in self._ports:
            eye = camera.id
            found[eye] = sightings(eye, lambda: self._open(eye), self._clock, hidden)
        return found

    def close(self) -> None:
        """Finish the recordings."""
        for recorder in self._recorders.values():
            recorder.close()

    def _carriers(self) -> list[DeviceId]:
        """The parts whose port leads to a microcontroller: the shuffler, the panel, or one that is both."""
        shuffler, panel = self._board.shuffler, self._board.panel
        parts = [] if shuffler is None or self._lines is not None else [shuffler.id]
        if isinstance(panel, McuPanelPlan):
            parts.append(panel.port)
        return [part for part in dict.fromkeys(parts) if part in self._ports]

    def _sweep(self, plan: ReaderPlan) -> AsyncGenerator[Reading, None]:
        opener = reader_opener(
            plan.kind,
            plan.id,
            self._ports[plan.id],
            clock=self._clock,
            air=Air(self._board.tags),
            wires=self._wires,
            recorder=self._recorder(plan.id),
        )
        return sweep(SweepPlan(plan.id, tuple(sorted(plan.antennas)), self._idle_s), opener, self._clock)

    async def _open(self, part: DeviceId) -> ByteStream:
        stream = await open_stream(self._ports[part], clock=self._clock, wires=self._wires)
        recorder = self._recorder(part)
        return RecordingStream(stream, recorder) if recorder else stream

    def _recorder(self, part: DeviceId) -> Recorder | None:
        if self._record is None:
            return None
        if part not in self._recorders:
            path = _unused(self._record.with_name(f"{self._record.stem}-{part}{self._record.suffix}"))
            if self._log is not None:
                self._log("recording", part=part, file=str(path))
            self._recorders[part] = Recorder(path, self._ports[part], self._clock)
        return self._recorders[part]


def _unused(path: Path) -> Path:
    """The path, or the first of `NAME-2`, `NAME-3` ... beside it where nothing lies yet."""
    if not path.exists():
        return path
    beside = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(each for each in beside if not each.exists())


def connected(board: Board, parts: Sequence[DeviceId]) -> Board:
    """The board without a camera that has no port, and with the senses that the connected parts can serve."""
    absent = set()
    if board.camera is None or board.camera.id not in parts:
        board = replace(board, camera=None)
        under = {place.spot for place in board.places}
        absent = {Sense.FACES, *(sense for sense, spot in EYED_SENSES.items() if spot not in under)}
    if board.shuffler is None or board.shuffler.id not in parts:
        absent.add(Sense.DECK)
    return replace(board, senses=tuple(quality for quality in board.senses if quality.sense not in absent))
