"""The protocol vectors, each with its source, as test cases."""

import json
from pathlib import Path
from typing import Final

import pytest
from msgspec import Struct, convert


class Vector(Struct, frozen=True):
    """One frame or stream of a public source; `expect` accept or reject, `origin` published, derived or generated."""

    protocol: str
    direction: str
    hex: str
    meaning: str
    source: str
    origin: str
    expect: str
    check: str
    decoded: str | None = None
    crc: str = ""
    value: str = ""
    of: str = ""
    frames: int = 0

    @property
    def data(self) -> bytes:
        return bytes.fromhex(self.hex)


VECTORS: Final = convert(json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8")), tuple[Vector, ...])


def accepted(protocol: str) -> list[Vector]:
    """The vectors of one protocol that are good frames."""
    return [v for v in VECTORS if v.protocol == protocol and v.expect == "accept" and not v.of]


def vectors(protocol: str, *, expect: str = "accept", of: str = "") -> pytest.MarkDecorator:
    """Parametrize a test's `vector` with all of one protocol."""
    chosen = [v for v in VECTORS if v.protocol == protocol and v.expect == expect and v.of == of]
    assert chosen, f"no {expect} vectors of {protocol}"
    return pytest.mark.parametrize("vector", chosen, ids=[f"{v.meaning[:60]}-{n}" for n, v in enumerate(chosen)])
