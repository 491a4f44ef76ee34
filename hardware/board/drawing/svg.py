"""A few SVG shapes as text; every attribute and every text is escaped here."""

from typing import Final
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

INK: Final = "#1f2933"
SOFT: Final = "#64748b"
LINE: Final = "#cbd5e1"
PAPER: Final = "#ffffff"


class Point(Struct, frozen=True):
    """A point of the sheet in px, from the upper left."""

    x: float
    y: float


class Svg:
    """Shapes in the order in which they are drawn."""

    def __init__(self) -> None:
        self._shapes: list[str] = []

    def add(self, tag: str, text: str | None = None, **attributes: str | float) -> None:
        """One element; `stroke_width` is written as `stroke-width`, numbers with one decimal."""
        written = "".join(f" {name.replace('_', '-')}={quoteattr(_said(value))}" for name, value in attributes.items())
        self._shapes.append(f"<{tag}{written}/>" if text is None else f"<{tag}{written}>{escape(_plain(text))}</{tag}>")

    def text(
        self,
        at: Point,
        text: str,
        *,
        size: float = 13,
        anchor: str = "middle",
        fill: str = INK,
        weight: str = "normal",
        turned: float = 0,
    ) -> None:
        """A line of text; `turned` clockwise by so many degrees."""
        turn: dict[str, str | float] = {}
        if turned:
            turn = {"transform": f"rotate({turned:g} {at.x:.1f} {at.y:.1f})"}
        self.add(
            "text", text, x=at.x, y=at.y, font_size=size, text_anchor=anchor, fill=fill, font_weight=weight, **turn
        )

    def box(
        self, at: Point, width: float, height: float, *, fill: str = PAPER, stroke: str = INK, radius: float = 6
    ) -> None:
        """A rectangle with its upper left at `at`."""
        self.add(
            "rect", x=at.x, y=at.y, width=width, height=height, rx=radius, fill=fill, stroke=stroke, stroke_width=1.5
        )

    def disc(self, at: Point, radius: float, *, fill: str = PAPER, stroke: str = INK) -> None:
        """A circle around `at`."""
        self.add("circle", cx=at.x, cy=at.y, r=radius, fill=fill, stroke=stroke, stroke_width=1.5)

    def cable(
        self, start: Point, end: Point, *, stroke: str, width: float = 2.5, sag: float = 0.5, dashed: str = ""
    ) -> None:
        """A cable that leaves and arrives upright; `sag` is the share of the height after which it turns."""
        bend = start.y + (end.y - start.y) * sag
        path = f"M{start.x:.1f} {start.y:.1f} C{start.x:.1f} {bend:.1f} {end.x:.1f} {bend:.1f} {end.x:.1f} {end.y:.1f}"
        self.add(
            "path", d=path, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round",
            stroke_dasharray=dashed or "none",
        )  # fmt: skip

    def document(self, width: float, height: float, title: str) -> str:
        """The whole file; `title` is what a screen reader says."""
        body = "\n".join(self._shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
            f'font-family="system-ui, sans-serif" aria-label={quoteattr(_plain(title))}>\n'
            f"<title>{escape(_plain(title))}</title>\n"
            f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>\n{body}\n</svg>\n'
        )


def _said(value: str | float) -> str:
    return _plain(value) if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")


def _plain(text: str) -> str:
    """`text` without what XML 1.0 cannot hold: control characters, surrogates and the two non-characters."""
    return "".join(char if char.isprintable() and char not in "\ufffe\uffff" else " " for char in text)
