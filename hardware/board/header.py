"""The Pi's 40-pin header: which physical pin carries which GPIO number. Source: pinout of the Raspberry Pi 2 to 5."""

from typing import Final

PIN_OF: Final[dict[int, int]] = {
    2: 3,
    3: 5,
    4: 7,
    14: 8,
    15: 10,
    17: 11,
    18: 12,
    27: 13,
    22: 15,
    23: 16,
    24: 18,
    10: 19,
    9: 21,
    25: 22,
    11: 23,
    8: 24,
    7: 26,
    0: 27,
    1: 28,
    5: 29,
    6: 31,
    12: 32,
    13: 33,
    19: 35,
    16: 36,
    26: 37,
    20: 38,
    21: 40,
}
"""GPIO (Broadcom) number to physical pin."""

POWER: Final[dict[int, str]] = {
    1: "3V3",
    17: "3V3",
    2: "5V",
    4: "5V",
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND"),
}
"""Physical pin to what it supplies."""

PINS: Final = 40
