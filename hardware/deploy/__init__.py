"""What a machine needs beside the package: udev rules, systemd units, a broker's configuration. Files only."""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
"""Where the files lie; docs/install-raspberry-pi.md says where each goes."""
