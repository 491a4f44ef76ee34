"""The scripts that do not pass yet, each by name with the reason. One that starts to pass must leave this list."""

from typing import Final

NOT_PASSING: Final[dict[str, str]] = {}
"""Path below tests/hands, and why."""
