"""`feltwire deck`: decks whose cards carry tags."""

from pathlib import Path
from typing import Annotated

import typer

from felt.cli.helping import PlainTyper
from felt.cli.plainly import told_plainly

deck = PlainTyper(
    short_help="Enrol, verify and look after decks.",
    help="Decks whose cards carry tags: enrolled once, verified by a second person, kept encrypted in one folder.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
DeckPath = Annotated[Path, typer.Argument(metavar="FILE", help="The deck's file.")]
Port = Annotated[
    str, typer.Option(metavar="PORT", help="The desk's reader: /dev/ttyUSB0, or serial:///dev/ttyUSB0?baud=115200.")
]
Reader = Annotated[str, typer.Option(metavar="KIND", help="The desk's reader, in the words of board files.")]
Tags = Annotated[
    str,
    typer.Option(
        metavar="KIND", help="The cards' tags: iso15693, iso14443a (NTAG), gen2 (UHF); else the reader's own."
    ),
]
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
    tags: Tags = "",
    antenna: Antenna = 1,
) -> None:
    """Lay each of the 52 cards on the reader in turn. What was left unfinished goes on where it stopped."""
    with told_plainly("node"):
        from table_node.enrolment.__main__ import enrol as do
        from table_node.enrolment.reader import desk_reader

        raise typer.Exit(do(name, folder, reader=desk_reader(port, kind, antenna, tags), person=person))


@deck.command(short_help="A second person checks a deck.")
def verify(
    file: DeckPath,
    *,
    port: Port,
    person: Person,
    kind: Reader = "pepper-c1-mux",
    tags: Tags = "",
    antenna: Antenna = 1,
) -> None:
    """Lay every card down again. The one who enrolled the deck cannot verify it."""
    with told_plainly("node"):
        from table_node.enrolment.__main__ import verify as do
        from table_node.enrolment.reader import desk_reader

        raise typer.Exit(do(file, reader=desk_reader(port, kind, antenna, tags), person=person))


@deck.command(short_help="Put a new piece in place of one card.")
def swap(
    file: DeckPath,
    card: Annotated[str, typer.Argument(metavar="CARD", help="The card that was replaced, such as Kh.")],
    *,
    port: Port,
    person: Person,
    kind: Reader = "pepper-c1-mux",
    tags: Tags = "",
    antenna: Antenna = 1,
) -> None:
    """Lay the new piece of cardboard on the reader. The deck must be verified again afterwards."""
    with told_plainly("node"):
        from table_node.enrolment.__main__ import swap as do
        from table_node.enrolment.reader import desk_reader

        raise typer.Exit(do(file, card, reader=desk_reader(port, kind, antenna, tags), person=person))


@deck.command(short_help="Tell a deck's history.")
def show(file: DeckPath) -> None:
    """Tell how many cards, who enrolled and verified it, whether it may be dealt. No tag is shown."""
    with told_plainly("node"):
        from table_node.enrolment.__main__ import show as do

        raise typer.Exit(do(file))


@deck.command(short_help="Mark a deck as not to be dealt.")
def quarantine(
    file: DeckPath, why: Annotated[str, typer.Argument(metavar="WHY", help="The reason, in a few words.")]
) -> None:
    """Mark a deck as not to be dealt, until it is released."""
    with told_plainly("node"):
        from table_node.enrolment.__main__ import quarantine as do

        raise typer.Exit(do(file, why))


@deck.command(short_help="Let a quarantined deck be dealt again.")
def release(file: DeckPath) -> None:
    """Take a deck out of quarantine."""
    with told_plainly("node"):
        from table_node.enrolment.__main__ import quarantine as do

        raise typer.Exit(do(file, ""))
