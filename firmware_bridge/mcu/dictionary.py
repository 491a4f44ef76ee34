"""A frame dictionary: each frame declared once, by name, number, fields and sentence.

Packing, checking, the listing for the firmware's header and the fingerprint all come from the declaration. Both ends
exchange the fingerprint at hello, so that two that do not mean the same never talk.
"""

import hashlib
import struct
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Annotated, Final, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from felt.fault import BadInput

MAX_PAYLOAD: Final = 64
"""Bytes of a frame's fields; a small microcontroller keeps several frames."""


class _Wire(NamedTuple):
    """How a field is packed: a struct code, or the rest of the payload as ASCII text."""

    code: str
    name: str


_TEXT: Final = _Wire("", "text")
_ENUM: Final = _Wire("B", "u8")

U8 = Annotated[int, Meta(ge=0, le=0xFF), _Wire("B", "u8")]
U16 = Annotated[int, Meta(ge=0, le=0xFFFF), _Wire("H", "u16")]
"""Low byte first, as all numbers here."""
U32 = Annotated[int, Meta(ge=0, le=0xFFFFFFFF), _Wire("I", "u32")]
Text = Annotated[str, Meta(max_length=32), _TEXT]
"""Printable ASCII to the end of the payload; only as the last field."""

FrameT = TypeVar("FrameT", bound=Struct)


class FrameSpec(NamedTuple):
    """One declared frame."""

    number: int
    kind: type[Struct]
    fields: tuple[tuple[str, _Wire, type[IntEnum] | None], ...]
    packing: struct.Struct
    has_text: bool


class Dictionary:
    """The frames that one link may carry."""

    def __init__(self, name: str, version: int) -> None:
        """`version` changes when a frame's meaning changes although its fields do not."""
        self.name = name
        self.version = version
        self._by_number: dict[int, FrameSpec] = {}
        self._by_kind: dict[type[Struct], FrameSpec] = {}

    def frame(self, number: int) -> Callable[[type[FrameT]], type[FrameT]]:
        """Declare the decorated frozen Struct as frame `number`, 1 to 255."""

        def declare(kind: type[FrameT]) -> type[FrameT]:
            if not 1 <= number <= 0xFF or number in self._by_number:
                raise AssertionError(f"frame number {number:#04x} of {kind.__name__} is taken or out of range")
            spec = _spec(number, kind)
            self._by_number[number] = self._by_kind[kind] = spec
            return kind

        return declare

    def pack(self, frame: Struct) -> tuple[int, bytes]:
        """Number and payload of a frame; raises BadInput when a value does not fit its field."""
        spec = self._by_kind[type(frame)]
        values = [getattr(frame, name) for name, _, _ in spec.fields]
        text = values.pop().encode("ascii", "replace") if spec.has_text else b""
        try:
            return spec.number, spec.packing.pack(*values) + text
        except struct.error as error:
            raise BadInput(f"{spec.kind.__name__}: {error}", where=self.name) from error

    def unpack(self, number: int, payload: bytes) -> Struct:
        """The frame of that number; raises BadInput when it is not declared or does not fit its declaration."""
        spec = self._by_number.get(number)
        if spec is None:
            raise BadInput(f"no frame {number:#04x}", where=self.name)
        size = spec.packing.size
        if len(payload) < size or (len(payload) > size and not spec.has_text):
            raise BadInput(f"{spec.kind.__name__} of {len(payload)} bytes, {size} declared", where=self.name)
        values: list[object] = list(spec.packing.unpack(payload[:size]))
        if spec.has_text:
            values.append(payload[size:].decode("ascii", "replace"))
        named = {name: value for (name, _, _), value in zip(spec.fields, values, strict=True)}
        try:
            return msgspec.convert(named, spec.kind)
        except msgspec.ValidationError as error:
            raise BadInput(f"{spec.kind.__name__}: {error}", where=self.name) from error

    @property
    def frames(self) -> Mapping[int, FrameSpec]:
        """All frames by number."""
        return dict(sorted(self._by_number.items()))

    def declaration(self) -> str:
        """The dictionary as text, a line per frame, sorted by number: what the fingerprint covers."""
        lines = [f"{self.name} {self.version}"]
        for spec in self.frames.values():
            fields = " ".join(f"{name}:{_type_text(wire, enum)}" for name, wire, enum in spec.fields)
            lines.append(f"{spec.number:02X} {spec.kind.__name__} {fields}".rstrip())
        return "\n".join(lines) + "\n"

    @property
    def fingerprint(self) -> int:
        """32 bits of the declaration's SHA-256, the first byte lowest."""
        return int.from_bytes(hashlib.sha256(self.declaration().encode("ascii")).digest()[:4], "little")


def _spec(number: int, kind: type[Struct]) -> FrameSpec:
    fields = tuple((name, *_wire(hint, kind)) for name, hint in get_type_hints(kind, include_extras=True).items())
    if any(wire is _TEXT for _, wire, _ in fields[:-1]):
        raise AssertionError(f"{kind.__name__}: text stands last")
    packing = struct.Struct("<" + "".join(wire.code for _, wire, _ in fields))
    return FrameSpec(number, kind, fields, packing, bool(fields) and fields[-1][1] is _TEXT)


def _wire(hint: object, kind: type[Struct]) -> tuple[_Wire, type[IntEnum] | None]:
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return _ENUM, hint
    if get_origin(hint) is Annotated:
        for mark in get_args(hint):
            if isinstance(mark, _Wire):
                return mark, None
    raise AssertionError(f"{kind.__name__}: {hint} has no form on the wire")


def _type_text(wire: _Wire, enum: type[IntEnum] | None) -> str:
    if enum is None:
        return wire.name
    members = ",".join(f"{member.name}={member.value}" for member in enum)
    return f"{wire.name}{{{members}}}"
