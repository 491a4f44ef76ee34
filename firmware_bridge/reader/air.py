"""What a card's chip speaks on the air."""

from enum import StrEnum


class Air(StrEnum):
    """The air interface of the cards."""

    ISO15693 = "iso15693"
    """Vicinity cards, UID of 8 bytes from E0; an inventory finds all in the field."""
    ISO14443A = "iso14443a"
    """Proximity cards such as NTAG, UID of 4, 7 or 10 bytes; readers list two to five at once."""
    GEN2 = "gen2"
    """UHF cards, EPC of 12 bytes as a rule; a search is bounded in time and lists what answered."""
