"""A virtual table: cards, antennas, a reader and a shuffler that speak the real protocols from the far side.

Says what it does not imitate; shares nothing with the drivers it is heard by except the checksum.
"""
