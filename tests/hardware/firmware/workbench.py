"""The compiled core as a library, one millisecond at a time, under any wire."""

import ctypes
from pathlib import Path
from types import TracebackType
from typing import Self

OUT_LIMIT = 65_536


class Workbench:
    """One device. `tick` moves it on by a millisecond and returns what it wrote."""

    def __init__(self, built: Path, session: int = 7, inputs: int = 0) -> None:
        self._library = ctypes.CDLL(str(built / "libcore.so"))
        self._library.bench_new.restype = ctypes.c_void_p
        self._library.bench_tick.restype = ctypes.c_uint8
        self._library.bench_written.restype = ctypes.c_uint32
        self._device = ctypes.c_void_p(self._library.bench_new(inputs, session))
        self._out = ctypes.create_string_buffer(OUT_LIMIT)
        self.lamp = 0
        self.buzzer = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._library.bench_free(self._device)

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the host."""
        self._library.bench_receive(self._device, data, len(data), now_ms)

    def tick(self, inputs: int, now_ms: int) -> bytes:
        """One millisecond with these raw inputs."""
        outputs = self._library.bench_tick(self._device, inputs, now_ms)
        self.lamp, self.buzzer = outputs & 0x7F, bool(outputs & 0x80)
        length = self._library.bench_written(self._device, self._out, OUT_LIMIT)
        return self._out.raw[:length]
