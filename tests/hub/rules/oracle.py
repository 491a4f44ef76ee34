"""One hand twice: as a poker library plays it by the rules of betting, and as facts that this table is told.

The library is the judge of legal acts only. What it leaves out, the tests that use it say.
"""

import random
from typing import Final

from pokerkit import Automation, FixedLimitSevenCardStud, NoLimitTexasHoldem, PotLimitOmahaHoldem, State

from felt.fact import ActionTaken, Face, HandOpened
from felt.place import SeatNo, seat_place
from felt.setup import Stakes, TableSetup
from felt.situation import Action
from hub.rules import open_table
from hub.rules.betting import Betting
from hub.rules.hand import Hand
from hub.rules.ruling import QuestionAsked, RulingGiven
from tests.hub.rules.felt_table import FeltTable

_AUTOMATIC: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
)
_UP: Final = range(2, 6)
"""Which of the seven cards of stud lie open."""
SMALL: Final = 100
BIG: Final = 200
BRING_IN: Final = 25


class TwoTables:
    """The library's table and this one, kept in step; seats are 1 to `len(stacks)`, the last one is the button."""

    def __init__(self, game: str, stacks: list[int], ante: int, seed: int) -> None:
        seats = tuple(SeatNo(seat) for seat in range(1, len(stacks) + 1))
        self._stud = game == "stud"
        stakes = Stakes(SMALL, BIG, ante, bring_in=BRING_IN if self._stud else 0)
        agreed = dict(zip(seats, stacks, strict=True))
        setup = TableSetup("tda", seats, None if self._stud else seats[-1], game=game, stakes=stakes, stacks=agreed)
        self.felt = FeltTable("tda")
        self.felt.state = open_table(setup)
        random.seed(seed)
        self.library = _library(game, stacks, ante)
        self._dealt = dict.fromkeys(range(len(stacks)), 0)
        self.felt.tell(HandOpened())
        self._deal()

    @property
    def hand(self) -> Hand:
        """This table's hand."""
        hand = self.felt.state.hand
        assert hand is not None
        return hand

    @property
    def betting(self) -> Betting:
        """What this table knows of the betting."""
        return self.hand.betting

    @property
    def turn(self) -> SeatNo | None:
        """Whose turn it is by the library."""
        index = self.library.actor_index
        return None if index is None else SeatNo(index + 1)

    def act(self, action: Action, amount: int | None) -> None:
        """The one whose turn it is acts, at both tables; what was dealt after it is told."""
        seat, library = self.turn, self.library
        assert seat is not None
        self.felt.tell(ActionTaken(seat, action, amount))
        if action is Action.FOLD:
            library.fold()
        elif action in (Action.CHECK, Action.CALL):
            library.check_or_call()
        else:
            library.complete_bet_or_raise_to(amount)
        while self._stud_street() if self._stud else self._board_street():
            pass

    def said(self) -> list[str]:
        """Every ruling and question: of a legal hand there must be none."""
        return [str(outcome) for outcome in self.felt.outcomes if isinstance(outcome, RulingGiven | QuestionAsked)]

    def _deal(self) -> None:
        if not self._stud:
            self.felt.deal()
            return
        for number in range(3):
            for index in self._dealt:
                self._give(index, number)
        if self.library.can_post_bring_in():
            self.library.post_bring_in()

    def _board_street(self) -> bool:
        """Tell of one street that the library has dealt since; False when there is none."""
        told = len(self.hand.board)
        cards = [repr(card) for row in self.library.board_cards for card in row]
        if told >= len(cards):
            return False
        self.felt.burn()
        self.felt.board(*cards[told : told + (1 if told else 3)])
        return True

    def _stud_street(self) -> bool:
        live = [index for index, in_hand in enumerate(self.library.statuses) if in_hand]
        number = min(self._dealt[index] for index in live)
        fresh = [index for index in live if len(self.library.hole_cards[index]) > number]
        if not fresh or len(live) < 2:
            return False
        self.felt.burn()
        for index in fresh:
            self._give(index, number)
        return True

    def _give(self, index: int, number: int) -> None:
        card = repr(self.library.hole_cards[index][number])
        up = number in _UP
        self.felt.land(seat_place(SeatNo(index + 1)), Face.UP if up else Face.DOWN, card if up else None)
        self._dealt[index] = number + 1


def _library(game: str, stacks: list[int], ante: int) -> State:
    count = len(stacks)
    if game == "stud":
        return FixedLimitSevenCardStud.create_state(_AUTOMATIC, True, ante, BRING_IN, SMALL, BIG, stacks, count)
    if game == "holdem":
        return NoLimitTexasHoldem.create_state(_AUTOMATIC, True, ante, (SMALL, BIG), BIG, stacks, count)
    return PotLimitOmahaHoldem.create_state(_AUTOMATIC, True, ante, (SMALL, BIG), BIG, stacks, count)


def legal_act(rng: random.Random, library: State) -> tuple[Action, int | None]:
    """Any legal act of the one whose turn it is, least raises and short all-ins among them."""
    owed = library.checking_or_calling_amount or 0
    least = library.min_completion_betting_or_raising_to_amount
    most = library.max_completion_betting_or_raising_to_amount
    luck = rng.random()
    if owed and luck < 0.2:
        return Action.FOLD, None
    if least is not None and most is not None and luck < 0.55:
        to = rng.choice([least, most, rng.randint(least, most)])
        return (Action.RAISE if max(library.bets) else Action.BET), to
    return (Action.CALL if owed else Action.CHECK), None
