"""The stage: where every piece of cardboard is while a script plays."""

from contextlib import suppress

from felt.card import Card
from felt.fact import Face
from felt.fault import ScriptFault
from felt.place import Place, SeatNo
from felt.script.act import Act, Piece
from felt.script.cardboard import Cardboard, Plan
from felt.script.performance import Performance
from felt.script.statement import HandStarts, Script, Statement


class Stage:
    """Plays a script's statements as physical acts, in order, one statement at a time.

    It reads the whole script beforehand, so that a card that gets its name late (`seen 4 Kh`) has it from the start.
    A new `hand` gathers all cards; after `expect misdeal` or `misdealt`, so does the first `shuffled` or `deal`;
    a burn or a street does not.
    """

    def __init__(self, script: Script) -> None:
        self._cards = Cardboard(rehearse(script))
        self._performance = Performance(script, self._cards)

    def play(self, statement: Statement) -> tuple[Act, ...]:
        """The acts of `statement`, in order (none for an expectation); raises ScriptFault for what cannot have been."""
        return self._performance.play(statement)

    def misdealt(self) -> None:
        """The hand was ruled a misdeal: the next card dealt belongs to the redeal."""
        self._performance.dealer.redeal_due = True

    def place_button(self, seat: SeatNo) -> None:
        """The button lies at `seat` now, as the rulebook moved it."""
        self._performance.dealer.button = seat

    def lying(self, place: Place) -> tuple[Piece, ...]:
        """The pieces at `place`, in the order of their coming; those of the stub in no order."""
        return tuple(lying.piece for lying in self._cards.lying(place))

    def face(self, piece: Piece) -> Face:
        """Which way a piece lies now."""
        return self._cards.face(piece)


def rehearse(script: Script) -> Plan:
    """Play the script with blanks, to learn which card each unnamed one turns out to be.

    A statement that cannot have happened ends the rehearsal; the performance will say so.
    """
    cards = Cardboard()
    performance = Performance(script, cards)
    with suppress(ScriptFault):
        for statement in script.statements:
            performance.play(statement)
    return Plan(cards.promised, _named_by_hand(script))


def _named_by_hand(script: Script) -> tuple[frozenset[Card], ...]:
    """The cards that each hand's statements name; the first entry is what stands before the first hand."""
    hands: list[set[Card]] = [set()]
    for statement in script.statements:
        if isinstance(statement, HandStarts):
            hands.append(set())
        one = getattr(statement, "card", None)
        several = getattr(statement, "cards", None)
        hands[-1].update(card for card in (one, *(several if isinstance(several, tuple) else ())) if card)
    return tuple(frozenset(hand) for hand in hands)
