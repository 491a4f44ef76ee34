"""The robot: hand after hand, with a mistake now and then, doing what the hub says until the table is right again."""

import random
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from felt.clock import Clock
from felt.fact import Face, HandClosed, HandOpened, PersonReported, PotPushed, RoundClosed
from felt.games import Game, deal_order, first_to_act, following
from felt.ids import Uid
from felt.order import Guidance
from felt.place import ASIDE, BOARD, BURN, MUCK, SHUFFLER, STUB, SeatNo, seat_place
from felt.situation import Situation
from hardware.virtual.robot.hands import Hands
from hardware.virtual.robot.orders import Fate, Orders
from hardware.virtual.robot.steps import Betting, StepHands, Tell
from hardware.virtual.robot.truth import HandRecord, Mistake, Rates
from hardware.virtual.shuffler import VirtualShuffler

_SEEN_AFTER_THE_DEAL: Final = frozenset({Mistake.UNENTITLED_HAND, Mistake.FOREIGN_CARD})
FOLDS: Final = 0.3
"""How often a player folds when it is his turn."""
LONGEST_LAG_S: Final = 6.0
"""Table seconds that a dealer who knows of a mistake waits for the hub, which allows for late trackers and looks."""
_IN_THE_DEAL: Final = frozenset(
    {
        Mistake.TOO_MANY_CARDS,
        Mistake.EXPOSED_CARD,
        Mistake.SEAT_SKIPPED,
        Mistake.UNENTITLED_HAND,
        Mistake.BOXED_CARD,
    }
)


class Seating(Struct, frozen=True):
    """Who sits at the table: `players` are dealt in, `empty` seats are not. `faces`: a camera sees exposed cards."""

    game: Game
    players: tuple[SeatNo, ...]
    empty: tuple[SeatNo, ...]
    button: SeatNo
    faces: bool


class RobotDealer:
    """Deals a hand by each `play_hand`, for as long as somebody calls it."""

    def __init__(
        self,
        seating: Seating,
        hands: Hands,
        *,
        rates: Rates,
        seed: int,
        clock: Clock,
        tell: Tell,
        guidance: Callable[[], Guidance | None],
        stranger: Uid,
        shuffler: VirtualShuffler | None = None,
    ) -> None:
        """`stranger` is a card of another deck that may get into this one; `guidance` gives the hub's newest."""
        self._seating = seating
        self._hands = hands
        self.rates = rates
        """How often which mistakes happen; may be changed between hands."""
        self._random = random.Random(f"robot:{seed}")
        self._clock = clock
        self._tell = tell
        self._stranger = stranger
        self._shuffler = shuffler
        self._betting = Betting()
        self._steps = StepHands(hands, self._betting, tell, self._random, seating.game.hole_cards)
        self._orders = Orders(self._steps, hands, self._betting, tell, guidance)
        self._button = seating.button
        self._redeal = False
        self._swapped: Uid | None = None
        self._hands_dealt = 0

    async def play_hand(self) -> HandRecord:
        """One hand from the shuffle to the gathered deck, or to the order to deal it again."""
        record = await self._open_hand()
        fate = await self._deal(record)
        if fate is Fate.GOES_ON:
            fate = await self._play_streets(record)
        record.ended = fate
        if fate is Fate.GOES_ON:
            await self._push_pot()
        self._redeal = fate is Fate.REDEAL
        await self._hands.gather()
        self._give_back_stranger()
        if fate is Fate.GOES_ON:
            self._button = following(self._seating.players, self._button)[0]
        return record

    # The hand's beginning.

    async def _open_hand(self) -> HandRecord:
        mistake = None if self._redeal else self._chosen_mistake()
        self._hands_dealt += 1
        record = HandRecord(self._hands_dealt, self._seating.players, self._button, self._clock.now(), mistake)
        self._betting.new_hand()
        self._steps.new_hand()
        if mistake is Mistake.FOREIGN_CARD:
            self._slip_in_stranger()
        self._hands.shuffle()
        await self._shuffle_deck()
        if mistake is Mistake.FOREIGN_CARD and self._swapped is not None:
            self._hands.stub.remove(self._stranger)
            self._hands.stub.insert(-self._random.randint(1, 2 * len(self._seating.players) - 1), self._stranger)
        await self._hands.settle()
        return record

    async def _shuffle_deck(self) -> None:
        """By the machine, whose button opens the hand, or by hand, which the dealer taps."""
        if self._shuffler is None:
            await self._tell(HandOpened())
            return
        deck = list(self._hands.stub)
        await self._hands.lay_all(deck, SHUFFLER, Face.DOWN)
        self._shuffler.load(len(deck))
        self._shuffler.press_start()
        await self._shuffler.finished()
        self._shuffler.empty()
        await self._hands.lay_all(deck, STUB, Face.DOWN)

    def _chosen_mistake(self) -> Mistake | None:
        if self._random.random() >= self.rates.mistakes:
            return None
        fit = [kind for kind in self.rates.kinds if kind is not Mistake.UNENTITLED_HAND or self._seating.empty]
        return self._random.choice(fit) if fit else None

    def _slip_in_stranger(self) -> None:
        """A card of the other deck takes the place of one of this deck."""
        self._swapped = self._hands.stub.pop()
        self._hands.field.remove(self._swapped)
        self._hands.field.add(self._stranger)
        self._hands.stub.append(self._stranger)

    def _give_back_stranger(self) -> None:
        if self._swapped is None:
            return
        self._hands.stub.remove(self._stranger)
        self._hands.field.remove(self._stranger)
        self._hands.field.add(self._swapped)
        self._hands.stub.append(self._swapped)
        self._swapped = None

    # The deal.

    async def _deal(self, record: HandRecord) -> Fate:
        rounds = self._seating.game.hole_cards
        order = deal_order(self._seating.players, self._button)
        if record.mistake is Mistake.UNENTITLED_HAND:
            record.seat = self._random.choice(self._seating.empty)
            order = deal_order((*self._seating.players, record.seat), self._button)
        elif record.mistake in _IN_THE_DEAL:
            record.seat = self._random.choice(order)
        for round_number in range(1, rounds + 1):
            for seat in order:
                await self._deal_one(record, seat, last=round_number == rounds)
                if self._orders.stops_the_deal():
                    return await self._orders.follow(record)
        await self._hands.settle()
        if record.mistake is Mistake.SEAT_SKIPPED and record.seat is not None:
            await self._hands.think()
            await self._tell(PersonReported(Situation.SEAT_SKIPPED, seat=record.seat, count=0))
            await self._hands.settle()
        if record.mistake is Mistake.FOREIGN_CARD and self._stranger_is_out():
            self._made(record)
        if record.mistake in _SEEN_AFTER_THE_DEAL and record.made_at is not None:
            await self._orders.wait_for_word(LONGEST_LAG_S)
        self._betting.starts()
        return await self._orders.follow(record)

    async def _deal_one(self, record: HandRecord, seat: SeatNo, *, last: bool) -> None:
        mine = record.seat == seat and record.made_at is None
        match record.mistake:
            case Mistake.SEAT_SKIPPED if record.seat == seat:
                self._made(record)
                return
            case Mistake.EXPOSED_CARD if mine and last:
                await self._expose(record, seat)
                return
            case Mistake.BOXED_CARD if mine:
                await self._find_boxed(record)
            case Mistake.UNENTITLED_HAND if mine:
                self._made(record)
            case _:
                pass
        await self._hands.deal(seat_place(seat), Face.DOWN)
        if record.mistake is Mistake.TOO_MANY_CARDS and mine and last:
            self._made(record)
            await self._hands.deal(seat_place(seat), Face.DOWN)
            await self._orders.wait_for_word(LONGEST_LAG_S)

    async def _expose(self, record: HandRecord, seat: SeatNo) -> None:
        self._made(record)
        uid = await self._hands.deal(seat_place(seat), Face.UP)
        if not self._seating.faces:
            report = PersonReported(Situation.EXPOSED_HOLE_CARD, seat=seat, card=self._hands.card(uid))
            await self._hands.settle()
            await self._tell(report)
        await self._orders.wait_for_word(LONGEST_LAG_S)

    async def _find_boxed(self, record: HandRecord) -> None:
        """A card that lies the wrong way up in the stub is put away, and said aloud."""
        self._made(record)
        uid = await self._hands.deal(ASIDE, Face.UP)
        self._hands.out_of_play.add(uid)
        await self._tell(PersonReported(Situation.BOXED_CARD, card=self._hands.card(uid)))
        await self._hands.settle()

    # The streets.

    async def _play_streets(self, record: HandRecord) -> Fate:
        while True:
            early = self._is_early(record)
            if self._betting.open and not early:
                await self._bet()
            if len(self._live()) < 2:
                return Fate.GOES_ON
            if len(self._hands.at(BOARD)) >= self._seating.game.board_cards:
                await self._show_down()
                return await self._orders.follow(record)
            await self._deal_street(record, early=early)
            fate = await self._orders.follow(record)
            if fate is not Fate.GOES_ON:
                return fate

    def _is_early(self, record: HandRecord) -> bool:
        """True when the robot forgets to wait for this round's betting."""
        street = {Mistake.PREMATURE_FLOP: 0, Mistake.PREMATURE_TURN: 3}
        wanted = street.get(record.mistake) if record.mistake is not None else None
        return record.made_at is None and wanted == len(self._hands.at(BOARD)) and self._betting.open

    async def _bet(self) -> None:
        """Everybody acts; at least one player stays. The tracker hears only that the round is closed."""
        game, players = self._seating.game, self._seating.players
        street = 0 if not self._hands.at(BOARD) else 1
        for seat in first_to_act(game, street, players, self._button):
            if not self._hands.at_seat(seat):
                continue
            await self._hands.think()
            if len(self._live()) > 1 and self._random.random() < FOLDS:
                await self._hands.lay_all(self._hands.at_seat(seat), MUCK, Face.DOWN)
            self._betting.acted.add(seat)
        await self._hands.settle()
        self._betting.closes()
        await self._tell(RoundClosed())
        await self._hands.settle()

    async def _deal_street(self, record: HandRecord, *, early: bool) -> None:
        lying = len(self._hands.at(BOARD))
        count = 3 if lying == 0 else 1
        if early:
            self._made(record)
        if record.mistake is Mistake.FOUR_CARD_FLOP and lying == 0 and record.made_at is None:
            self._made(record)
            count = 4
        missing = record.mistake is Mistake.MISSING_BURN and record.made_at is None
        self._orders.burned = not missing
        if self._steps.burns_kept:
            self._steps.burns_kept = 0
        elif missing:
            self._made(record)
        else:
            await self._hands.deal(BURN, Face.DOWN)
            await self._hands.settle()
        if not early:
            self._betting.starts()
        await self._hands.deal_together(BOARD, Face.UP, count)
        await self._hands.settle()
        if missing and record.made_at is not None and not self._orders.pending():
            await self._tell(PersonReported(Situation.MISSING_BURN))
            await self._hands.settle()
        if early or count == 4:
            await self._orders.wait_for_word(LONGEST_LAG_S)

    async def _show_down(self) -> None:
        """The last to stay show their hands; a camera sees them."""
        for seat in self._live():
            await self._hands.think()
            for uid in self._hands.at_seat(seat):
                self._hands.field.turn(uid, Face.UP)
        await self._hands.settle()

    async def _push_pot(self) -> None:
        live = self._live()
        if live:
            await self._tell(PotPushed(self._random.choice(live)))
        await self._tell(HandClosed())
        await self._hands.settle()

    # The truth.

    def _live(self) -> list[SeatNo]:
        return [seat for seat in self._seating.players if self._hands.at_seat(seat)]

    def _stranger_is_out(self) -> bool:
        return self._hands.field.card(self._stranger).place != STUB

    def _made(self, record: HandRecord) -> None:
        if record.made_at is None:
            record.made_at = self._clock.now()
