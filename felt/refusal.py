"""Why a document is refused as a Struct: at which key, and what may stand there."""

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec
from msgspec import inspect

Step = str | int
"""One step of a key's path: a key, or an item of a list, from 0."""

_PLACED: Final = re.compile(r"(.*) - at `(key` in `)?\$([^`]*)`", re.DOTALL)
"""A converter's message: what is wrong, whether with a table's own key, and the path of the value or the table."""
_ANY: Final = "[...]"
_STEP: Final = re.compile(r"\[(?:\d+|\.\.\.)\]|[^.\[\]]+")


def nearest(word: str, known: Iterable[str]) -> str:
    """The remedy for an unknown `word`: the known one most like it, else all of them."""
    words = [str(each) for each in known]  # an enum would be shown as Python writes it
    close = difflib.get_close_matches(word, words, n=1)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known here: {', '.join(words)}" if words else "nothing is known here"


def written(steps: Iterable[Step]) -> str:
    """The path as people write it: `readers[1].antennas.5`."""
    path = ""
    for step in steps:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    return path


def refused(message: str, document: object, read: Callable[[object], object]) -> tuple[str, list[Step]]:
    """What is wrong, and the steps to the key, of a converter's `message` on a `document` that `read` refuses so.

    The converter does not say which key of a table of any keys it means: each is tried alone.
    """
    placed = _PLACED.fullmatch(message)
    if placed is None:
        return message, []
    what, at_key, place = placed.groups()
    steps: list[Step] = []
    for word in [*_STEP.findall(place), *([_ANY] if at_key else [])]:
        if word != _ANY:
            steps.append(int(word[1:-1]) if word.startswith("[") else word)
            continue
        alone = (key for key in _at(document, steps) if _says(read, _narrowed(document, steps, key), message))
        key = next(alone, None)
        if key is None:
            break
        document = _narrowed(document, steps, key)
        steps.append(key)
    return (f"this name: {what[:1].lower()}{what[1:]}" if at_key else what), steps


def choice(data: object, kind: inspect.Type, steps: Sequence[Step]) -> str:
    """The remedy where the value at `steps` is none of the words that it may be, else empty."""
    match kind:
        case inspect.EnumType() if not steps and isinstance(data, str):
            return nearest(data, (str(member.value) for member in kind.cls))
        case inspect.LiteralType(values=values) if not steps and isinstance(data, str):
            return nearest(data, map(str, values))
        case inspect.UnionType(types=types):
            structs = [member for member in types if isinstance(member, inspect.StructType)]
            tags = [member for member in structs if [member.tag_field] == list(steps)]
            if tags and isinstance(data, dict):
                return nearest(str(data.get(tags[0].tag_field)), (str(member.tag) for member in tags))
            return next(filter(None, (choice(data, member, steps) for member in types)), "")
        case _ if steps:
            return next((choice(value, below, steps[1:]) for value, below in _below(data, kind, steps[0])), "")
        case _:
            return ""


def _below(data: object, kind: inspect.Type, step: Step) -> list[tuple[object, inspect.Type]]:
    """What stands one step below `data`, and what it is read as; empty where nothing does."""
    match kind:
        case inspect.StructType(fields=fields) if isinstance(data, dict) and step in data:
            return [(data[step], field.type) for field in fields if field.encode_name == step]
        case inspect.DictType(value_type=value) if isinstance(data, dict) and step in data:
            return [(data[step], value)]
        case inspect.TupleType(item_types=items) if isinstance(data, list) and isinstance(step, int):
            return [(data[step], items[step])]
        case (
            inspect.ListType(item_type=item)
            | inspect.VarTupleType(item_type=item)
            | inspect.SetType(item_type=item)
            | inspect.FrozenSetType(item_type=item)
        ) if isinstance(data, list) and isinstance(step, int):
            return [(data[step], item)]
        case _:
            return []


def _at(document: object, steps: Sequence[Step]) -> list[str]:
    """The keys of the table at `steps`."""
    for step in steps:
        document = document[step]  # type: ignore[index]  # the converter went the same way
    return list(document) if isinstance(document, dict) else []


def _narrowed(document: object, steps: Sequence[Step], key: str) -> object:
    """A copy in which the table at `steps` has only `key`."""
    match document:
        case dict() if not steps:
            return {key: document[key]}
        case dict():
            return {**document, steps[0]: _narrowed(document[steps[0]], steps[1:], key)}
        case list():
            return [_narrowed(value, steps[1:], key) if at == steps[0] else value for at, value in enumerate(document)]
        case _:
            return document


def _says(read: Callable[[object], object], document: object, message: str) -> bool:
    try:
        read(document)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False
