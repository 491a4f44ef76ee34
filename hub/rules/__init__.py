"""Hands, irregularities, books and procedures, as pure functions of facts.

Knows what a game deals, what an irregularity is, and what seven rulebooks say about it. Refuses to know clocks, wires,
stores and pages: no clock, no random, no logging, no I/O, and nothing that happens at a table raises here.
"""

from hub.rules.books import book_named
from hub.rules.engine import absorb, advance, dispute_open, next_due_ms, open_table, reopen_table
from hub.rules.picture import picture
from hub.rules.state import TableState, Turn

__all__ = [
    "TableState",
    "Turn",
    "absorb",
    "advance",
    "book_named",
    "dispute_open",
    "next_due_ms",
    "open_table",
    "picture",
    "reopen_table",
]
