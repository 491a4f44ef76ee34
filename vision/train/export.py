"""From weights to `cards.onnx` and its card."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import torch

from felt.fault import BadInput
from vision.picture import CARD_HEIGHT, CARD_WIDTH
from vision.recogniser.networks import HEADS
from vision.train.calibration import Calibrated
from vision.train.network import CalibratedReader, CardNetwork, folded

NAME: Final = "cards.onnx"
LARGEST: Final = 2_000_000
"""Bytes that the model's file may have."""


@dataclass(frozen=True, slots=True)
class Run:
    """How a model was trained."""

    seed: int
    pictures: int
    epochs: int
    minutes: float


def export(network: CardNetwork, temperatures: tuple[float, float, float], file: Path) -> str:
    """Write the network as ONNX for OpenCV 4 and 5 and ONNX Runtime; its SHA-256. Raises BadInput where too large."""
    folded(network.eval())
    whole = CalibratedReader(network.to(memory_format=torch.contiguous_format), temperatures).eval()
    torch.onnx.export(
        whole,
        (torch.zeros(1, 3, CARD_HEIGHT, CARD_WIDTH),),
        str(file),
        dynamo=False,
        opset_version=12,
        input_names=["cards"],
        output_names=list(HEADS),
        dynamic_axes={name: {0: "n"} for name in ("cards", *HEADS)},
    )
    size = file.stat().st_size
    if size > LARGEST:
        raise BadInput(what=f"{file} has {size} bytes", remedy=f"at most {LARGEST}: narrow the network")
    return hashlib.sha256(file.read_bytes()).hexdigest()


def card(sha256: str, run: Run, told: Calibrated) -> str:
    """The text of `cards.toml`; figures of photographs are added by whoever measures them."""
    figures = told.figures
    return f'''# The card of {NAME}: written by `make train-vision`. README.md tells it in words.
file = "{NAME}"
sha256 = "{sha256}"
seed = {run.seed}
pictures = {run.pictures}
epochs = {run.epochs}
minutes = {run.minutes:.1f}
threshold = {told.threshold:.2f}
temperatures = [{", ".join(f"{t:.4f}" for t in told.temperatures)}]

[figures.calibration]
cards = {figures.cards}
exact = {figures.exact:.4f}
read = {figures.read:.4f}
precision = {figures.precision:.4f}
'''
