"""The shuffler maps that come with the product."""

from pathlib import Path
from typing import Final

from felt.fault import ConfigFault
from firmware_bridge.shuffler.lines import LineMap, load_map

MAPS: Final = Path(__file__).with_name("shufflers")


def shuffler_map(path: Path) -> LineMap:
    """The map in the file at `path`, or the shipped one of that name when it has no `.toml`; raises ConfigFault."""
    if path.suffix:
        return load_map(path)
    shipped = MAPS / f"{path.name}.toml"
    if not shipped.is_file():
        known = ", ".join(sorted(file.stem for file in MAPS.glob("*.toml")))
        raise ConfigFault(f"no shuffler map {path.name!r} is shipped", remedy=f"one of {known}, or a file of your own")
    return load_map(shipped)
