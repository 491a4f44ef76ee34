"""The board file as it is written, and the Board made of it."""

from pathlib import Path

from msgspec import Struct

from felt.config import read_toml
from felt.fact import SenseQuality
from felt.fault import BadInput, ConfigFault
from felt.ids import DeviceText
from felt.place import Place, SeatField, parse_place
from felt.rows import placed
from firmware_bridge.reading import AntennaNo
from hardware.board.camera import (
    NEEDS_SOURCE,
    CalibrationPlan,
    CameraKind,
    CameraPlan,
    Corner,
    FramesPerSecond,
    Pixels,
    RegionPlan,
)
from hardware.board.faults import faults
from hardware.board.finding import Finding
from hardware.board.kinds import ANTENNAS, ReaderKind, TagKind
from hardware.board.plan import Board, ReaderPlan, ShufflerPlan
from hardware.panel.plan import McuPanelPlan, PanelPlan

BOARDS = Path(__file__).parent.with_name("boards")


class _ReaderRow(Struct, frozen=True):
    id: DeviceText
    kind: ReaderKind
    antennas: dict[int, str]


class _RegionRow(Struct, frozen=True):
    place: str
    corners: tuple[Corner, ...]


class _CameraRow(Struct, frozen=True):
    id: DeviceText
    kind: CameraKind = CameraKind.DEVICE
    source: str = ""
    width: Pixels = 1280
    height: Pixels = 720
    fps: FramesPerSecond = 30
    felt: Path | None = None
    calibration: CalibrationPlan | None = None
    regions: tuple[_RegionRow, ...] = ()


class _BoardFile(Struct, frozen=True):
    """The file as it is written; `draft` makes a Board of it."""

    name: str
    seats: tuple[SeatField, ...]
    senses: tuple[SenseQuality, ...]
    readers: tuple[_ReaderRow, ...] = ()
    tags: TagKind = TagKind.ISO15693
    shuffler: ShufflerPlan | None = None
    camera: _CameraRow | None = None
    panel: PanelPlan | McuPanelPlan | None = None


def load_board(path: Path) -> Board:
    """Read and check a board file; raises ConfigFault naming file, line and row."""
    board, found = draft(path)
    if found:
        raise ConfigFault(found[0].what, where=place_in(path, found[0].row), remedy=found[0].remedy)
    return board


def draft(path: Path) -> tuple[Board, tuple[Finding, ...]]:
    """The board as far as the file can be understood, and what is wrong with it; ConfigFault for what is no board."""
    file = read_toml(path, _BoardFile)
    found: list[Finding] = []
    board = Board(
        name=file.name,
        seats=file.seats,
        readers=tuple(_reader(row, f"readers[{at}]", found) for at, row in enumerate(file.readers)),
        senses=file.senses,
        tags=file.tags,
        shuffler=file.shuffler,
        camera=None if file.camera is None else _camera(file.camera, path.parent, found),
        panel=file.panel,
    )
    return board, (*found, *faults(board))


def place_in(path: Path, row: str) -> str:
    """`FILE:LINE: ROW`, as far as the row can be found."""
    where = placed(str(path), path.read_text(encoding="utf-8"), row)
    return f"{where}: {row}" if row else where


def shipped_board(name: str) -> Path:
    """The path of a board file that comes with the product, such as `nine-seat`; raises ConfigFault with the known."""
    path = BOARDS / f"{name}.toml"
    if not path.is_file():
        known = sorted(file.stem for file in BOARDS.glob("*.toml"))
        raise ConfigFault(
            f"no board {name!r} ships with Feltwire", remedy=f"one of {', '.join(known)}, or a file of your own (.toml)"
        )
    return path


def board_file(said: str | Path) -> Path:
    """The board that a person names: a file by its path, or by its name one that ships; raises ConfigFault.

    A word without `.toml` and without a folder is a name, unless a file is called so.
    """
    path = Path(said)
    if path.suffix or len(path.parts) > 1 or path.is_file():
        return path
    return shipped_board(str(said))


def _reader(row: _ReaderRow, where: str, found: list[Finding]) -> ReaderPlan:
    """The reader with the antennas that can be; what cannot is added to `found`."""
    antennas: dict[AntennaNo, Place] = {}
    for number, text in row.antennas.items():
        here = f"{where}.antennas.{number}"
        if not 1 <= number <= ANTENNAS[row.kind]:
            most = ANTENNAS[row.kind]
            has = f"antennas 1 to {most}" if most > 1 else "antenna 1 only"
            found.append(Finding(here, f"reader {row.id!r} has no antenna {number}", f"a {row.kind} has {has}"))
            continue
        try:
            antennas[AntennaNo(number)] = parse_place(text)
        except BadInput as error:
            found.append(Finding(here, f"antenna {number} of reader {row.id!r}: {error.what}", error.remedy))
    return ReaderPlan(row.id, row.kind, antennas)


def _camera(row: _CameraRow, folder: Path, found: list[Finding]) -> CameraPlan:
    """The camera with the regions of places that can be; the others are added to `found`.

    A recording is named from the board file's own `folder`, as its picture of the empty felt is.
    """
    regions = []
    for at, region in enumerate(row.regions):
        try:
            regions.append(RegionPlan(parse_place(region.place), region.corners))
        except BadInput as error:
            found.append(Finding(f"camera.regions[{at}].place", error.what, error.remedy))
    return CameraPlan(
        id=row.id,
        kind=row.kind,
        source=str(folder / row.source) if row.kind in NEEDS_SOURCE and row.source else row.source,
        width=row.width,
        height=row.height,
        fps=row.fps,
        felt=row.felt,
        calibration=row.calibration,
        regions=tuple(regions),
    )
