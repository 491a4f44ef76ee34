"""Configuration files: TOML read strictly into a Struct; a mistake is named by file, line and key."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from felt.fault import ConfigFault
from felt.ids import LEVEL_PATTERN
from felt.refusal import choice, nearest, refused, written
from felt.rows import BYTE_ORDER_MARK, placed

T = TypeVar("T")

_MISSING: Final = "Object missing required field "


def read_toml(path: Path, kind: type[T]) -> T:
    """Read the TOML file at `path` as `kind`; a `Path` field is taken relative to the file's folder.

    A byte order mark, as some editors write it, is skipped. Raises ConfigFault for a file that cannot be read, broken
    TOML, an unknown key, a missing key or a wrong value.
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise ConfigFault(f"cannot be read: {error.strerror}", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise ConfigFault(f"is not UTF-8 text (byte {error.start})", where=str(path)) from error
    return parse_toml(text, kind, where=str(path), folder=path.parent)


def parse_toml(text: str, kind: type[T], *, where: str, folder: Path = Path()) -> T:
    """As `read_toml`, from text; `where` names the file in faults, `folder` is what `Path` fields start from."""
    try:
        data = tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
    except tomllib.TOMLDecodeError as error:
        raise ConfigFault(f"is not TOML: {error}", where=where) from error
    except RecursionError as error:
        raise ConfigFault("nests its brackets too deep to be read", where=where) from error
    except ValueError as error:  # Python refuses to read a whole number of more than 4300 digits
        raise ConfigFault("holds a number with too many digits", where=where, remedy="shorten it") from error
    for parent, key, known in _strays(data, inspect.type_info(kind), ""):
        path = _joined(parent, key)
        raise ConfigFault(f"unknown key {path!r}", where=placed(where, text, path), remedy=nearest(key, known))

    def read(document: object) -> T:
        return msgspec.convert(document, kind, str_keys=True, dec_hook=_path_hook(folder))

    try:
        return read(data)
    except msgspec.ValidationError as error:
        what, steps = refused(str(error), data, read)
        remedy = choice(data, inspect.type_info(kind), steps)
        path = written(steps)
        raise ConfigFault(_explained(what, path), where=placed(where, text, path), remedy=remedy) from error


def _joined(parent: str, key: str) -> str:
    return f"{parent}.{key}" if parent else key


def _strays(data: object, kind: inspect.Type, path: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Keys that no Struct of `kind` has: the path above each, the key, and the known keys beside it."""
    match kind:
        case inspect.UnionType(types=types):
            yield from _union_strays(data, types, path)
        case inspect.StructType() if isinstance(data, dict):
            yield from _struct_strays(data, kind, path)
        case inspect.DictType(value_type=value_type) if isinstance(data, dict):
            for key, value in data.items():
                yield from _strays(value, value_type, _joined(path, key))
        case (
            inspect.ListType(item_type=item)
            | inspect.VarTupleType(item_type=item)
            | inspect.SetType(item_type=item)
            | inspect.FrozenSetType(item_type=item)
        ) if isinstance(data, list):
            for index, value in enumerate(data):
                yield from _strays(value, item, f"{path}[{index}]")
        case _:
            return


def _struct_strays(
    data: dict[str, object], kind: inspect.StructType, path: str
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    fields = {field.encode_name: field.type for field in kind.fields}
    known = (*fields, *((kind.tag_field,) if kind.tag_field else ()))
    for key, value in data.items():
        if key in fields:
            yield from _strays(value, fields[key], _joined(path, key))
        elif key not in known:
            yield path, key, known


def _union_strays(
    data: object, types: tuple[inspect.Type, ...], path: str
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Judge `data` by the member of the union that it claims to be; an unknown tag is the converter's to refuse."""
    structs = [kind for kind in types if isinstance(kind, inspect.StructType)]
    if isinstance(data, dict) and structs:
        chosen = [kind for kind in structs if kind.tag_field is None or data.get(kind.tag_field) == kind.tag]
        for kind in chosen[:1]:
            yield from _strays(data, kind, path)
        return
    for member in types:
        yield from _strays(data, member, path)


def _path_hook(folder: Path) -> Callable[[type, Any], Any]:
    def hook(kind: type, value: Any) -> Any:
        if kind is Path and isinstance(value, str):
            try:
                return folder / Path(value).expanduser()
            except RuntimeError as error:
                raise ValueError(f"no home folder is known for {value.partition('/')[0]!r}") from error
        raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")

    return hook


def _explained(what: str, path: str) -> str:
    """As `key 'a.b': what is wrong`."""
    if what.startswith(_MISSING):
        return f"missing key {_joined(path, what.removeprefix(_MISSING).strip('`'))!r}"
    what = what.replace(f"matching regex {LEVEL_PATTERN!r}", "of 1 to 48 characters: a-z, 0-9, '_' and '-'")
    return f"key {path!r}: {what[:1].lower()}{what[1:]}" if path else what
