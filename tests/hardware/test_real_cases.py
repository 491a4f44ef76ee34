"""What really happened at tables, played with bytes: each must be caught before it is too late to put right."""

from pathlib import Path

from felt.script import parse_script
from tests.hardware.chain import Played, played

HEAD = "seats 1 2 3 4\nbutton 4\ntracker rounds\n"


async def at_the_table(folder: Path, text: str, rulebook: str = "bfsp", game: str = "holdem") -> Played:
    return await played(parse_script(f"rulebook {rulebook}\ngame {game}\n{HEAD}{text}", "case"), folder)
