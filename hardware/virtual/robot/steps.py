"""The hub's steps, done with the hands: what each word of a procedure means on the table."""

import random
from collections.abc import Awaitable, Callable
from typing import Final

from felt.fact import DeckChanged, Face, Fact, RoundClosed, StepConfirmed, StubEvent, StubHandled
from felt.ids import Uid
from felt.order import StepDue
from felt.place import ASIDE, BOARD, BURN, MUCK, SeatNo, seat_place
from felt.situation import Step
from hardware.virtual.robot.hands import Hands

Tell = Callable[[Fact], Awaitable[None]]

STREETS: Final = {Step.DEAL_FLOP: 3, Step.DEAL_TURN: 1, Step.DEAL_RIVER: 1}


class Betting:
    """Where the betting stands, as the players know it."""

    def __init__(self) -> None:
        self.open = False
        self.acted: set[SeatNo] = set()

    def new_hand(self) -> None:
        """Nobody has acted in this hand."""
        self.open = False
        self.acted.clear()

    def starts(self) -> None:
        """A street was dealt: the first player is to act."""
        self.open = True
        self.acted.clear()

    def closes(self) -> None:
        """Everybody has acted; in the next round nobody has."""
        self.open = False
        self.acted.clear()


class StepHands:
    """Does one step at a time. `burns_kept` counts cards that already are the next street's burn."""

    def __init__(self, hands: Hands, betting: Betting, tell: Tell, rng: random.Random, hole_cards: int) -> None:
        self._hands = hands
        self._betting = betting
        self._tell = tell
        self._random = rng
        self._hole_cards = hole_cards
        self.burns_kept = 0
        self._mixed: list[Uid] = []
        self.mucked: dict[SeatNo, list[Uid]] = {}
        """Hands that met the muck by mistake."""
        self._does: Final[dict[Step, Callable[[StepDue], Awaitable[None]]]] = {
            Step.GATHER_ALL: lambda _: self._hands.gather(),
            Step.TAKE_BACK: self._take_back,
            Step.SET_ASIDE: self._take_back,
            Step.RETURN: self._return,
            Step.SHUFFLE_STUB: self._shuffle_stub,
            Step.CUT_STUB: lambda _: self._tell(StubHandled(StubEvent.CUT)),
            Step.BURN: self._burn,
            Step.BURN_EXTRA: self._burn,
            Step.KEEP_BURN: self._keep_burn,
            Step.DEAL_FLOP: self._deal_street,
            Step.DEAL_TURN: self._deal_street,
            Step.DEAL_RIVER: self._deal_street,
            Step.DEAL_COMMON: self._deal_street,
            Step.MIX: self._mix,
            Step.DRAW_BURN: self._draw_burn,
            Step.EXCHANGE: self._exchange,
            Step.MUCK: self._muck,
            Step.MUCK_EXTRA: self._muck_extra,
            Step.DEAL_MISSING: self._deal_missing,
            Step.FINISH_BETTING: self._finish_betting,
            Step.REPLACE_DECK: self._replace_deck,
            Step.RESTORE: self._restore,
        }

    def new_hand(self) -> None:
        """Forget the last hand."""
        self.burns_kept = 0
        self._mixed = []
        self.mucked.clear()

    async def do(self, due: StepDue) -> None:
        """Do the step; one that moves no card takes a person's time and is confirmed."""
        does = self._does.get(due.step)
        if does is None:
            await self._hands.think()
            await self.confirm(due)
            return
        await does(due)

    async def confirm(self, due: StepDue) -> None:
        """The dealer's tap."""
        await self._tell(StepConfirmed(due.step))

    async def _take_back(self, due: StepDue) -> None:
        taken = [uid for uid in self._hands.named(due.cards) if uid not in self._hands.at(ASIDE)]
        hidden = len(due.refs) - len(due.cards)
        burns = [uid for uid in self._hands.at(BURN) if uid not in taken]
        taken += burns[len(burns) - hidden :] if 0 < hidden <= len(burns) else []
        await self._hands.lay_all(taken, ASIDE, Face.UP)
        await self._hands.settle()

    async def _return(self, due: StepDue) -> None:
        named = [uid for uid in self._hands.named(due.cards) if uid not in self._hands.out_of_play]
        await self._hands.return_to_stub(
            named if due.cards and len(due.refs) <= len(due.cards) else self._hands.aside()
        )
        await self.confirm(due)

    async def _shuffle_stub(self, _due: StepDue) -> None:
        self._hands.shuffle()
        await self._hands.think()
        await self._tell(StubHandled(StubEvent.SHUFFLED))

    async def _burn(self, _due: StepDue) -> None:
        await self._hands.deal(BURN, Face.DOWN)

    async def _keep_burn(self, due: StepDue) -> None:
        self.burns_kept = 1
        await self.confirm(due)

    async def _deal_street(self, due: StepDue) -> None:
        """The mixed cards first; what the street lacks then comes from the stub (tda 39-B)."""
        lacking = STREETS.get(due.step, 1)
        if self._mixed:
            lacking = max(0, lacking - len(self._mixed))
            await self._hands.lay_all(self._mixed, BOARD, Face.UP)
            self._mixed = []
        else:
            self.burns_kept = 0
        if lacking:
            await self._hands.deal_together(BOARD, Face.UP, lacking)
        self._betting.starts()

    async def _mix(self, due: StepDue) -> None:
        self._mixed = self._hands.named(due.cards) or self._hands.at(BOARD)
        await self._hands.lay_all(self._mixed, ASIDE, Face.DOWN)
        self._random.shuffle(self._mixed)
        await self._hands.settle()

    async def _draw_burn(self, _due: StepDue) -> None:
        if self._mixed:
            await self._hands.lay(self._mixed.pop(), BURN, Face.DOWN)
            self.burns_kept = 1

    async def _exchange(self, due: StepDue) -> None:
        """The top card replaces the exposed one, which becomes the first burn (bfsp 6.6.1)."""
        if due.seat is None:
            return
        await self._hands.deal(seat_place(due.seat), Face.DOWN)
        exposed = [uid for uid in self._hands.named(due.cards) if uid in self._hands.at_seat(due.seat)]
        await self._hands.lay_all(exposed, BURN, Face.UP)
        self.burns_kept = 1

    async def _muck(self, due: StepDue) -> None:
        if due.seat is not None:
            await self._hands.lay_all(self._hands.at_seat(due.seat), MUCK, Face.DOWN)

    async def _restore(self, due: StepDue) -> None:
        if due.seat is not None:
            await self._hands.lay_all(self.mucked.pop(due.seat, ()), seat_place(due.seat), Face.DOWN)
        await self.confirm(due)

    async def _muck_extra(self, due: StepDue) -> None:
        await self._hands.lay_all(self._hands.named(due.cards), MUCK, Face.DOWN)

    async def _deal_missing(self, due: StepDue) -> None:
        if due.seat is not None:
            for _ in range(self._hole_cards - len(self._hands.at_seat(due.seat))):
                await self._hands.deal(seat_place(due.seat), Face.DOWN)

    async def _finish_betting(self, _due: StepDue) -> None:
        await self._hands.think()
        self._betting.closes()
        await self._tell(RoundClosed())

    async def _replace_deck(self, due: StepDue) -> None:
        await self._tell(DeckChanged())
        await self.confirm(due)
