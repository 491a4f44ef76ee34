"""`feltwire scenario`, `replay` and `rulebook`: what the rules say."""

from pathlib import Path
from typing import Annotated

import typer

from felt.cli.helping import PlainTyper
from felt.cli.plainly import told_plainly

commands = PlainTyper()

RulebookFiles = Annotated[
    list[Path], typer.Option(metavar="FILE", help="A rulebook file of the house; may be given again.")
]


@commands.command(short_help="Play hand scripts through the rules.")
def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Hand scripts (`.hand`).")],
    explain: Annotated[bool, typer.Option("--explain", help="Tell why each ruling was given.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print every ruling as JSON.")] = False,
    rulebook_file: RulebookFiles = [],  # noqa: B006
) -> None:
    """Play hand scripts through the rules and say which expectations hold.

    Exit code 0: all hold; 1: one does not; 2: a file cannot be read.
    """
    with told_plainly("hub"):
        from hub.scenario.__main__ import Show
        from hub.scenario.__main__ import main as play

        show = Show.JSON if as_json else Show.EXPLAIN if explain else Show.LINES
        raise typer.Exit(play(files, show, rulebook_file))


@commands.command(short_help="Tell one recorded hand again.")
def replay(
    ledger: Annotated[Path, typer.Argument(metavar="LEDGER", help="A hub's ledger file.")],
    hand: Annotated[str, typer.Option("--hand", metavar="ID", help="The hand's id, as a ruling shows it.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print every fact and what it led to as JSON.")] = False,
) -> None:
    """Tell one recorded hand again, fact by fact, with the rulings that were given then. Nothing is ruled anew.

    Exit code 0: the ledger proves the hand; 1: it does not; 2: there is no such ledger or hand.
    """
    with told_plainly("hub"):
        from hub.__main__ import replay as tell

        raise typer.Exit(tell(ledger, hand, as_json=as_json))


rulebook = PlainTyper(
    short_help="Read the rulebooks.",
    help="The rulebooks: one of them whole, or what each says to every situation.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
commands.add_typer(rulebook, name="rulebook")


@rulebook.command("show", short_help="Print one rulebook whole.")
def rulebook_show(
    book: Annotated[str, typer.Argument(metavar="ID", help="The rulebook, such as bfsp.")],
    rulebook_file: RulebookFiles = [],  # noqa: B006
) -> None:
    """Print every article: clause, situations, conditions, sentence and steps, and the words as this book uses them."""
    with told_plainly("hub"):
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
    with told_plainly("hub"):
        from hub.rulebook.__main__ import matrix as do

        raise typer.Exit(do(book, game, rulebook_file))


@rulebook.command("check", short_help="Check a rulebook of your own.")
def rulebook_check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The house's rulebook, a TOML file.")],
) -> None:
    """Check a house's own rulebook, and print every ruling that it changes in the book it builds on."""
    with told_plainly("hub"):
        from hub.rulebook.__main__ import check as do

        raise typer.Exit(do(file))
