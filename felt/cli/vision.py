"""`feltwire vision`: the camera over a table, its reader and what they are worth."""

import typer

vision = typer.Typer(
    short_help="Read the cards that lie face up by a camera.",
    help="A camera over the table: calibrate it, run it, look through it, show it a deck, measure it.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@vision.callback()
def over_the_table() -> None:
    """A camera over the table: calibrate it, run it, look through it, show it a deck, measure it."""
