"""The hands at the table: what moving, dealing, burning, mucking and gathering cards comes to, act by act."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from felt.card import Card
from felt.fact import By, DeckEvent, DeckHandled, Face, Fact
from felt.fault import ScriptFault
from felt.games import Game, deal_order
from felt.place import MUCK, STUB, Place, SeatNo, seat_place
from felt.script.act import Act, CardFlipped, CardMoved, Told
from felt.script.cardboard import Cardboard, Draw, Lying
from felt.script.printing import print_statement
from felt.script.statement import Statement
from felt.setup import TableSetup

_LAST_SEAT = SeatNo(10)


class Dealer:
    """Moves the cards of one table and keeps the acts of the statement being played.

    `seats` are dealt in, `button` is where the deal ends; both are set from outside between hands.
    """

    def __init__(self, file: str, setup: TableSetup, game: Game, cards: Cardboard) -> None:
        self.seats = list(setup.seats)
        self.button = setup.button
        self.cards = cards
        self.acts: list[Act] = []
        self.hand_open = False
        self.betting_begun = False
        self.deck_handled = False
        self.redeal_due = False
        self.dealt = False
        self._file = file
        self._game = game
        self._usual = [DeckEvent.SHUFFLE, *([DeckEvent.RIFFLE] if setup.machine else []), DeckEvent.CUT]
        self._moment = 0
        self._held = False
        self._line = 0
        self._statement: Statement | None = None
        self._draws = 0

    def begin(self, statement: Statement) -> None:
        """The next acts belong to this statement."""
        self.acts = []
        self._line = statement.line
        self._statement = statement
        self._draws = 0
        self._moment += 1

    def refuse(self, what: str, remedy: str) -> NoReturn:
        """The statement cannot have happened."""
        said = print_statement(self._statement) if self._statement else ""
        raise ScriptFault(f"`{said}`: {what}", where=f"{self._file}:{self._line}", remedy=remedy)

    def tell(self, fact: Fact) -> None:
        """Somebody reports `fact`."""
        self.acts.append(Told(fact, self._moment))
        self._moment += 1

    @contextmanager
    def together(self) -> Iterator[None]:
        """Whatever moves inside happens at one moment."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
            self._pass()

    def _pass(self) -> None:
        if not self._held:
            self._moment += 1

    def move(self, lying: Lying, place: Place, face: Face, by: By) -> None:
        """A piece goes to `place` and lies there with `face`."""
        self.cards.put(lying.piece, place, face)
        self.acts.append(CardMoved(lying.piece, lying.place, place, face, by, self._moment))
        self._pass()

    def move_all(self, pieces: list[Lying], place: Place, face: Face | None, by: By) -> None:
        """Pieces go to `place` together; without `face` each stays as it lies."""
        with self.together():
            for lying in pieces:
                self.move(lying, place, face or lying.face, by)

    def flip(self, lying: Lying, by: By) -> None:
        """A piece is turned face up where it lies."""
        self.cards.turn(lying.piece, Face.UP)
        self.acts.append(CardFlipped(lying.piece, lying.place, Face.UP, by, self._moment))
        self._moment += 1

    def draw(self, card: Card | None) -> Lying:
        """The piece that comes now: the named one, set aside or from the stub, else whatever the stub's top is."""
        self.open_deal()
        if card is not None:
            piece = self.cards.named(card)
        else:
            self._draws += 1
            top = self.cards.unnamed(Draw(f"{self._line}.{self._draws}"))
            if top is None:
                self.refuse("no card is left in the stub", "expected at most as many cards as the deck has")
            piece = top
        return Lying(piece, self.cards.where(piece), Face.DOWN)

    def open_deal(self) -> None:
        """Before the first card: the deck was made ready as is usual."""
        if not self.hand_open:
            self.refuse("no hand has begun", "expected `hand` before the first card")
        if self.dealt:
            return
        if not self.deck_handled:
            for what in self._usual:
                self.tell(DeckHandled(what))
        self.deck_handled = False
        self.dealt = True

    def gather_misdeal(self) -> None:
        """The first `deal` after a misdeal is the redeal; a burn or a street is a hand that goes on."""
        if self.redeal_due:
            self.gather()

    def gather(self) -> None:
        """All cards come back to the deck."""
        self.move_all(self.cards.everything_out(), STUB, Face.DOWN, By.DEALER)
        self.dealt = self.redeal_due = self.betting_begun = False

    def muck_hand(self, seat: SeatNo, keeping: int, by: By) -> None:
        """All but the first `keeping` cards of a seat go to the muck, one by one."""
        for lying in self.cards.lying(seat_place(seat))[keeping:]:
            self.move(lying, MUCK, Face.DOWN, by)

    def deal_round(self) -> None:
        """One card to every seat of the deal; refused in the middle of a round."""
        self.gather_misdeal()
        self.open_deal()
        self._one_round(self._level_count())

    def deal_all(self) -> None:
        """The rounds still missing before the first betting; refused when none is."""
        self.gather_misdeal()
        self.open_deal()
        have, need = self._level_count(), self._game.hole_cards
        if have >= need:
            self.refuse("every seat has its cards", "expected `deal all` only while rounds are missing")
        for count in range(have, need):
            self._one_round(count)

    def _dealt_in(self) -> list[SeatNo]:
        """Who gets a card now: every entitled seat, and once betting has begun those who still hold cards."""
        if not self.betting_begun:
            return self.seats
        return [seat for seat in self.seats if self.cards.lying(seat_place(seat))]

    def _level_count(self) -> int:
        counts = {len(self.cards.lying(seat_place(seat))) for seat in self._dealt_in()}
        if len(counts) > 1:
            self.refuse("the seats hold different numbers of cards", "expected a whole round before this one")
        return counts.pop() if counts else 0

    def _one_round(self, have: int) -> None:
        button = self.button if self.button is not None and self._game.has_button else _LAST_SEAT
        face = Face.UP if self._game.seat_card_up(have + 1) else Face.DOWN
        for seat in deal_order(self._dealt_in(), button):
            self.move(self.draw(None), seat_place(seat), face, By.DEALER)
