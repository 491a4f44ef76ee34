"""Board files written by tests."""

from pathlib import Path

HEAD = 'name = "t"\nseats = [1, 2]\n'
READER = '[[readers]]\nid = "a"\nkind = "pepper-c1-mux"\n[readers.antennas]\n'


def written(folder: Path, text: str, name: str = "board.toml") -> Path:
    """The file with this text."""
    path = folder / name
    path.write_text(text)
    return path
