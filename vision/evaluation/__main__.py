"""What `feltwire vision eval` does: photographs, figures, the wrong ones on a sheet."""

import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import cv2

from felt.fault import FeltFault
from vision.evaluation.manifest import Photograph, read_manifest
from vision.evaluation.naming import named
from vision.evaluation.report import confusion, figures
from vision.evaluation.sheet import contact_sheet
from vision.evaluation.unaided import Finder, Unaided, judged, unaided
from vision.finder.photograph import find
from vision.picture_file import check_kind, write_picture
from vision.recogniser import NetworkReader, model_card, network_named
from vision.recogniser.card import model_bytes


@dataclass(slots=True)
class Progress:
    """Counts photographs on the terminal."""

    what: str
    of: int
    done: int = 0

    def __call__(self, _: Photograph) -> None:
        """One more."""
        self.done += 1
        if sys.stderr.isatty():
            end = "\n" if self.done == self.of else "\r"
            print(f"{self.what}: {self.done} of {self.of}", end=end, file=sys.stderr, flush=True)


def main(manifest: Path, sheet: Path | None, machine: str) -> int:
    """Print naming and end to end; 0, or 1 where the sheet cannot be written. Raises BadInput before it measures."""
    photographs = read_manifest(manifest)
    if sheet is not None:
        check_kind(sheet)
    chosen, threshold = NetworkReader(network_named(machine, model_bytes())), model_card().threshold
    cv2.setNumThreads(1)
    print(f"{len(photographs)} photographs of {manifest}, read by {chosen.network} on one thread\n")

    began = perf_counter()
    told = named(photographs, find, chosen, Progress("naming", len(photographs)))
    took = (perf_counter() - began) * 1000
    print("\n".join(figures("naming (the box is given)", told, threshold)))
    print(f"  {took / max(1, len(told)):.1f} ms a card: loaded, outlines found, every one that the box allows read\n")
    print("\n".join(confusion(told)))

    whole, frame = _end_to_end(photographs, judged(chosen), chosen)
    print()
    print("\n".join(figures("end to end (own outlines)", whole.answers, threshold, whole.extras)))
    print(f"  {frame:.1f} ms a photograph; {len(whole.extras)} faces where none is listed, at any confidence")
    if sheet is not None and (page := contact_sheet(told)) is not None:
        try:
            write_picture(sheet, page)
        except FeltFault as fault:
            print(fault, file=sys.stderr)
            return 1
        print(f"\nthe wrong ones of naming, the surest first: {sheet}")
    return 0


def _end_to_end(photographs: list[Photograph], finder: Finder, chosen: NetworkReader) -> tuple[Unaided, float]:
    began = perf_counter()
    whole = unaided(photographs, finder, chosen, Progress("end to end", len(photographs)))
    return whole, (perf_counter() - began) * 1000 / len(photographs)
