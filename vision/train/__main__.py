"""`python -m vision.train decks BUILD` and `python -m vision.train train BUILD --out FOLDER`."""

import argparse
import sys
from pathlib import Path
from time import monotonic

from felt.fault import FeltFault
from vision.train.faces import store
from vision.train.lock import locked


def main(arguments: list[str]) -> int:
    """0 done, 2 where it cannot be."""
    parser = argparse.ArgumentParser(prog="python -m vision.train")
    steps = parser.add_subparsers(dest="step", required=True)
    decks = steps.add_parser("decks", help="fetch, check and render the locked decks")
    decks.add_argument("build", type=Path)
    train = steps.add_parser("train", help="train, calibrate and export")
    train.add_argument("build", type=Path)
    train.add_argument("--out", type=Path, required=True)
    train.add_argument("--seed", type=int, default=5)
    train.add_argument("--pictures", type=int, default=200_000)
    train.add_argument("--epochs", type=int, default=6)
    chosen = parser.parse_args(arguments)
    try:
        if chosen.step == "decks":
            lock = locked()
            print(f"{len(lock.deck)} decks in {store(lock, chosen.build)}")
        else:
            _train(chosen.build, chosen.out, chosen.seed, chosen.pictures, chosen.epochs)
    except FeltFault as fault:
        print(f"decks: {fault}" if chosen.step == "decks" else f"training: {fault}", file=sys.stderr)
        return 2
    return 0


def _train(build: Path, out: Path, seed: int, count: int, epochs: int) -> None:
    import torch

    from vision.train.calibration import calibrated
    from vision.train.export import NAME, Run, card, export
    from vision.train.learning import Course, learn, logits_of
    from vision.train.pictures import Batch, make

    began = monotonic()

    def tell(what: str) -> None:
        print(f"{(monotonic() - began) / 60:6.1f} min  {what}", flush=True)

    pictures = make(build, Batch("training", seed, 8, count))
    tell(f"{count} pictures of training decks")
    held_out = make(build, Batch("calibration", seed, 4, 12_000))
    tell("12000 pictures of calibration decks")
    network = learn(pictures, Course(epochs=epochs), seed, tell)
    torch.save(network.state_dict(), build / "weights.pt")
    logits = logits_of(network, held_out)
    told = calibrated(logits, held_out)
    out.mkdir(parents=True, exist_ok=True)
    file = out / NAME
    sha256 = export(network, told.temperatures, file)
    run = Run(seed, count, epochs, (monotonic() - began) / 60)
    (out / "cards.toml").write_text(card(sha256, run, told))
    tell(f"{file}: {file.stat().st_size} bytes, threshold {told.threshold:.2f}")
    figures = told.figures
    tell(f"unseen decks: {figures.exact:.2%} exact, {figures.read:.2%} read, of those {figures.precision:.2%} right")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
