"""Numbers in people's answers."""

from typing import Final

from felt.place import SeatNo

_DIGITS: Final = 3
_SEATS: Final = 10


def number_told(value: str) -> int | None:
    """The whole number that an answer is, up to 999; None for anything else that a person may send."""
    return int(value) if len(value) <= _DIGITS and value.isascii() and value.isdigit() else None


def seat_told(value: str) -> SeatNo | None:
    """The seat, 1 to 10, that an answer names."""
    number = number_told(value)
    return SeatNo(number) if number is not None and 1 <= number <= _SEATS else None
