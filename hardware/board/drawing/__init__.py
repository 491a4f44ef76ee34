"""A board's wiring as a picture: SVG text made from the board file, with nothing that a reader of it must load.

Knows shapes, lines and where things lie on the sheet. Refuses to judge a board.
"""

from hardware.board.drawing.sheet import draw

__all__ = ["draw"]
