"""A virtual table: cards, antennas, a reader and a shuffler that speak the real protocols from the far side.

Shares nothing with the reader drivers it is heard by except the checksum.

It does not imitate: radio (coupling and detuning in a stack of cards, half-heard tags, invented UIDs; `air.NoisyAir`
stands in with shares of missed, bled and late reads), a reader that hangs or answers out of order, the vendor's true
switching and inventory times (none is published; bit times of the standard are used), parity errors and breaks on a
serial line, the order that a shuffler makes, and pixels: its camera reads the truth of the field.
"""
