"""Arbitrary facts for property tests: few refs, seats and cards, so that they meet often."""

from hypothesis import strategies as st

from felt.clock import Nanos
from felt.fact import (
    ActionTaken,
    Between,
    BreakBegan,
    ButtonMoved,
    By,
    CardArrived,
    CardDoubled,
    CardLeft,
    CardTurned,
    DeadCardReturned,
    DeckChanged,
    DeckChecked,
    DeckEvent,
    DeckHandled,
    DeviceLost,
    DeviceRestored,
    Face,
    Fact,
    FactWithdrawn,
    FloorCalled,
    ForeignSeen,
    GapSeen,
    HandClosed,
    HandOpened,
    LevelChanged,
    PersonReported,
    PotPushed,
    Presence,
    QuestionAnswered,
    RoundClosed,
    RulingOverruled,
    SeatChanged,
    SeatStatus,
    SenseQuality,
    SensorDoubted,
    ShufflerReported,
    ShufflerState,
    StepConfirmed,
    StubEvent,
    StubHandled,
    TableSeen,
    TamperSeen,
    TimePassed,
    WatchChanged,
)
from felt.games import GAMES
from felt.ids import DeviceId, FactId, Ref
from felt.place import ASIDE, BOARD, BURN, MUCK, STUB, SeatNo, seat_place
from felt.setup import TableSetup
from felt.situation import Action, Question, Sense, Situation, Step, Tracker

SEATS = tuple(SeatNo(seat) for seat in range(1, 8))
BOOKS = ("bfsp", "club", "gpc", "pub", "tda", "rrop", "sport-poker", "sport-poker+bfsp")

seats = st.sampled_from(SEATS)
refs = st.integers(1, 16).map(lambda n: Ref(f"c{n}"))
cards = st.sampled_from(("Kh", "Ks", "2d", "9c"))
places = st.one_of(seats.map(seat_place), st.sampled_from((BOARD, BOARD, BURN, MUCK, STUB, ASIDE)))
faces = st.sampled_from(Face)
people = st.sampled_from(By)
device = st.just(DeviceId("node"))


@st.composite
def betweens(draw: st.DrawFn) -> Between:
    """Intervals of a continuous look or of a sweep, in any order."""
    after = draw(st.integers(0, 60)) * 100_000_000
    return Between(Nanos(after), Nanos(after + draw(st.sampled_from((5, 5, 400_000_000)))))


@st.composite
def arrivals(draw: st.DrawFn) -> CardArrived:
    face = draw(faces)
    card = draw(cards) if face is Face.UP and draw(st.booleans()) else None
    confidence = draw(st.sampled_from((1.0, 1.0, 0.4)))
    return CardArrived(draw(places), draw(refs), face, draw(betweens()), draw(people), confidence, card)  # type: ignore[arg-type]


_qualities = st.lists(
    st.builds(SenseQuality, st.sampled_from(Sense), st.sampled_from((0.0, 0.03))),
    max_size=6,
    unique_by=lambda q: q.sense,
).map(tuple)

facts: st.SearchStrategy[Fact] = st.one_of(
    arrivals(),
    arrivals(),
    arrivals(),
    st.builds(CardLeft, places, refs, betweens()),
    st.builds(CardTurned, places, refs, faces, betweens(), people, st.none()),
    st.builds(ActionTaken, seats, st.sampled_from(Action), st.one_of(st.none(), st.integers(0, 30_000))),
    st.builds(ActionTaken, seats, st.sampled_from(Action), st.one_of(st.none(), st.integers(0, 30_000))),
    st.just(RoundClosed()),
    st.just(HandOpened()),
    st.just(HandClosed()),
    st.builds(
        PersonReported,
        st.sampled_from(Situation),
        st.one_of(st.none(), seats),
        st.one_of(st.none(), places),
        st.one_of(st.none(), st.integers(0, 6)),
        st.one_of(st.none(), cards),
        st.just(""),
    ),
    st.builds(
        QuestionAnswered,
        st.sampled_from(Question),
        st.sampled_from(("yes", "no", "dealer", "player", "3", "1")),
        st.one_of(st.none(), seats),
    ),
    st.builds(StepConfirmed, st.one_of(st.none(), st.sampled_from(Step))),
    st.builds(RulingOverruled, st.just("the floor knows better")),
    st.builds(StubHandled, st.sampled_from(StubEvent), st.sampled_from(((), (MUCK,), (MUCK, BURN))), st.none()),
    st.builds(DeckHandled, st.sampled_from(DeckEvent)),
    st.builds(DeckChecked, st.sampled_from((51, 52, 53)), st.just(52), st.sampled_from((0, 0, 1)), st.just(0)),
    st.just(CardDoubled()),
    st.just(ForeignSeen()),
    st.builds(DeadCardReturned, places, refs, st.sampled_from((MUCK, BURN))),
    st.builds(ShufflerReported, st.sampled_from(ShufflerState)),
    st.just(DeckChanged()),
    st.builds(PotPushed, seats),
    st.builds(SeatChanged, seats, st.sampled_from(SeatStatus)),
    st.builds(ButtonMoved, seats),
    st.just(LevelChanged(200, 400)),
    st.just(FloorCalled()),
    st.builds(SensorDoubted, places, st.just("reads twice")),
    st.builds(WatchChanged, st.sampled_from((True, True, False)), st.just("wash"), st.one_of(st.none(), _qualities)),
    st.builds(DeviceLost, device, st.just("unplugged"), st.sampled_from(((), (BOARD,), (seat_place(SeatNo(2)),)))),
    st.builds(DeviceRestored, device),
    st.just(TamperSeen(DeviceId("node"))),
    st.builds(TimePassed, st.sampled_from((1, 400, 3_000, 61_000))),
    st.just(BreakBegan()),
    st.just(GapSeen(DeviceId("node"), 1, 2)),
    st.lists(st.builds(Presence, places, refs, faces), max_size=5, unique_by=lambda seen: seen.ref).map(
        lambda seen: TableSeen(tuple(seen))
    ),
    st.builds(FactWithdrawn, st.one_of(st.none(), st.integers(0, 40).map(lambda n: FactId(f"f{n}"))), st.just("slip")),
)

setups = st.builds(
    TableSetup,
    rulebook=st.sampled_from(BOOKS),
    seats=st.sampled_from((SEATS[:2], SEATS[:3], SEATS[:6])),
    button=st.sampled_from((SeatNo(1), SeatNo(2), SeatNo(7))),
    game=st.sampled_from(sorted(GAMES)),
    absent=st.sampled_from(((), (SeatNo(2),))),
    penalty=st.sampled_from(((), (SeatNo(1),))),
    stacks=st.sampled_from(({}, {SeatNo(1): 50, SeatNo(2): 300})),
    tracker=st.sampled_from(Tracker),
    tracker_lag_ms=st.sampled_from((0, 0, 2_000)),
    machine=st.booleans(),
)
"""Any table: one may ask for a game its seats are too many for; nothing raises all the same."""


def dealt(setup: TableSetup) -> list[Fact]:
    """A correct deal of that table, so that arbitrary facts fall into the middle of a hand."""
    told: list[Fact] = [HandOpened()]
    count, moment = 0, 0
    order = [seat for seat in setup.seats if setup.button is None or seat > setup.button]
    order += [seat for seat in setup.seats if seat not in order]
    for _ in range(GAMES[setup.game].hole_cards):
        for seat in order:
            count, moment = count + 1, moment + 10
            between = Between(Nanos(moment), Nanos(moment + 5))
            told.append(CardArrived(seat_place(seat), Ref(f"d{count}"), Face.DOWN, between, By.DEALER))
    return told
