"""The robot: hand after hand, with a mistake now and then, doing what the hub says until the table is right again."""

import random
from collections.abc import Callable
from typing import Final

from felt.clock import Clock
from felt.fact import Face, HandClosed, HandOpened, PotPushed
from felt.games import following
from felt.order import Guidance
from felt.place import SHUFFLER, STUB
from hardware.virtual.robot.deal import HoleCards
from hardware.virtual.robot.guests import Strangers
from hardware.virtual.robot.hands import Hands
from hardware.virtual.robot.open_face import OpenFace
from hardware.virtual.robot.orders import Fate
from hardware.virtual.robot.seat_streets import SeatStreets
from hardware.virtual.robot.session import Seating, Session
from hardware.virtual.robot.steps import Tell
from hardware.virtual.robot.streets import Streets
from hardware.virtual.robot.truth import HandRecord, Mistake, Rates, makes_in
from hardware.virtual.shuffler import VirtualShuffler

_FLOP: Final = 3


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
        strangers: Strangers,
        shuffler: VirtualShuffler | None = None,
    ) -> None:
        """`strangers` are cards that may get into this deck; `guidance` gives the hub's newest."""
        self._hands = hands
        self.rates = rates
        """How often which mistakes happen; may be changed between hands."""
        self._random = random.Random(f"robot:{seed}")
        self._clock = clock
        self._tell = tell
        self._shuffler = shuffler
        self._session = Session(
            seating, hands, rng=self._random, clock=clock, tell=tell, guidance=guidance, strangers=strangers
        )
        self._hole_cards = HoleCards(self._session)
        self._streets = _streets_of(self._session)
        self._redeal = False
        self._hands_dealt = 0

    @property
    def hole_cards(self) -> int:
        """How many cards each seat gets in the deal."""
        return self._session.seating.game.hole_cards

    async def play_hand(self) -> HandRecord:
        """One hand from the shuffle to the gathered deck, or to the order to deal it again."""
        session = self._session
        record = await self._open_hand()
        fate = await self._hole_cards.deal(record)
        if fate is Fate.GOES_ON:
            fate = await self._streets.play(record)
        record.ended = fate
        if fate is Fate.GOES_ON:
            await self._push_pot()
        self._redeal = fate is Fate.REDEAL
        await self._hands.gather()
        session.guest.leaves()
        if fate is Fate.GOES_ON and session.seating.game.has_button:
            session.button = following(session.seating.players, session.button)[0]
        return record

    async def _open_hand(self) -> HandRecord:
        session = self._session
        mistake = None if self._redeal else self._chosen_mistake()
        self._hands_dealt += 1
        record = HandRecord(self._hands_dealt, session.seating.players, session.button, self._clock.now(), mistake)
        session.betting.new_hand()
        session.steps.new_hand()
        self._slip_in(mistake)
        self._hands.shuffle()
        await self._shuffle_deck()
        self._arrange(mistake)
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
        session = self._session
        fit = [
            kind
            for kind in self.rates.kinds
            if kind in makes_in(session.seating.game)
            and (kind is not Mistake.UNENTITLED_HAND or session.seating.empty)
            and session.strangers.allows(kind)
        ]
        return self._random.choice(fit) if fit else None

    def _slip_in(self, mistake: Mistake | None) -> None:
        """A card that does not belong takes another one's place."""
        guest, strangers = self._session.guest, self._session.strangers
        if mistake is Mistake.FOREIGN_CARD:
            guest.slip_in(strangers.other)
        elif mistake is Mistake.JOKER_ON_FLOP and strangers.joker is not None:
            guest.slip_in(strangers.joker)
        elif mistake is Mistake.DUPLICATE_CARD and strangers.twin is not None:
            guest.slip_in(strangers.twin, keep=strangers.of)

    def _arrange(self, mistake: Mistake | None) -> None:
        """Chance has it that the card which does not belong is dealt."""
        session = self._session
        guest = session.guest.uid
        if guest is None:
            return
        dealt = session.seating.game.hole_cards * len(session.seating.players)
        if mistake is Mistake.JOKER_ON_FLOP:
            session.guest.put(guest, dealt + 1 + self._random.randrange(_FLOP))
            return
        first, second = self._random.sample(range(dealt), 2)
        if mistake is Mistake.DUPLICATE_CARD and session.strangers.of is not None:
            session.guest.put(session.strangers.of, min(first, second))
            session.guest.put(guest, max(first, second))
        else:
            session.guest.put(guest, first)

    async def _push_pot(self) -> None:
        live = self._session.live()
        if live:
            await self._tell(PotPushed(self._random.choice(live)))
        await self._tell(HandClosed())
        await self._hands.settle()


def _streets_of(session: Session) -> Streets | SeatStreets | OpenFace:
    game = session.seating.game
    if game.board_cards:
        return Streets(session)
    return SeatStreets(session) if game.has_betting else OpenFace(session)
