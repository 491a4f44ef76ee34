"""Writes `core/frames.h` from the frame dictionary, so that a frame is declared once for both ends.

`python -m hardware.firmware.header` prints it; a test holds the committed file to the declaration.
"""

import re
import sys
from enum import IntEnum
from inspect import getdoc
from typing import Final

from firmware_bridge.mcu.dictionary import Dictionary, FrameSpec
from firmware_bridge.mcu.frames import MCU

TEXT_LIMIT: Final = 32
_C_TYPES: Final = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t"}
_SIZES: Final = {"u8": 1, "u16": 2, "u32": 4}


def snake(name: str) -> str:
    """`DeckCounted` as `deck_counted`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def header_text(dictionary: Dictionary) -> str:
    """The whole header: fingerprint, enumerations, and for each frame its number, struct, pack and unpack."""
    specs = list(dictionary.frames.values())
    parts = [
        "/* Generated from the frame dictionary; `make firmware-header` writes it anew. Do not edit. */\n"
        "#ifndef FELTWIRE_FRAMES_H\n#define FELTWIRE_FRAMES_H\n\n"
        "#include <stdbool.h>\n#include <stdint.h>\n#include <string.h>\n",
        f"/* What both ends exchange at hello. */\n#define FRAMES_FINGERPRINT 0x{dictionary.fingerprint:08X}ul\n",
        *(_enum(kind) for kind in _enums(specs)),
        *(_frame(spec) for spec in specs),
        "#endif\n",
    ]
    return "\n".join(parts)


def _enums(specs: list[FrameSpec]) -> list[type[IntEnum]]:
    found: dict[str, type[IntEnum]] = {}
    for spec in specs:
        for _, _, enum in spec.fields:
            if enum is not None:
                found.setdefault(enum.__name__, enum)
    return list(found.values())


def _enum(kind: type[IntEnum]) -> str:
    prefix = snake(kind.__name__).upper()
    members = ",\n".join(f"    {prefix}_{member.name} = {member.value}" for member in kind)
    return f"/* {_sentence(kind)} */\ntypedef enum {{\n{members}\n}} {snake(kind.__name__)};\n"


def _frame(spec: FrameSpec) -> str:
    name = snake(spec.kind.__name__)
    upper = name.upper()
    lines = [f"/* {_sentence(spec.kind)} */", f"#define FRAME_{upper} 0x{spec.number:02X}u"]
    if not spec.fields:
        return "\n".join(lines) + "\n"
    lines += ["typedef struct {", *(f"    {_member(*field)}" for field in spec.fields), f"}} {name}_frame;", ""]
    lines += [*_pack(spec, name), "", *_unpack(spec, name)]
    return "\n".join(lines) + "\n"


def _member(name: str, wire: tuple[str, str], enum: type[IntEnum] | None) -> str:
    if wire[1] == "text":
        return f"char {name}[{TEXT_LIMIT + 1}];"
    note = f" /* {snake(enum.__name__)} */" if enum is not None else ""
    return f"{_C_TYPES[wire[1]]} {name};{note}"


def _pack(spec: FrameSpec, name: str) -> list[str]:
    lines = [f"static inline uint8_t {name}_pack(const {name}_frame *frame, uint8_t *out)", "{", "    uint8_t at = 0;"]
    for field, wire, _ in spec.fields:
        if wire.name == "text":
            lines += [
                f"    for (const char *text = frame->{field}; *text != 0; text++) {{",
                "        out[at++] = (uint8_t)*text;",
                "    }",
            ]
            continue
        lines += [f"    out[at++] = (uint8_t)(frame->{field}{_shift(byte)});" for byte in range(_SIZES[wire.name])]
    return [*lines, "    return at;", "}"]


def _unpack(spec: FrameSpec, name: str) -> list[str]:
    size = spec.packing.size
    fits = f"length < {size} || length > {size + TEXT_LIMIT}" if spec.has_text else f"length != {size}"
    lines = [
        f"static inline bool {name}_unpack(const uint8_t *bytes, uint8_t length, {name}_frame *frame)",
        "{",
        f"    if ({fits}) {{",
        "        return false;",
        "    }",
    ]
    at = 0
    for field, wire, _ in spec.fields:
        if wire.name == "text":
            lines += [
                f"    memset(frame->{field}, 0, sizeof frame->{field});",
                f"    memcpy(frame->{field}, bytes + {at}, (size_t)(length - {at}));",
            ]
            continue
        kind = _C_TYPES[wire.name]
        terms = [f"({kind})(({kind})bytes[{at + byte}]{_left(byte)})" for byte in range(_SIZES[wire.name])]
        lines.append(
            f"    frame->{field} = ({kind})({' | '.join(terms)});"
            if len(terms) > 1
            else f"    frame->{field} = bytes[{at}];"
        )
        at += _SIZES[wire.name]
    return [*lines, "    return true;", "}"]


def _shift(byte: int) -> str:
    return f" >> {8 * byte}" if byte else ""


def _left(byte: int) -> str:
    return f" << {8 * byte}" if byte else ""


def _sentence(kind: type) -> str:
    return " ".join((getdoc(kind) or "").split())


if __name__ == "__main__":
    sys.stdout.write(header_text(MCU))
