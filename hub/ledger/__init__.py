"""The store of a room: append-only, one hash chain per table, every fact exactly as its device signed it.

Knows rows, chains and commits. Refuses to know what a fact means, to change a row, and to acknowledge before a commit.
"""

from hub.ledger.chain import ChainBreak, ChainWalk, chain_hash, first_break, genesis
from hub.ledger.reader import LedgerReader
from hub.ledger.row import Draft, Row, RowKind
from hub.ledger.writer import KeyTaken, Ledger

__all__ = [
    "ChainBreak",
    "ChainWalk",
    "Draft",
    "KeyTaken",
    "Ledger",
    "LedgerReader",
    "Row",
    "RowKind",
    "chain_hash",
    "first_break",
    "genesis",
]
