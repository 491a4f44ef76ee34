"""Black rectangles and a few words on pages of true size: all of PDF 1.4 (ISO 32000-1) that a marker sheet needs."""

from collections.abc import Sequence
from typing import Final, NamedTuple

_POINTS_A_MM: Final = 72 / 25.4
"""A PDF's unit is 1/72 inch (ISO 32000-1, 8.3.2.3)."""


class Rectangle(NamedTuple):
    """Filled black, mm from the page's upper left corner."""

    x: float
    y: float
    width: float
    height: float


class Words(NamedTuple):
    """A line in Helvetica: its left end and base line, mm from the upper left corner, and its size, mm. ASCII only."""

    x: float
    y: float
    size: float
    text: str


class Page(NamedTuple):
    """A page, mm."""

    width: float
    height: float
    black: Sequence[Rectangle]
    words: Sequence[Words]


def pdf(pages: Sequence[Page]) -> bytes:
    """The document; the same pages are always the same bytes. Viewers are told not to scale it in print."""
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for index, page in enumerate(pages):
        box = f"[0 0 {_points(page.width)} {_points(page.height)}]"
        font = "/Resources << /Font << /F1 3 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox {box} {font} /Contents {5 + 2 * index} 0 R >>".encode())
        drawn = _drawn(page)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
    return _file(objects)


def _drawn(page: Page) -> bytes:
    lines = ["0 g"]
    for x, y, width, height in page.black:
        low = page.height - y - height
        lines.append(f"{_points(x)} {_points(low)} {_points(width)} {_points(height)} re f")
    for x, y, size, text in page.words:
        escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        lines.append(f"BT /F1 {_points(size)} Tf {_points(x)} {_points(page.height - y)} Td ({escaped}) Tj ET")
    return "\n".join(lines).encode("ascii")


def _file(objects: Sequence[bytes]) -> bytes:
    """Numbered objects, the table of where each begins, and the trailer (7.5)."""
    out = bytearray(b"%PDF-1.4\n")
    starts = []
    for number, body in enumerate(objects, 1):
        starts.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for start in starts:
        out += b"%010d 00000 n \n" % start
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


def _points(mm: float) -> str:
    return f"{mm * _POINTS_A_MM:.4f}"
