"""Reads which rooms a module imports, and holds it against `[tool.rooms]` of pyproject.toml."""

import ast
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("felt", "firmware_bridge", "vision", "table_node", "hub", "hardware", "tests")
ANYTHING: Final = "*"


@dataclass(frozen=True)
class Import:
    """One import of one module; `target` is None when the name is computed and cannot be read."""

    module: str
    target: str | None
    file: str
    line: int


@dataclass(frozen=True)
class Plan:
    """`rooms`: what each room may import; `without`: what a room leaves alone of the standard library."""

    rooms: Mapping[str, Sequence[str]]
    without: Mapping[str, Sequence[str]]

    def room_of(self, module: str) -> str | None:
        """The longest room that begins the module's name."""
        matches = [room for room in self.rooms if module == room or module.startswith(room + ".")]
        return max(matches, key=len, default=None)

    def complaint(self, found: Import) -> str | None:
        """What is wrong with an import, with file, line and what is allowed; None when it is allowed."""
        room = self.room_of(found.module)
        where = f"{found.file}:{found.line}"
        if room is None:
            return f"{where}: {found.module} belongs to no room of [tool.rooms]"
        allowed = self.rooms[room]
        if ANYTHING in allowed:
            return None
        listed = ", ".join((room, *allowed))
        if found.target is None:
            return f"{where}: {found.module} imports a computed name; room {room} may import {listed}"
        top = found.target.partition(".")[0]
        if top in sys.stdlib_module_names:
            if top in self.without.get(room, ()):
                return f"{where}: {found.module} imports {found.target}; room {room} does without {top}"
            return None
        target_room = self.room_of(found.target) or top
        if target_room == room or any(_covers(entry, target_room) for entry in allowed):
            return None
        return f"{where}: {found.module} imports {found.target} of {target_room}; room {room} may import {listed}"


def _covers(entry: str, room: str) -> bool:
    return room.startswith(entry[:-1]) if entry.endswith(".*") else room == entry


def load_plan(pyproject: Path = ROOT / "pyproject.toml") -> Plan:
    """The plan that the repository declares."""
    tool = tomllib.loads(pyproject.read_text(encoding="utf-8"))["tool"]
    return Plan(rooms=tool["rooms"], without=tool["rooms-without"])


def module_files(root: Path = ROOT) -> dict[str, Path]:
    """Every Python module of the repository by its dotted name, packages under their own."""
    return {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for package in PACKAGES
        for path in sorted((root / package).rglob("*.py"))
    }


def imports_of(module: str, source: str, file: str, known: frozenset[str]) -> Iterator[Import]:
    """Every import of a module, also inside functions and under TYPE_CHECKING; `known` are the repository's modules."""
    package = module if file.endswith("__init__.py") else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source, filename=file)):
        for target in _targets(node, package, known):
            yield Import(module, target, file, getattr(node, "lineno", 0))


def _targets(node: ast.AST, package: str, known: frozenset[str]) -> Iterator[str | None]:
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=name, names=names, level=level):
            base = _absolute(name or "", package, level)
            for alias in names:
                whole = f"{base}.{alias.name}"
                yield whole if whole in known else base
        case (
            ast.Call(func=ast.Name(id="import_module" | "__import__"))
            | ast.Call(func=ast.Attribute(attr="import_module"))
        ):
            match node.args:
                case [ast.Constant(value=str(name)), *_]:
                    yield name
                case _:
                    yield None


def _absolute(name: str, package: str, level: int) -> str:
    if level == 0:
        return name
    parents = package.split(".")
    base = ".".join(parents[: len(parents) - level + 1])
    return f"{base}.{name}" if name else base


def complaints(root: Path = ROOT, plan: Plan | None = None) -> list[str]:
    """Every import of the repository that its plan does not allow."""
    held = plan or load_plan(root / "pyproject.toml")
    files = module_files(root)
    known = frozenset(files)
    return [
        complaint
        for module, path in files.items()
        for found in imports_of(module, path.read_text(encoding="utf-8"), str(path.relative_to(root)), known)
        if (complaint := held.complaint(found))
    ]
