"""`feltwire doctor`, `board`, `shuffler` and `bench`: the table's hardware, and how well it watches."""

from pathlib import Path
from typing import Annotated

import typer

from felt.cli.helping import PlainTyper
from felt.cli.plainly import told_plainly

commands = PlainTyper()


@commands.command(short_help="Examine a table's hardware.")
def doctor(
    board: Annotated[
        str,
        typer.Option(
            "--board",
            metavar="BOARD",
            help="The table's board file, the name of one that ships, or `virtual`, the table that the doctor plays "
            "itself; without it only ports.",
        ),
    ] = "",
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Also write the report, as FILE.json and FILE.txt.")
    ] = None,
) -> None:
    """Find ports and readers, read a card over each antenna, try shuffler, camera, buttons and lamps, with your help.

    Exit code 0: all well; 1: something was found; 2: it cannot run.
    """
    with told_plainly("node"):
        from hardware.doctor.__main__ import main as do

        raise typer.Exit(do(board, report))


board = PlainTyper(
    short_help="Check board files, draw their wiring, list their parts.",
    help="Board files: what is built into a table.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
commands.add_typer(board, name="board")

BoardSaid = Annotated[str, typer.Argument(metavar="BOARD", help="A board file, or the name of one that ships.")]


@board.command("check", short_help="Find what is wrong with board files.")
def board_check(
    boards: Annotated[list[str], typer.Argument(metavar="BOARD", help="Board files, or the names of ones that ship.")],
) -> None:
    """Name everything that is wrong with board files: doubled pins and antennas, senses without a sensor, bold claims.

    Exit code 0: nothing found; 1: something; 2: a file cannot be read.
    """
    with told_plainly("node"):
        from hardware.board.__main__ import check as do

        raise typer.Exit(do(boards))


@board.command("draw", short_help="Draw a board's wiring.")
def board_draw(
    board: BoardSaid,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Write the SVG here instead of printing it.")
    ] = None,
) -> None:
    """Draw a board's wiring as SVG: seats and antennas, readers and their ports, machines, panel, pins of the Pi."""
    with told_plainly("node"):
        from hardware.board.__main__ import draw as do

        raise typer.Exit(do(board, out))


@board.command("parts", short_help="List what has to be bought for a board.")
def board_parts(board: BoardSaid) -> None:
    """List what has to be bought for a board: readers, antennas, cables, tags, lamps, buttons."""
    with told_plainly("node"):
        from hardware.board.__main__ import list_parts as do

        raise typer.Exit(do(board))


shuffler = PlainTyper(
    short_help="Get to know a shuffler.",
    help="Shufflers that print lines on a serial port: a map file says what the lines mean.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
commands.add_typer(shuffler, name="shuffler")


@shuffler.command(short_help="Show a shuffler's lines as they come.")
def learn(
    port: Annotated[
        str, typer.Argument(metavar="PORT", help="Its port: a device such as /dev/ttyUSB0, or serial://...?baud=9600.")
    ],
    map_file: Annotated[
        Path | None,
        typer.Option("--map", metavar="FILE", help="A map, or the name of a shipped one: what each line means."),
    ] = None,
) -> None:
    """Show every line as it comes and what it maps to; at the end, rules to begin a map with. Ctrl-C ends it."""
    with told_plainly("node"):
        from table_node.learning.__main__ import learn as do

        raise typer.Exit(do(port, map_file))


bench = PlainTyper(
    short_help="Measure how well tables are watched.",
    help="Measure how well tables are watched.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
commands.add_typer(bench, name="bench")


@bench.command("witness", short_help="Deal hands with known mistakes and count what is ruled.")
def bench_witness(
    *,
    hands: Annotated[int, typer.Option(metavar="N", help="How many hands to deal.")] = 1_000,
    noise: Annotated[
        str,
        typer.Option(
            metavar="LEVEL", help="How bad the sensors are: none, typical, harsh, or a .toml file of your own."
        ),
    ] = "typical",
    errors: Annotated[float, typer.Option(metavar="RATE", help="The share of hands with a dealer's mistake.")] = 0.05,
    seed: Annotated[int, typer.Option(metavar="S", help="Deal the same hands again with the same seed.")] = 1,
    rulebook: Annotated[str, typer.Option(metavar="ID", help="The rulebook that rules.")] = "bfsp",
    board: Annotated[
        str, typer.Option(metavar="BOARD", help="A board file, or the name of one that ships.")
    ] = "nine-seat",
    game: Annotated[
        str, typer.Option(metavar="ID", help="holdem, omaha4, omaha5, stud, ofc, or mixed: each in turn.")
    ] = "holdem",
    workers: Annotated[int, typer.Option(metavar="N", help="How many processes deal.")] = 2,
) -> None:
    """Deal hands with known mistakes through noisy sensors, and count what was ruled on, missed and made up.

    Exit code 1 when there was a false misdeal.
    """
    with told_plainly("node", "hub"):
        from hardware.virtual.bench import WitnessPlan, main

        plan = WitnessPlan(hands, noise, errors, seed, rulebook, board, game, workers)
        raise typer.Exit(main(plan))
