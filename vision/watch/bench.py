"""What a technician changes by the page: regions, calibration and the picture of the empty felt, in the board file."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import numpy as np

from felt.fault import BadInput
from felt.place import parse_place
from hardware.board import CalibrationPlan, RegionPlan
from hardware.board.saving import check_own, save_calibration, save_felt, save_regions
from vision.geometry.calibration import clicked
from vision.geometry.plane import Plane
from vision.picture import Picture
from vision.picture_file import write_picture
from vision.watch.app import Clicks, RegionDrawn
from vision.watch.scene import Scene


class BoardBench:
    """Writes into the board file at `path`, and has the camera begin `anew` with what it says then.

    `faces` counts the cards in a picture of a felt that nobody knows yet. It looks, and files are written, in a thread:
    the loop goes on following cards and answering. All else is done on the loop.
    """

    def __init__(
        self,
        path: Path,
        scene: Scene,
        plane: Plane | None,
        anew: Callable[[], None],
        faces: Callable[[Picture], int],
    ) -> None:
        self._path = path
        self._faces = faces
        self._scene = scene
        self._plane = plane
        self._anew = anew

    @property
    def scene(self) -> Scene:
        """What is shown."""
        return self._scene

    async def save_regions(self, regions: tuple[RegionDrawn, ...]) -> str:
        """Put the drawn regions into the board file; raises BadInput or ConfigFault for what cannot be."""
        if self._plane is None:
            raise BadInput("regions are millimetres of the felt, and the camera is not calibrated", remedy="calibrate")
        plans = [RegionPlan(parse_place(each.place), self._scene.mm(each.corners)) for each in regions]
        await asyncio.to_thread(save_regions, self._path, plans)
        self._anew()
        return f"Saved {len(plans)} regions into {self._path.name}."

    async def calibrate(self, clicks: Clicks) -> str:
        """Put the clicked calibration into the board file; raises BadInput or ConfigFault for what cannot be."""
        if not self._scene.of_its_size:
            raise BadInput(
                "no picture of the size that the board file says has come: what is clicked holds for that size only",
                remedy="wait for the camera, or mend width and height",
            )
        width, height = clicks.width_mm, clicks.height_mm
        mm = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        found = clicked(np.array(clicks.corners, np.float32), mm, self._scene.camera_size)
        rows = tuple(float(value) for value in found.plane.px_to_mm.ravel())
        plan = CalibrationPlan(rows)  # type: ignore[arg-type]  # nine of them
        await asyncio.to_thread(save_calibration, self._path, plan)
        self._anew()
        return f"Saved. The clicked field covers {found.spread:.0%} of the picture; the larger, the better."

    async def save_felt(self) -> str:
        """Keep the picture that is shown now as the one of the empty felt.

        Raises ConfigFault, StorageFault, and BadInput while cards lie there, something moves or a hand begins: then
        nothing is kept.
        """
        await asyncio.to_thread(check_own, self._path)
        picture = self._scene.raw
        if picture is None:
            raise BadInput("no picture has come yet", remedy="wait for the camera")
        self._check_trusted()
        _check_none_lies(self._scene.followed)
        if not self._scene.still:
            raise BadInput("something moves in the picture: take it when nothing does")
        _check_none_lies(await asyncio.to_thread(self._faces, picture))
        if self._scene.raw is None:
            raise BadInput("the camera or the table changed meanwhile", remedy="take it again")
        where = self._path.with_name(f"{self._path.stem}-felt.png")
        await asyncio.to_thread(_keep, self._path, where, picture)
        self._anew()
        return f"Kept as {where.name}."

    def _check_trusted(self) -> None:
        if not self._scene.of_a_felt:
            trouble = self._scene.trouble or "it has only just changed"
            raise BadInput(f"the camera's picture is not to be trusted: {trouble}", remedy="mend that first")


def _keep(board: Path, where: Path, picture: Picture) -> None:
    write_picture(where, picture)
    save_felt(board, where.name)


def _check_none_lies(count: int) -> None:
    if count:
        lie = "1 card lies" if count == 1 else f"{count} cards lie"
        raise BadInput(f"{lie} on the felt: clear it first")
