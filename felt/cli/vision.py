"""`feltwire vision`: the camera over a table, its reader and what they are worth."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from felt.cli.helping import PlainTyper
from felt.cli.plainly import told_plainly
from felt.fault import BadInput

vision = PlainTyper(
    short_help="Read the cards that lie face up by a camera.",
    help="A camera over the table: calibrate it, run it, look through it, show it a deck, measure it.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


HANDS: Final = 200
SEED: Final = 7
DECKS: Final = Path("build/decks/art")


@vision.callback()
def over_the_table() -> None:
    """A camera over the table: calibrate it, run it, look through it, show it a deck, measure it."""


@vision.command("eval", short_help="Measure how well cards are read.")
def evaluate(
    *,
    manifest: Annotated[
        Path | None, typer.Argument(metavar="MANIFEST", help="Labelled photographs, one JSON object a line.")
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option(
            "--sheet",
            metavar="FILE",
            help="Write the cards named wrong as a contact sheet (.png); with --virtual wrong-cards.png "
            "if nothing is said.",
        ),
    ] = None,
    reader: Annotated[
        str, typer.Option("--reader", metavar="NAME", help="Who runs the network: fastest, opencv or onnxruntime.")
    ] = "fastest",
    virtual: Annotated[
        bool, typer.Option("--virtual", help="Measure on hands dealt before the virtual camera.")
    ] = False,
    hands: Annotated[
        int | None,
        typer.Option(
            "--hands", metavar="N", min=1, help=f"With --virtual: how many hands, {HANDS} if nothing is said."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="S", min=0, help=f"With --virtual: the first hand's seed, {SEED} if nothing is said."
        ),
    ] = None,
    enrolled: Annotated[
        bool, typer.Option("--enrolled", help="With --virtual: each deck was shown to the camera before.")
    ] = False,
    decks: Annotated[
        Path | None,
        typer.Option(
            "--decks",
            metavar="FOLDER",
            help=f"With --virtual: rendered decks, from `make decks`; {DECKS} if none is said.",
        ),
    ] = None,
) -> None:
    """Name the cards of labelled photographs, box given and end to end, or deal hands before the virtual camera.

    Exit code 0: measured; 1: measured, but something could not be written; 2: it cannot run.
    """
    with told_plainly("vision"):
        if virtual:
            if manifest is not None:
                raise BadInput(
                    "--virtual deals hands and reads no MANIFEST", where=str(manifest), remedy="one of the two"
                )
            from vision.trial.__main__ import SHEET, Decks
            from vision.trial.__main__ import main as deal

            known = Decks.ENROLLED if enrolled else Decks.STRANGE
            first = SEED if seed is None else seed
            raise typer.Exit(deal(hands or HANDS, first, decks or DECKS, known, sheet=sheet or SHEET, machine=reader))
        if manifest is None:
            raise BadInput(what="nothing to measure on", remedy="name a MANIFEST of photographs, or say --virtual")
        _refuse_unheeded({"--hands": hands, "--seed": seed, "--enrolled": enrolled or None, "--decks": decks})
        from vision.evaluation.__main__ import main as do

        raise typer.Exit(do(manifest, sheet, reader))


def _refuse_unheeded(dealing: Mapping[str, object]) -> None:
    """Raises BadInput where photographs are read and something was said of hands that are dealt."""
    said = [option for option, value in dealing.items() if value is not None]
    if said:
        raise BadInput(
            f"only with --virtual: {', '.join(said)}", remedy="leave it out, or say --virtual and no MANIFEST"
        )


BoardName = Annotated[
    str, typer.Option("--board", metavar="BOARD", help="The table's board file, or the name of one that ships.")
]
SocketPath = Annotated[
    Path | None,
    typer.Option(
        "--socket", metavar="PATH", help="Where the node listens: /run/feltwire/CAMERA.sock if nothing is said."
    ),
]
DeckPrints = Annotated[
    Path | None, typer.Option("--deck", metavar="FILE", help="The deck in play, as `feltwire vision enrol` kept it.")
]
Artwork = Annotated[
    Path | None,
    typer.Option("--art", metavar="FOLDER", help="For a virtual camera: the pictures of the cards that it deals."),
]


@vision.command("sheets", short_help="Write the marker sheets that calibrate a camera.")
def sheets(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The PDF to write.")],
    *,
    paper: Annotated[
        str, typer.Option("--paper", metavar="PAPER", help="What the printer holds: a4 or letter.")
    ] = "a4",
    count: Annotated[
        int, typer.Option("--sheets", metavar="N", help="How many, 1 to 4, each with its own markers.")
    ] = 4,
) -> None:
    """Write markers to print in true size. Lay the sheets flat and far apart on the felt, then `calibrate`."""
    with told_plainly("vision", "node"):
        from vision.calibrating.__main__ import sheets as write

        raise typer.Exit(write(file, paper, count))


@vision.command("calibrate", short_help="Find how the felt lies before a camera, by printed sheets.")
def calibrate(
    *,
    board: Annotated[
        str,
        typer.Option(
            "--board", metavar="BOARD", help="The table's own board file; one that ships can be looked at, not changed."
        ),
    ],
    picture: Annotated[
        Path | None,
        typer.Option(
            "--picture", metavar="FILE", help="By this picture of the sheets instead of what the camera sees."
        ),
    ] = None,
) -> None:
    """Look at the sheets of `feltwire vision sheets` lying on the felt, and keep in the board file how the felt lies.

    Refuses, and keeps what was there, when the markers do not lie on one flat felt within a millimetre.
    """
    with told_plainly("vision", "node"):
        from vision.calibrating.__main__ import main

        raise typer.Exit(main(board, picture))


@vision.command("run", short_help="Tell the table's node which cards the camera sees.")
def run(
    *,
    board: BoardName,
    socket: SocketPath = None,
    deck: DeckPrints = None,
    art: Artwork = None,
    keep_hard: Annotated[
        Path | None,
        typer.Option("--keep-hard", metavar="DIR", help="Keep pictures of face-up cards that are hard to read, 500."),
    ] = None,
) -> None:
    """Follow the cards before the camera, and tell the node over a socket of this machine. Ctrl-C ends it.

    Keeps no picture unless --keep-hard says so. What is wrong with the camera is told to the node, and by it the floor.
    """
    with told_plainly("vision", "node"):
        from vision.process.__main__ import Plan, main

        raise typer.Exit(main(Plan(board, socket, deck, art, hard=keep_hard)))


@vision.command("enrol", short_help="Show the camera a new deck, card by card.")
def enrol(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the deck is called.")],
    *,
    board: BoardName,
    folder: Annotated[Path, typer.Option("--folder", metavar="DIR", help="Where decks are kept.")] = Path("decks"),
    art: Artwork = None,
) -> None:
    """Lay the deck's 52 cards before the camera once, in any order; what was left unfinished goes on where it stopped.

    From then on a card is read only when it looks like that card of this deck too. Says which cards look alike.
    Exit code 0: all 52 are kept; 1: stopped before.
    """
    with told_plainly("vision", "node"):
        from vision.enrolment.__main__ import main

        raise typer.Exit(main(name, folder, board, art))


@vision.command("watch", short_help="See what the camera sees, on a page of this machine.")
def watch(
    *,
    board: BoardName,
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", help="Where the page is served on this machine.")
    ] = 8090,
    no_hand: Annotated[
        bool,
        typer.Option("--no-hand", help="I am at the table and no hand is dealt: show pictures while no node says so."),
    ] = False,
    socket: SocketPath = None,
    deck: DeckPrints = None,
    art: Artwork = None,
) -> None:
    """As `run`, with a page on this machine: what is seen and how surely, regions to draw, four clicks to calibrate.

    Shows nothing while the node says that cards may lie hidden, nor while nobody says that none do.
    """
    with told_plainly("vision", "node"):
        from vision.process.__main__ import Plan
        from vision.watch.__main__ import main
        from vision.watch.shutter import Attendance

        attendance = Attendance.TECHNICIAN if no_hand else Attendance.NOBODY
        raise typer.Exit(main(Plan(board, socket, deck, art), port, attendance))
