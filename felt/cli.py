"""The `feltwire` command: names what there is, and loads only the part that was asked for.

The one module of this room that knows the others. Exit codes: 0 all is well, 1 an expectation did not hold, 2 something
outside is broken (a configuration, a script, a port, a missing part), told in one line and never as a traceback.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from felt.fault import ConfigFault, FeltFault

BROKEN: Final = 2
OUR_PACKAGES: Final = ("felt", "firmware_bridge", "vision", "table_node", "hub", "hardware")

app = typer.Typer(
    name="feltwire",
    help="Instrumented poker tables that call the floor themselves.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


RulebookFiles = Annotated[
    list[Path], typer.Option(metavar="FILE", help="A rulebook file of the house; may be given again.")
]


@contextmanager
def _told_plainly(*extras: str) -> Iterator[None]:
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
        _say_red(f"{missing} is not installed; this command needs: pip install 'feltwire[{','.join(extras)}]'")
        raise typer.Exit(BROKEN) from error


def _say_red(text: str) -> None:
    Console(stderr=True, soft_wrap=True).print(text, style="bold red", markup=False, highlight=False)


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


@app.command(short_help="Deal hands at virtual tables and rule on them.")
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
    with _told_plainly("node", "hub"):
        from hardware.virtual.demo import main as start

        raise typer.Exit(start(tables=tables, rate=rate, seed=seed, port=port, data=data, mistakes=mistakes))


@app.command(short_help="Run one table.")
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
    with _told_plainly("node"):
        from table_node import __main__ as entry

        raise typer.Exit(entry.check(config) if check else entry.main(config, record=record))


@app.command(short_help="Run the card room's hub.")
def hub(
    config: Annotated[
        Path, typer.Argument(metavar="CONFIG", help="The hub's configuration, a TOML file; `feltwire init` writes one.")
    ],
) -> None:
    """Run the card room's hub: take what the tables send, rule by the rulebook, serve the pages. Ctrl-C ends it."""
    with _told_plainly("hub"):
        from hub.__main__ import main as start

        start(config)


@app.command(short_help="Play hand scripts through the rules.")
def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Hand scripts (`.hand`).")],
    explain: Annotated[bool, typer.Option("--explain", help="Tell why each ruling was given.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print every ruling as JSON.")] = False,
    rulebook_file: RulebookFiles = [],  # noqa: B006
) -> None:
    """Play hand scripts through the rules and say which expectations hold.

    Exit code 0: all hold; 1: one does not; 2: a file cannot be read.
    """
    with _told_plainly("hub"):
        from hub.scenario.__main__ import Show
        from hub.scenario.__main__ import main as play

        show = Show.JSON if as_json else Show.EXPLAIN if explain else Show.LINES
        raise typer.Exit(play(files, show, rulebook_file))


@app.command(short_help="Tell one recorded hand again.")
def replay(
    ledger: Annotated[Path, typer.Argument(metavar="LEDGER", help="A hub's ledger file.")],
    hand: Annotated[str, typer.Option("--hand", help="The hand's id, as a ruling shows it.")],
) -> None:
    """Tell one recorded hand again, fact by fact, with the rulings that were given then. Nothing is ruled anew."""
    with _told_plainly("hub"):
        from hub.__main__ import replay as tell

        raise typer.Exit(tell(ledger, hand))


@app.command(short_help="Write sample configurations.")
def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write; made if it is not there.")] = Path(
        "feltwire"
    ),
) -> None:
    """Write sample configurations for a hub and a table, each line explained. Never writes over a file."""
    with _told_plainly("node", "hub"):
        from hub.config import sample_config as of_the_hub
        from table_node.__main__ import sample_config as of_the_node

        for path in _written(folder, {"hub.toml": of_the_hub(), "node.toml": of_the_node()}):
            print(path)
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


bench = typer.Typer(
    short_help="Measure how well tables are watched.",
    help="Measure how well tables are watched.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(bench, name="bench")


@bench.command("witness", short_help="Deal hands with known mistakes and count what is ruled.")
def bench_witness(
    *,
    hands: Annotated[int, typer.Option(metavar="N", help="How many hands to deal.")] = 1_000,
    noise: Annotated[
        str, typer.Option(metavar="LEVEL", help="How bad the sensors are: none, typical or harsh.")
    ] = "typical",
    errors: Annotated[float, typer.Option(metavar="RATE", help="The share of hands with a dealer's mistake.")] = 0.05,
    seed: Annotated[int, typer.Option(metavar="S", help="Deal the same hands again with the same seed.")] = 1,
    rulebook: Annotated[str, typer.Option(metavar="ID", help="The rulebook that rules.")] = "bfsp",
    board: Annotated[str, typer.Option(metavar="NAME", help="The board: nine-seat or six-max.")] = "nine-seat",
    workers: Annotated[int, typer.Option(metavar="N", help="How many processes deal.")] = 2,
) -> None:
    """Deal hands with known mistakes through noisy sensors, and count what was ruled on, missed and made up.

    Exit code 1 when there was a false misdeal.
    """
    with _told_plainly("node", "hub"):
        from hardware.virtual.bench import NoiseLevel, WitnessPlan, main

        if noise not in set(NoiseLevel):
            raise ConfigFault(f"no noise {noise!r}", where="--noise", remedy=", ".join(NoiseLevel))
        plan = WitnessPlan(hands, NoiseLevel(noise), errors, seed, rulebook, board, workers)
        raise typer.Exit(main(plan))


@app.command(short_help="Examine a table's hardware.")
def doctor(
    board: Annotated[
        str,
        typer.Option("--board", metavar="FILE", help="The table's board file, or `virtual`; without it only ports."),
    ] = "",
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Also write the report, as FILE.json and FILE.txt.")
    ] = None,
) -> None:
    """Find ports and readers, read a card over each antenna, try buttons and lamps. A person holds the card.

    Exit code 0: all well; 1: something was found; 2: it cannot run.
    """
    with _told_plainly("node"):
        from hardware.doctor.__main__ import main as do

        raise typer.Exit(do(board, report))


board = typer.Typer(
    short_help="Check board files, draw their wiring, list their parts.",
    help="Board files: what is built into a table.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(board, name="board")

BoardPath = Annotated[Path, typer.Argument(metavar="FILE", help="The board's file.")]


@board.command("check", short_help="Find what is wrong with board files.")
def board_check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Board files (`.toml`).")],
) -> None:
    """Name everything that is wrong with board files: doubled pins and antennas, senses without a sensor, bold claims.

    Exit code 0: nothing found; 1: something; 2: a file cannot be read.
    """
    with _told_plainly("node"):
        from hardware.board.__main__ import check as do

        raise typer.Exit(do(files))


@board.command("draw", short_help="Draw a board's wiring.")
def board_draw(
    file: BoardPath,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Write the SVG here instead of printing it.")
    ] = None,
) -> None:
    """Draw a board's wiring as SVG: seats and antennas, readers and their ports, machines, panel, pins of the Pi."""
    with _told_plainly("node"):
        from hardware.board.__main__ import draw as do

        raise typer.Exit(do(file, out))


@board.command("parts", short_help="List what has to be bought for a board.")
def board_parts(file: BoardPath) -> None:
    """List what has to be bought for a board: readers, antennas, cables, tags, lamps, buttons."""
    with _told_plainly("node"):
        from hardware.board.__main__ import list_parts as do

        raise typer.Exit(do(file))


deck = typer.Typer(
    short_help="Enrol, verify and look after decks.",
    help="Decks whose cards carry tags: enrolled once, verified by a second person, kept encrypted in one folder.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(deck, name="deck")

DeckPath = Annotated[Path, typer.Argument(metavar="FILE", help="The deck's file.")]
Port = Annotated[str, typer.Option(metavar="URL", help="The desk's reader, such as serial:///dev/ttyUSB0?baud=115200.")]
Reader = Annotated[str, typer.Option(metavar="KIND", help="The desk's reader, in the words of board files.")]
Antenna = Annotated[int, typer.Option(metavar="N", help="The antenna on which the cards are laid.")]
Person = Annotated[str, typer.Option(metavar="NAME", help="Who does it; written into the deck's history.")]


@deck.command(short_help="Enrol a deck, card by card.")
def enrol(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the deck is called.")],
    *,
    port: Port,
    person: Person,
    folder: Annotated[Path, typer.Option(metavar="DIR", help="Where the room's decks are kept.")] = Path("decks"),
    kind: Reader = "pepper-c1-mux",
    antenna: Antenna = 1,
) -> None:
    """Lay each of the 52 cards on the reader in turn. What was left unfinished goes on where it stopped."""
    with _told_plainly("node"):
        from table_node.enrolment.__main__ import enrol as do

        raise typer.Exit(do(name, folder, port=port, kind=kind, antenna=antenna, person=person))


@deck.command(short_help="A second person checks a deck.")
def verify(file: DeckPath, port: Port, person: Person, kind: Reader = "pepper-c1-mux", antenna: Antenna = 1) -> None:
    """Lay every card down again. The one who enrolled the deck cannot verify it."""
    with _told_plainly("node"):
        from table_node.enrolment.__main__ import verify as do

        raise typer.Exit(do(file, port=port, kind=kind, antenna=antenna, person=person))


@deck.command(short_help="Put a new piece in place of one card.")
def swap(
    file: DeckPath,
    card: Annotated[str, typer.Argument(metavar="CARD", help="The card that was replaced, such as Kh.")],
    *,
    port: Port,
    person: Person,
    kind: Reader = "pepper-c1-mux",
    antenna: Antenna = 1,
) -> None:
    """Lay the new piece of cardboard on the reader. The deck must be verified again afterwards."""
    with _told_plainly("node"):
        from table_node.enrolment.__main__ import swap as do

        raise typer.Exit(do(file, card, port=port, kind=kind, antenna=antenna, person=person))


@deck.command(short_help="Tell a deck's history.")
def show(file: DeckPath) -> None:
    """Tell how many cards, who enrolled and verified it, whether it may be dealt. No tag is shown."""
    with _told_plainly("node"):
        from table_node.enrolment.__main__ import show as do

        raise typer.Exit(do(file))


@deck.command(short_help="Mark a deck as not to be dealt.")
def quarantine(
    file: DeckPath, why: Annotated[str, typer.Argument(metavar="WHY", help="The reason, in a few words.")]
) -> None:
    """Mark a deck as not to be dealt, until it is released."""
    with _told_plainly("node"):
        from table_node.enrolment.__main__ import quarantine as do

        raise typer.Exit(do(file, why))


@deck.command(short_help="Let a quarantined deck be dealt again.")
def release(file: DeckPath) -> None:
    """Take a deck out of quarantine."""
    with _told_plainly("node"):
        from table_node.enrolment.__main__ import quarantine as do

        raise typer.Exit(do(file, ""))


shuffler = typer.Typer(
    short_help="Get to know a shuffler.",
    help="Shufflers that print lines on a serial port: a map file says what the lines mean.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(shuffler, name="shuffler")


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
    with _told_plainly("node"):
        from table_node.learning.__main__ import learn as do

        raise typer.Exit(do(port, map_file))


rulebook = typer.Typer(
    short_help="Read the rulebooks.",
    help="The rulebooks: one of them whole, or what each says to every situation.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(rulebook, name="rulebook")


@rulebook.command("show", short_help="Print one rulebook whole.")
def rulebook_show(
    book: Annotated[str, typer.Argument(metavar="ID", help="The rulebook, such as bfsp.")],
    rulebook_file: RulebookFiles = [],  # noqa: B006
) -> None:
    """Print every article: clause, situations, conditions, sentence and steps, and the words as this book uses them."""
    with _told_plainly("hub"):
        from hub.rulebook.__main__ import show as do

        raise typer.Exit(do(book, rulebook_file))


@rulebook.command("matrix", short_help="Print what each rulebook says to every situation.")
def rulebook_matrix(
    *,
    book: Annotated[list[str], typer.Option(metavar="ID", help="Only this rulebook; may be given again.")] = [],  # noqa: B006
    game: Annotated[list[str], typer.Option(metavar="ID", help="Only this game; may be given again.")] = [],  # noqa: B006
    rulebook_file: RulebookFiles = [],  # noqa: B006
) -> None:
    """Print situation by rulebook by game, with kind and clause in each cell; a parent's clause names the parent."""
    with _told_plainly("hub"):
        from hub.rulebook.__main__ import matrix as do

        raise typer.Exit(do(book, game, rulebook_file))


@rulebook.command("check", short_help="Check a rulebook of your own.")
def rulebook_check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The house's rulebook, a TOML file.")],
) -> None:
    """Check a house's own rulebook, and print every ruling that it changes in the book it builds on."""
    with _told_plainly("hub"):
        from hub.rulebook.__main__ import check as do

        raise typer.Exit(do(file))


def main() -> None:
    """The installed command."""
    app()
