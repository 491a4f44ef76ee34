"""The two machines that run the network: OpenCV's own, and ONNX Runtime where it is installed."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from felt.fault import BadInput, Unsupported

Tensor = NDArray[np.float32]
HEADS: Final = ("kinds", "ranks", "suits")
"""The names of the network's outputs."""


class Network(Protocol):
    """Runs the network once."""

    name: str

    def run(self, cards: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """(n, 3, height, width) pixels 0 to 255 into probabilities: kinds (n, 5), ranks (n, 13), suits (n, 4)."""
        ...


class OpenCvNetwork:
    """OpenCV's dnn: there wherever pictures are."""

    name = "OpenCV"

    def __init__(self, model: bytes) -> None:
        """Raises BadInput where the bytes are no network."""
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))
        except cv2.error as error:
            raise BadInput(
                what=f"no ONNX network: {error.err}", remedy="the model's file is made by `make train-vision`"
            ) from error

    def run(self, cards: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """One pass over the batch."""
        self._net.setInput(cards)
        kinds, ranks, suits = (np.asarray(head, np.float32) for head in self._net.forward(HEADS))
        return kinds, ranks, suits


class OnnxRuntimeNetwork:
    """ONNX Runtime on one thread: two to three times as fast."""

    name = "ONNX Runtime"

    def __init__(self, model: bytes) -> None:
        """Raises Unsupported where ONNX Runtime is not installed."""
        try:
            import onnxruntime
        except ImportError as error:
            raise Unsupported(
                what="ONNX Runtime is not installed",
                remedy="install Feltwire with the extra vision-fast, or read with OpenCV",
            ) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def run(self, cards: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """One pass over the batch."""
        kinds, ranks, suits = (
            np.asarray(head, np.float32) for head in self._session.run(list(HEADS), {"cards": cards})
        )
        return kinds, ranks, suits


def fastest(model: bytes) -> Network:
    """ONNX Runtime where it is installed, else OpenCV."""
    return OnnxRuntimeNetwork(model) if find_spec("onnxruntime") else OpenCvNetwork(model)


MACHINES: Final[dict[str, Callable[[bytes], Network]]] = {
    "fastest": fastest,
    "opencv": OpenCvNetwork,
    "onnxruntime": OnnxRuntimeNetwork,
}
"""What may run the network, by the name that a person types."""


def network_named(machine: str, model: bytes) -> Network:
    """The network, run by one of MACHINES; raises BadInput for another name, Unsupported for what is not installed."""
    if machine not in MACHINES:
        raise BadInput(what=f"no reader is called {machine!r}", remedy=f"one of {', '.join(MACHINES)}")
    return MACHINES[machine](model)
