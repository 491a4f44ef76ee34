"""What a UART makes of bytes that were sent at another rate: 8 data bits, no parity, one stop bit."""

from collections.abc import Iterator


def misread(data: bytes, sent_baud: int, read_baud: int) -> bytes:
    """`data` sent without gaps at `sent_baud`, as a receiver at `read_baud` sees it; framing errors give their bits."""
    line = [1, 1, *(bit for byte in data for bit in _bits(byte)), *([1] * 40)]
    step = sent_baud / read_baud
    out = bytearray()
    at = 0.0
    while (start := _fall(line, at)) is not None:
        samples = [line[min(int(start + (bit + 1.5) * step), len(line) - 1)] for bit in range(9)]
        out.append(sum(bit << place for place, bit in enumerate(samples[:8])))
        at = start + 9.5 * step
        while at < len(line) and line[int(at)] == 0:
            at += 0.25  # a broken stop bit: wait for the line to go idle
    return bytes(out)


def _bits(byte: int) -> Iterator[int]:
    yield 0
    yield from (byte >> place & 1 for place in range(8))
    yield 1


def _fall(line: list[int], after: float) -> int | None:
    """The first place at or after `after` where the line goes from idle to start."""
    for place in range(max(int(after), 1), len(line)):
        if line[place] == 0 and (line[place - 1] == 1 or place - 1 < after):
            return place
    return None
