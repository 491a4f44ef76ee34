"""A fault, or a missing part, told in one red line and exit code 2, never as a traceback."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import typer
from rich.console import Console

from felt.fault import FeltFault

BROKEN: Final = 2
OUR_PACKAGES: Final = ("felt", "firmware_bridge", "vision", "table_node", "hub", "hardware")


@contextmanager
def told_plainly(*extras: str) -> Iterator[None]:
    """Turn a fault, or a package of `extras` that is not installed, into one red line and exit code 2."""
    try:
        yield
    except FeltFault as fault:
        _say_red(str(fault))
        raise typer.Exit(BROKEN) from fault
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if not missing or missing in OUR_PACKAGES:
            raise
        parts = ",".join(extras)
        _say_red(f"{missing} is not installed; in Feltwire's folder: make setup, or pip install '.[{parts}]'")
        raise typer.Exit(BROKEN) from error


def _say_red(text: str) -> None:
    Console(stderr=True, soft_wrap=True).print(text, style="bold red", markup=False, highlight=False)
