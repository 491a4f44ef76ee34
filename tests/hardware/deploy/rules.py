"""udev rules as udev(7) defines them, as far as ours go: read strictly, and asked what becomes of a device.

Does not imitate: programs, imports, substitutions, and what other files' rules do.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

MATCHES = {"ACTION", "SUBSYSTEM", "KERNEL", "DRIVER", "TEST", "ATTR", "ATTRS", "ENV"}
ASSIGNS = {"GROUP", "MODE", "ENV", "ATTR", "SYMLINK", "GOTO", "LABEL"}
TERM = re.compile(r'^([A-Z]+)(?:\{([^}]+)\})?(==|!=|=|\+=)"([^"]*)"$')


@dataclass(frozen=True)
class Term:
    """`KEY{name}OP"value"`; matches are `==` and `!=`, the others assign."""

    key: str
    name: str
    operator: str
    value: str

    @property
    def matching(self) -> bool:
        return self.operator in ("==", "!=")


@dataclass(frozen=True)
class Device:
    """One device: its own attributes, those of the chain above it, its properties, and what an action does to it."""

    subsystem: str
    kernel: str
    driver: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)
    above: Mapping[str, str] = field(default_factory=dict)
    properties: Mapping[str, str] = field(default_factory=dict)
    action: str = "add"

    def matches(self, term: Term) -> bool:
        """Whether one matching term holds; a value is alternatives of shell patterns."""
        if term.key == "TEST":
            return (term.value in self.attributes) is (term.operator == "==")
        found = {
            "ACTION": self.action,
            "SUBSYSTEM": self.subsystem,
            "KERNEL": self.kernel,
            "DRIVER": self.driver,
            "ATTR": self.attributes.get(term.name),
            "ATTRS": {**self.above, **self.attributes}.get(term.name),
            "ENV": self.properties.get(term.name, ""),
        }[term.key]
        alike = found is not None and any(fnmatchcase(found, pattern) for pattern in term.value.split("|"))
        return alike is (term.operator == "==")


def read_rules(path: Path, *, with_templates: bool = False) -> Iterator[tuple[Term, ...]]:
    """Every rule of a file; rules that are commented out to be copied are `with_templates`. Raises AssertionError."""
    for line in path.read_text().splitlines():
        rule = line.removeprefix("# ") if with_templates and line.startswith("# SUBSYSTEM") else line
        if not rule or rule.startswith("#"):
            continue
        terms = []
        for text in re.split(r",\s*(?=[A-Z])", rule):
            parts = TERM.match(text)
            assert parts, text
            term = Term(parts[1], parts[2] or "", parts[3], parts[4])
            assert term.key in (MATCHES if term.matching else ASSIGNS), text
            terms.append(term)
        yield tuple(terms)


def outcome(rules: tuple[tuple[Term, ...], ...], device: Device) -> dict[str, str]:
    """What the rules assign to a device, by `KEY` or `KEY{name}`."""
    assigned: dict[str, str] = {}
    goto = ""
    for rule in rules:
        labels = [term.value for term in rule if term.key == "LABEL"]
        if goto and goto not in labels:
            continue
        goto = ""
        if not all(device.matches(term) for term in rule if term.matching):
            continue
        for term in rule:
            if term.matching or term.key == "LABEL":
                continue
            if term.key == "GOTO":
                goto = term.value
                continue
            assigned[f"{term.key}{{{term.name}}}" if term.name else term.key] = term.value
    return assigned
