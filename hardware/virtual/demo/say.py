"""How the demo talks: one plain line at a time."""

from collections.abc import Callable

Say = Callable[[str], None]


def print_line(line: str) -> None:
    """To the terminal, at once."""
    print(line, flush=True)  # noqa: T201 - the demo talks to a terminal
