"""The `feltwire` command: names what there is, and loads only the part that was asked for.

The one part of this room that knows the others. Exit codes: 0 all is well, 1 an expectation did not hold, 2 something
outside is broken (a configuration, a script, a port, a missing part), told in one line and never as a traceback.
"""

import sys
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import Annotated

import typer

from felt.cli import decks, hardware, rules, tables, vision

app = typer.Typer(
    name="feltwire",
    help="Instrumented poker tables that call the floor themselves.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(asked: bool) -> None:
    if not asked:
        return
    try:
        print(f"feltwire {version('feltwire')}")
    except PackageNotFoundError:
        print("feltwire, run from its source without being installed")
    raise typer.Exit


@app.callback()
def feltwire(
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version and stop.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Instrumented poker tables that call the floor themselves."""


app.add_typer(tables.commands)
app.add_typer(rules.commands)
app.add_typer(hardware.commands)
app.add_typer(decks.deck, name="deck")
app.add_typer(vision.vision, name="vision")


def main() -> None:
    """The installed command."""
    if isinstance(sys.stdout, TextIOWrapper):  # a file's name may hold bytes that are no UTF-8
        sys.stdout.reconfigure(errors="backslashreplace")
    app()
