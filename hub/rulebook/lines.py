"""The text of a house's book with its lines: TOML's reader tells none, so what is wrong is looked up again."""

import re
from collections.abc import Mapping
from typing import Any, Final, NoReturn, TypeVar

from msgspec import Struct
from msgspec.structs import fields

from felt.fault import ConfigFault
from felt.refusal import nearest

T = TypeVar("T")

_HEADER: Final = re.compile(r"\s*\[\[\s*article\s*\]\]")

_IN_WORDS: Final = {
    "str": "text",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
"""A converter's names for values, as a person would say them."""

_WRITTEN: Final = {
    "text": 'in quotes, such as "2026"',
    "a list": 'in brackets, such as ["uncut"]; articles are headed [[article]]',
    "true or false": "without quotes",
}


class HouseText:
    """One file; `article` counts its `[[article]]` tables from 0."""

    def __init__(self, text: str, where: str) -> None:
        self._lines = text.splitlines()
        self._where = where

    def known(self, word: str, known: Mapping[str, T], what: str, *, key: str, article: int | None = None) -> T:
        """What `word` names; refused as not being `what`, with the nearest that is."""
        if word not in known:
            self.refuse(f"{word!r} is not {what}", nearest(word, known), word=word, key=key, article=article)
        return known[word]

    def refuse(self, what: str, remedy: str, *, word: str = "", key: str = "", article: int | None = None) -> NoReturn:
        """Raise the ConfigFault of the line where `word` stands, else its key, else its article."""
        raise ConfigFault(what, where=f"{self._where}:{self._line(word, key, article)}", remedy=remedy)

    def line_of(self, article: int) -> int:
        """The line in which that article begins, from 1."""
        return self._header(article) + 1

    def check_table(self, table: dict[str, Any], kind: type[Struct], article: int | None = None) -> None:
        """Refuse a key that is not one of `kind`, or one that is missing."""
        known = [field.encode_name for field in fields(kind)]
        for key in table:
            if key not in known:
                self.refuse(f"unknown key {key!r}", nearest(key, known), key=key, article=article)
        for field in fields(kind):
            if field.required and field.encode_name not in table:
                place = "the file" if article is None else "this article"
                self.refuse(f"missing key {field.encode_name!r}", f"{place} needs it", article=article)

    def refuse_value(self, said: str) -> NoReturn:
        """A value of the wrong type, named by its key, from a converter's message."""
        told, _, place = said.partition(" - at `$.")
        path = place.rstrip("`")
        index = re.match(r"article\[(\d+)\]", path)
        key = re.sub(r"\[\d+\]$", "", path).rpartition(".")[2]
        article = int(index.group(1)) if index else None
        wanted, got = (_IN_WORDS.get(name, name) for name in [*re.findall(r"`(\w+)`", told), "", ""][:2])
        what = f"{wanted} is wanted, and {got} stands there" if got else f"{told[:1].lower()}{told[1:]}"
        self.refuse(f"key {path!r}: {what}", _WRITTEN.get(wanted, "see the documentation"), key=key, article=article)

    def _line(self, word: str, key: str, article: int | None) -> int:
        first = 0 if article is None else self._header(article)
        last = len(self._lines) if article is None else self._header(article + 1)
        named = re.compile(rf"\s*['\"]?{re.escape(key)}['\"]?\s*=")
        of_key = [at for at in range(first, last) if key and named.match(self._lines[at])]
        start = of_key[0] if of_key else first
        quoted = re.compile(rf"""['"](not )?{re.escape(word)}['"]""")
        found = [at for at in range(start, last) if word and quoted.search(self._lines[at])]
        return (found[0] if found else start) + 1

    def _header(self, article: int) -> int:
        """The index of the line in which an article begins; past the last one, the end of the file."""
        found = [at for at, line in enumerate(self._lines) if _HEADER.match(line)]
        return found[article] if article < len(found) else len(self._lines)
