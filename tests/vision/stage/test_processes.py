"""The same seed shows the same pictures in every process."""

import hashlib
import os
import subprocess
import sys

from felt.fact import Face
from tests.vision.stage.scripts import laid, script
from vision.stage import LIGHTS, Stage, drawn_deck
from vision.stage.field import BOARD_AT, MUCK_AT, Pose
from vision.stage.script import CardNo, Move


def swept() -> str:
    """The pictures of five cards in a fan that are all taken up in one frame, as one digest."""
    fan = [Pose(BOARD_AT[2].x + 9 * step, BOARD_AT[2].y + 5 * step, 12.0 * step) for step in range(5)]
    lay = [laid("", pose, began_s=0.0, took_s=0.1, number=CardNo(number)) for number, pose in enumerate(fan)]
    gone = [Move(CardNo(number), 0.3, 0.5, MUCK_AT, Face.DOWN) for number in range(5)]
    of = script(*lay, *gone, cards=("Kh", "7c", "2s", "Jd", "Ah"), length_s=0.5)
    digest = hashlib.sha256()
    for shot in Stage(of, drawn_deck(), LIGHTS["even"], 1).shots():
        digest.update(shot.picture.tobytes())
    return digest.hexdigest()


def test_what_a_process_makes_of_names_does_not_show() -> None:
    """Names hash otherwise in every process, so that whatever goes by the order of a set comes out otherwise."""
    asked = f"import {__name__}; print({__name__}.swept())"
    told = {
        subprocess.run(
            [sys.executable, "-c", asked],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(told) == 1
