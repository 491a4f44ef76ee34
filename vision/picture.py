"""What the rooms of this package hand to each other: pictures, points and the size of a card.

Pictures are BGR as OpenCV reads them. Points are pixels, x to the right and y down, of the picture they are of.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[np.uint8]
"""(height, width, 3), BGR, 0 to 255."""
Points: TypeAlias = NDArray[np.float32]
"""(n, 2), px."""


class CardSize(NamedTuple):
    """A card's width and height, mm."""

    width: float
    height: float


POKER: Final = CardSize(63.0, 88.0)
BRIDGE: Final = CardSize(57.0, 88.0)

BLANK: Final = 127
"""What stands where a picture of a card shows something else that is known to cover it."""

CARD_WIDTH: Final = 96
CARD_HEIGHT: Final = 136
"""The size of a rectified card, px: what is read is always (CARD_HEIGHT, CARD_WIDTH, 3)."""
INDEX_HEIGHT: Final = 56
INDEX_WIDTH: Final = 40
"""The corner of a rectified card that holds any index, jumbo ones too, px; the opposite one holds the other."""
