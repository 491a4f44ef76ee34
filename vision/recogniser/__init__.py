"""Reads rectified cards by the trained network. Knows no picture's place, table or time."""

from vision.recogniser.card import ModelCard, model_card
from vision.recogniser.networks import Network, OnnxRuntimeNetwork, OpenCvNetwork, fastest, network_named
from vision.recogniser.reader import GlancingReader, NetworkReader, glancing_reader, reader

__all__ = [
    "GlancingReader",
    "ModelCard",
    "Network",
    "NetworkReader",
    "OnnxRuntimeNetwork",
    "OpenCvNetwork",
    "fastest",
    "glancing_reader",
    "model_card",
    "network_named",
    "reader",
]
