"""Runs every module of this folder that has `rows()`, or only those named, and prints one table."""

import importlib
import os
import pkgutil
import platform
import sys
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.table import Table

from tests import bench
from tests.bench.row import Row


def modules() -> list[str]:
    """The rooms that measure something, by module name."""
    return sorted(m.name for m in pkgutil.iter_modules(bench.__path__) if m.name not in ("__main__", "row"))


def measured(names: Iterable[str], console: Console) -> Iterator[tuple[str, Row]]:
    """Every row of the named modules, in their order."""
    for name in names:
        console.print(f"measuring {name} ...", style="dim")
        for row in importlib.import_module(f"{bench.__name__}.{name}").rows():
            yield name, row


def drawn(rows: Iterable[tuple[str, Row]]) -> Table:
    """The table; a figure that misses its aim says so."""
    table = Table(title="Feltwire, measured", title_justify="left")
    for heading in ("room", "what", "figure", "aim", "met", "how"):
        table.add_column(heading, justify="right" if heading in ("figure", "aim") else "left")
    for name, row in rows:
        aim = "" if row.aim is None else f"{row.better.value} {_number(row.aim)} {row.unit}"
        met = {True: "[green]yes[/]", False: "[bold red]NO[/]", None: ""}[row.met]
        table.add_row(name, row.name, f"{_number(row.value)} {row.unit}", aim, met, row.note)
    return table


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.3g}"


def main(names: list[str]) -> int:
    console = Console(width=None if sys.stdout.isatty() else 160)
    strangers = set(names) - set(modules())
    if strangers:
        console.print(f"no such measurement: {', '.join(sorted(strangers))}; there are {', '.join(modules())}")
        return 2
    rows = list(measured(names or modules(), console))
    console.print(drawn(rows))
    console.print(
        f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} cores; load {os.getloadavg()[0]:.1f} at the end"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
