"""Hand scripts: what happened at a table and what must be ruled, as text, as statements, and as physical acts.

Knows the words of a `.hand` file and where each piece of cardboard lies after every statement.
Refuses to know what a sensor sees of it and what any rulebook says about it.
"""

from felt.script.act import Act, CardFlipped, CardMoved, Piece, PieceId, Told
from felt.script.parse import parse_script
from felt.script.printing import print_script, print_statement
from felt.script.stage import Stage
from felt.script.statement import Event, Expectation, Script, Statement

__all__ = [
    "Act",
    "CardFlipped",
    "CardMoved",
    "Event",
    "Expectation",
    "Piece",
    "PieceId",
    "Script",
    "Stage",
    "Statement",
    "Told",
    "parse_script",
    "print_script",
    "print_statement",
]
