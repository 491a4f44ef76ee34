"""Byte streams: serial ports, sockets, recordings and wires in memory behind one Protocol, opened by URL.

Knows how bytes come and go and how a port is lost. Refuses to know frames, retries or devices.
"""

from firmware_bridge.stream.base import ByteStream
from firmware_bridge.stream.memory import MemoryStream, MemoryWires, memory_pair
from firmware_bridge.stream.recording import Recorder, RecordingStream, ReplayEnded, ReplayStream, read_recording
from firmware_bridge.stream.serial_port import SerialStream
from firmware_bridge.stream.unix_socket import UnixStream
from firmware_bridge.stream.url import check_url, open_stream

__all__ = [
    "ByteStream",
    "MemoryStream",
    "MemoryWires",
    "Recorder",
    "RecordingStream",
    "ReplayEnded",
    "ReplayStream",
    "SerialStream",
    "UnixStream",
    "check_url",
    "memory_pair",
    "open_stream",
    "read_recording",
]
