"""`feltwire demo`, `node`, `hub`, `init`: what runs, and how it is set up."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from felt.cli.helping import PlainTyper
from felt.cli.plainly import told_plainly
from felt.fault import ConfigFault

commands = PlainTyper()


@commands.command(short_help="Deal hands at virtual tables and rule on them.")
def demo(
    *,
    tables: Annotated[int, typer.Option(metavar="N", help="How many tables deal at once.")] = 1,
    rate: Annotated[float, typer.Option(metavar="X", help="How fast: 2 is twice as fast as at a real table.")] = 1.0,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="Deal the same hands again; without it they are new each time.")
    ] = None,
    mistakes: Annotated[
        float, typer.Option(metavar="SHARE", help="The share of hands with a dealer's mistake.")
    ] = 0.35,
    port: Annotated[int, typer.Option(metavar="PORT", help="Where the pages are served on this machine.")] = 8080,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep what was recorded here; without it nothing is kept.")
    ] = None,
) -> None:
    """Deal hands at virtual tables, mistakes included, and rule on them. Needs no hardware; Ctrl-C ends it."""
    with told_plainly("node", "hub"):
        from hardware.virtual.demo import main as start

        raise typer.Exit(start(tables=tables, rate=rate, seed=seed, port=port, data=data, mistakes=mistakes))


@commands.command(short_help="Run one table.")
def node(
    config: Annotated[
        Path,
        typer.Argument(metavar="CONFIG", help="The table's configuration, a TOML file; `feltwire init` writes one."),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Only say what the configuration names and whether it is there, and stop.")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write down every byte of every part, in files named after this one."),
    ] = None,
) -> None:
    """Run one table: read its antennas and shuffler, and send what happens to the hub. Ctrl-C ends it."""
    with told_plainly("node"):
        from table_node import __main__ as entry

        raise typer.Exit(entry.check(config) if check else entry.main(config, record=record))


@commands.command(short_help="Run the card room's hub.")
def hub(
    config: Annotated[
        Path, typer.Argument(metavar="CONFIG", help="The hub's configuration, a TOML file; `feltwire init` writes one.")
    ],
) -> None:
    """Run the card room's hub: take what the tables send, rule by the rulebook, serve the pages. Ctrl-C ends it."""
    with told_plainly("hub"):
        from hub.__main__ import main as start

        start(config)


@commands.command(short_help="Write sample configurations.")
def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write; made if it is not there.")] = Path(
        "feltwire"
    ),
) -> None:
    """Write sample configurations for a hub and a table, each line explained. Never writes over a file."""
    with told_plainly("node", "hub"):
        from hub.config import sample_config as of_the_hub
        from table_node.__main__ import sample_config as of_the_node

        for path in _written(folder, {"hub.toml": of_the_hub(), "node.toml": of_the_node()}):
            print(path)
    print(
        f"the deck in node.toml is still to be made: feltwire deck enrol red --folder {folder} --port PORT --person YOU"
    )
    print(f"edit them, then: feltwire hub {folder / 'hub.toml'} and feltwire node --check {folder / 'node.toml'}")


def _written(folder: Path, files: dict[str, str]) -> Iterator[Path]:
    """Write each file, all or none: an existing one stops it before the first."""
    taken = [name for name in files if (folder / name).exists()]
    if taken:
        raise ConfigFault(f"{', '.join(taken)} already there", where=str(folder), remedy="name another folder")
    for name, text in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise ConfigFault(f"cannot be written: {error.strerror}", where=str(path)) from error
        yield path
