"""The stage: where every piece of cardboard is while a script plays."""

from felt.place import Place, SeatNo
from felt.script.act import Act, Piece
from felt.script.statement import Script, Statement


class Stage:
    """Plays a script's statements as physical acts, in order, one statement at a time.

    `play` returns the acts of one statement (none for an expectation) and raises ScriptFault for one that cannot have
    happened. A new `hand` gathers all cards; after `misdealt`, so does the first `shuffled` or `deal`.
    """

    def __init__(self, script: Script) -> None:
        raise NotImplementedError

    def play(self, statement: Statement) -> tuple[Act, ...]:
        """The acts of `statement`, in order."""
        raise NotImplementedError

    def misdealt(self) -> None:
        """The hand was declared a misdeal: the next card dealt belongs to the redeal."""
        raise NotImplementedError

    def place_button(self, seat: SeatNo) -> None:
        """The button lies at `seat` now, as the rulebook moved it."""
        raise NotImplementedError

    def lying(self, place: Place) -> tuple[Piece, ...]:
        """The pieces at `place`, in the order of their coming."""
        raise NotImplementedError
