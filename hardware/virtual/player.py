"""Plays a hand script on a virtual table: cards move on the field, people's words go out through `tell`."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import groupby

from felt.card import DECK, Card
from felt.fact import Face, Fact
from felt.fault import ScriptFault
from felt.ids import Uid
from felt.place import STUB
from felt.script import Act, CardFlipped, CardMoved, Piece, PieceId, Script, Stage, Statement, Told
from hardware.deck import DeckFile
from hardware.virtual.field import Field

Tell = Callable[[Fact], Awaitable[None]]
"""Says a person's, tracker's or machine's fact and returns when the hub has it."""
Settle = Callable[[], Awaitable[None]]
"""Waits until every sensor has seen the table as it lies now."""

_MAKER = "E0160124"


class Cast:
    """The cardboard that a script needs: its deck with doubled and foreign cards, each with a tag of its own."""

    def __init__(self, script: Script) -> None:
        pieces = {piece.id: piece.card for piece in _rehearsed(script)}
        known = {PieceId(card): card for card in DECK}
        self._uids = {piece: Uid(f"{_MAKER}{number:08X}") for number, piece in enumerate({**known, **pieces}, 1)}
        self.printed: dict[Uid, Card] = {
            self._uids[piece]: card for piece, card in {**known, **pieces}.items() if card is not None
        }
        self.deck = DeckFile(f"deck of {script.name}", self.printed)

    @property
    def uids(self) -> tuple[Uid, ...]:
        """Every tag that may come to the table."""
        return tuple(self._uids.values())

    def uid(self, piece: Piece) -> Uid:
        """The tag in a piece."""
        return self._uids[piece.id]


class ScriptPlayer:
    """One play of a script on a field that holds the cast's cards."""

    def __init__(self, script: Script, cast: Cast, field: Field, *, tell: Tell, settle: Settle) -> None:
        self.stage = Stage(script)
        self._cast = cast
        self._field = field
        self._tell = tell
        self._settle = settle

    async def play(self, statement: Statement) -> None:
        """Make the statement happen; waits after each moment until the sensors have seen it."""
        acts = self.stage.play(statement)
        for _, together in groupby(acts, key=lambda act: act.moment):
            moved = False
            for act in together:
                moved |= await self._do(act)
            if moved:
                await self._settle()

    async def _do(self, act: Act) -> bool:
        """True when a card moved."""
        match act:
            case Told(fact=fact):
                await self._tell(fact)
                return False
            case CardMoved(piece=piece, place=place, face=face):
                self._field.move(self._cast.uid(piece), place, Face.DOWN if place == STUB else face)
            case CardFlipped(piece=piece, face=face):
                self._field.turn(self._cast.uid(piece), face)
        return True


def _rehearsed(script: Script) -> list[Piece]:
    """Every piece that the script moves; what cannot happen ends the rehearsal, and will be said at the play."""
    stage = Stage(script)
    pieces: list[Piece] = []
    with suppress(ScriptFault):
        for statement in script.statements:
            pieces += [act.piece for act in stage.play(statement) if not isinstance(act, Told)]
    return pieces
