"""A table in a test: facts in the words of a dealer, with the time of a sweep where one is wanted."""

from felt.card import Card
from felt.clock import Nanos
from felt.fact import (
    ActionTaken,
    Between,
    By,
    CardArrived,
    CardLeft,
    CardTurned,
    Face,
    Fact,
    HandOpened,
    PersonReported,
    SenseQuality,
)
from felt.games import game_named
from felt.ids import FactId, Ref
from felt.place import BOARD, BURN, MUCK, Place, SeatNo, seat_place
from felt.setup import TableSetup
from felt.situation import Action, Kind, Sense, Situation, Tracker
from hub.rules import TableState, absorb, advance, open_table, picture
from hub.rules.ruling import Outcome, QuestionAsked, Ruling, RulingGiven, TablePicture

MS = 1_000_000
SWEEP_MS = 400


def sensed(miss_rate: float = 0.0, **other: float) -> tuple[SenseQuality, ...]:
    """All senses with one miss rate, some of them with another: `sensed(0.02, burn=0.0)`."""
    return tuple(SenseQuality(sense, other.get(sense.value, miss_rate)) for sense in Sense)


class FeltTable:
    """Feeds facts and keeps what came of them; every turn is also absorbed, and must end in the same state."""

    def __init__(
        self,
        book: str = "bfsp",
        *,
        seats: int = 4,
        button: int = 4,
        tracker: Tracker = Tracker.FULL,
        lag_ms: int = 0,
        senses: tuple[SenseQuality, ...] | None = None,
        sweep_ms: float = 0.0,
        game: str = "holdem",
        stacks: dict[SeatNo, int] | None = None,
        machine: bool = False,
        absent: tuple[SeatNo, ...] = (),
    ) -> None:
        setup = TableSetup(
            book,
            tuple(SeatNo(seat) for seat in range(1, seats + 1)),
            SeatNo(button),
            game=game,
            tracker=tracker,
            tracker_lag_ms=lag_ms,
            stacks=stacks or {},
            machine=machine,
            absent=absent,
        )
        if senses is not None:
            setup = TableSetup(
                **{field: getattr(setup, field) for field in setup.__struct_fields__} | {"senses": senses}
            )
        self.state: TableState = open_table(setup)
        self.sweep_ms = sweep_ms
        self.now_ms = 0.0
        self.outcomes: list[Outcome] = []
        self.last: tuple[Outcome, ...] = ()
        self._count = 0
        self._cards = 0

    def tell(self, *facts: Fact) -> tuple[Outcome, ...]:
        """Facts in their order; returns everything that came of them."""
        came: list[Outcome] = []
        for fact in facts:
            self._count += 1
            id_ = FactId(f"f{self._count}")
            turn = advance(self.state, id_, fact)
            assert absorb(self.state, id_, fact, turn.outcomes) == turn.state
            self.state = turn.state
            came += turn.outcomes
        self.outcomes += came
        self.last = tuple(came)
        return self.last

    def between(self) -> Between:
        """The interval of a look that ends now: a moment, or a whole sweep."""
        self.now_ms += max(1.0, self.sweep_ms / 10)
        by = round(self.now_ms * MS)
        return Between(Nanos(by - round(self.sweep_ms * MS)), Nanos(by))

    def land(
        self, place: Place, face: Face = Face.DOWN, card: str | None = None, *, ref: str = "", by: By = By.UNKNOWN
    ) -> Ref:
        """A card arrives; a new one unless `ref` names one."""
        self._cards += 1
        known = Ref(ref or f"c{self._cards}")
        self.tell(CardArrived(place, known, face, self.between(), by, card=Card(card) if card else None))
        return known

    def wait(self, milliseconds: float) -> None:
        """Time passes for the sensors, without a word."""
        self.now_ms += milliseconds

    def leave(self, place: Place, ref: Ref) -> None:
        self.tell(CardLeft(place, ref, self.between()))

    def turn_up(self, seat: int, ref: Ref, *, by: By = By.UNKNOWN) -> None:
        self.tell(CardTurned(seat_place(SeatNo(seat)), ref, Face.UP, self.between(), by))

    def deal(self, *seats: int) -> list[Ref]:
        """One card down to each seat, or without seats the whole correct deal."""
        order = seats
        if not order:
            hand = self.state.hand
            assert hand is not None
            order = hand.order * game_named(self.state.setup.game).hole_cards
        refs = []
        for seat in order:
            refs.append(self.land(seat_place(SeatNo(seat)), by=By.DEALER))
            self.wait(self.sweep_ms)
        return refs

    def open(self) -> list[Ref]:
        """A hand begins and is dealt."""
        self.tell(HandOpened())
        return self.deal()

    def burn(self) -> Ref:
        ref = self.land(BURN, by=By.DEALER)
        self.wait(self.sweep_ms)
        return ref

    def board(self, *cards: str) -> list[Ref]:
        refs = [self.land(BOARD, Face.UP, card, by=By.DEALER) for card in cards]
        self.wait(self.sweep_ms)
        return refs

    def muck(self, *refs: Ref) -> None:
        for ref in refs:
            self.land(MUCK, ref=ref)

    def acts(self, said: str) -> None:
        """`3 calls, 4 raises 600`."""
        verbs = {"folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises": "raise"}
        for act in said.split(","):
            seat, verb, *amount = act.split()
            action = Action(verbs.get(verb, verb))
            self.tell(ActionTaken(SeatNo(int(seat)), action, int(amount[0]) if amount else None))

    def reports(self, situation: Situation, seat: int | None = None, count: int | None = None) -> None:
        self.tell(PersonReported(situation, SeatNo(seat) if seat else None, count=count))

    @property
    def picture(self) -> TablePicture:
        return picture(self.state)

    @property
    def rulings(self) -> list[Ruling]:
        """Every ruling given so far, whether it still stands or not."""
        return [outcome.ruling for outcome in self.outcomes if isinstance(outcome, RulingGiven)]

    @property
    def questions(self) -> list[QuestionAsked]:
        return [outcome for outcome in self.outcomes if isinstance(outcome, QuestionAsked)]

    def ruled(self) -> list[tuple[Kind, Situation, str]]:
        """Kind, situation and `book:clause` of every ruling given so far."""
        return [(ruling.kind, ruling.situation, f"{ruling.book}:{ruling.clause}") for ruling in self.rulings]
