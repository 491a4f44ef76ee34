"""At a real table: readers sweep, operators are late, readers miss. A false misdeal is the worst thing we can do."""

from msgspec.structs import replace

from felt.clock import Nanos
from felt.fact import (
    Between,
    By,
    CardArrived,
    DeviceLost,
    DeviceRestored,
    Face,
    FactWithdrawn,
    GapSeen,
    HandClosed,
    HandOpened,
    PersonReported,
    QuestionAnswered,
    RoundClosed,
    SensorDoubted,
    TableSeen,
    TimePassed,
    WatchChanged,
)
from felt.ids import BootId, DeviceId, Ref, fact_id
from felt.place import BOARD, BURN, MUCK, SeatNo, seat_place
from felt.situation import Kind, Question, Sense, Situation, Tracker
from hub.rules import advance, next_due_ms, open_table, picture
from hub.rules.ruling import Noted, StopCleared, StopShown
from tests.hub.rules.felt_table import MS, SWEEP_MS, FeltTable, sensed

SWEPT = float(SWEEP_MS)


def rounds_table(**terms: int) -> FeltTable:
    """As shipped in this release: rounds only, the operator up to 3 s late, swept readers, burns missed at 3 %."""
    return FeltTable(
        tracker=Tracker.ROUNDS, lag_ms=terms.get("lag_ms", 3_000), sweep_ms=SWEPT, senses=sensed(0.02, burn=0.03)
    )


def test_a_clean_hand_with_missed_burns_says_nothing_but_notes() -> None:
    table = rounds_table()
    table.open()
    for cards in (("9c", "2d", "Jh"), ("4s",), ("Td",)):
        table.tell(RoundClosed())
        table.board(*cards)
        table.tell(TimePassed(5_000))
    table.tell(RoundClosed(), HandClosed())
    assert not table.rulings
    assert not table.questions
    texts = [note.text for note in table.outcomes if isinstance(note, Noted)]
    assert texts == [f"burn not seen before the {street}" for street in ("flop", "turn", "river")]


def test_a_street_with_the_round_open_stops_at_once_and_a_late_operator_clears_it() -> None:
    table = rounds_table()
    table.open()
    table.burn()
    table.board("9c", "2d", "Jh")
    assert any(isinstance(outcome, StopShown) for outcome in table.outcomes)
    assert table.picture.stop is not None
    table.tell(TimePassed(2_000))
    assert not table.questions
    table.tell(RoundClosed())
    assert any(isinstance(outcome, StopCleared) for outcome in table.last)
    table.tell(TimePassed(10_000))
    assert not table.rulings
    assert not table.questions
    assert table.picture.state == "betting-2"
    assert len(table.picture.board) == 3


def test_only_yes_rules_when_the_lag_has_passed() -> None:
    table = rounds_table()
    table.open()
    table.burn()
    table.board("9c", "2d", "Jh")
    due = next_due_ms(table.state)
    assert due is not None
    assert due <= 3_000
    table.tell(TimePassed(due))
    assert [question.question for question in table.questions] == [Question.ROUND_OPEN]
    assert not table.rulings
    table.tell(QuestionAnswered(Question.ROUND_OPEN, "yes"))
    assert [ruling[:2] for ruling in table.ruled()] == [(Kind.FIX, Situation.PREMATURE_FLOP)]
    assert len(table.rulings[0].event.refs if table.rulings[0].event else ()) == 3


def test_no_lets_the_street_stand() -> None:
    table = rounds_table()
    table.open()
    table.burn()
    table.board("9c", "2d", "Jh")
    table.tell(TimePassed(3_500), QuestionAnswered(Question.ROUND_OPEN, "no"))
    assert not table.rulings
    assert table.picture.state == "betting-2"
    assert table.picture.stop is None


def test_a_burn_with_betting_open_is_prevention_and_no_ruling() -> None:
    table = FeltTable()
    table.open()
    table.acts("3 calls")
    table.burn()
    assert any(outcome == StopShown("STOP before the flop: seat 4 to act?") for outcome in table.last)
    table.acts("4 folds, 1 folds, 2 checks")
    assert table.picture.stop is None
    table.board("9c", "2d", "Jh")
    assert not table.rulings


def test_without_a_tracker_no_street_is_ever_premature() -> None:
    table = FeltTable(tracker=Tracker.NONE, sweep_ms=SWEPT, senses=sensed(0.02))
    table.open()
    for cards in (("9c", "2d", "Jh"), ("4s",), ("Td",)):
        table.burn()
        table.board(*cards)
        table.tell(TimePassed(5_000))
    assert not table.rulings
    assert not table.questions


def test_a_burn_seen_after_its_street_within_one_sweep_is_no_missing_burn() -> None:
    table = FeltTable(sweep_ms=SWEPT)
    table.open()
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    end = round(table.now_ms * MS)
    flop = Between(Nanos(end), Nanos(end + 400 * MS))
    burn = Between(Nanos(end + 100 * MS), Nanos(end + 500 * MS))
    for ref in ("x1", "x2", "x3"):
        table.tell(CardArrived(BOARD, Ref(ref), Face.UP, flop, By.DEALER))
    table.tell(CardArrived(BURN, Ref("b1"), Face.DOWN, burn, By.DEALER), TimePassed(5_000))
    assert not table.rulings


def test_a_burn_that_surely_never_came_is_ruled_after_two_sweeps() -> None:
    table = FeltTable(sweep_ms=SWEPT)
    table.open()
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    table.board("9c", "2d", "Jh")
    assert not table.rulings
    table.tell(TimePassed(2_000))
    assert table.ruled() == [(Kind.FIX, Situation.MISSING_BURN, "bfsp:6.6.2")]
    assert len(table.rulings[0].steps[0].refs) == 3


def test_a_doubtful_burn_sense_is_never_believed_but_a_person_is() -> None:
    table = FeltTable(senses=sensed(burn=0.001))
    table.open()
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    table.board("9c", "2d", "Jh")
    table.tell(TimePassed(60_000))
    assert not table.rulings
    table.reports(Situation.MISSING_BURN)
    assert table.ruled() == [(Kind.FIX, Situation.MISSING_BURN, "bfsp:6.6.2")]


def test_a_neighbours_fold_that_slides_over_is_no_third_card() -> None:
    table = FeltTable()
    refs = table.open()
    table.acts("3 folds")
    for ref in (refs[2], refs[6]):
        table.leave(seat_place(SeatNo(3)), ref)
        table.land(seat_place(SeatNo(4)), ref=ref)
        table.land(MUCK, ref=ref)
    assert not table.rulings
    assert table.picture.seats[3].amber is None


def test_a_burn_that_slides_to_a_seat_is_shown_and_not_ruled() -> None:
    table = FeltTable()
    table.open()
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    burn = table.burn()
    table.land(seat_place(SeatNo(2)), ref=burn)
    assert table.picture.seats[1].amber == "a card that was not dealt to this seat lies here"
    table.board("9c", "2d", "Jh")
    assert not table.rulings


def test_cards_lifted_tilted_and_put_down_again_all_hand_long() -> None:
    table = FeltTable(sweep_ms=SWEPT, senses=sensed(0.02))
    refs = table.open()
    for _ in range(5):
        for at, ref in enumerate(refs):
            place = seat_place(SeatNo(at % 4 + 1))
            table.leave(place, ref)
            table.land(place, ref=ref)
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    table.tell(TimePassed(5_000))
    assert not table.rulings
    assert [seat.cards for seat in table.picture.seats] == [2, 2, 2, 2]


def test_no_tag_at_a_seat_is_no_fold() -> None:
    table = FeltTable()
    refs = table.open()
    table.leave(seat_place(SeatNo(3)), refs[2])
    table.leave(seat_place(SeatNo(3)), refs[6])
    assert table.picture.seats[2].live
    assert table.picture.seats[2].cards == 0
    table.board("9c")
    assert table.ruled()[0][1] is Situation.PREMATURE_FLOP


def test_a_third_card_is_ruled_when_it_lands_even_with_sweeps() -> None:
    """bfsp 6.3.5."""
    table = FeltTable(sweep_ms=SWEPT, senses=sensed(0.02))
    table.open()
    table.deal(2)
    assert not table.rulings, "a reader that misses is given six sweeps"
    table.tell(TimePassed(6 * SWEEP_MS))
    assert table.ruled() == [(Kind.MISDEAL, Situation.TOO_MANY_CARDS, "bfsp:6.3.5")]


def test_a_card_pitched_over_a_neighbours_antenna_is_no_third_card() -> None:
    table = FeltTable(sweep_ms=SWEPT, senses=sensed(0.02), seats=4)
    table.tell(HandOpened())
    table.deal(1, 2, 3, 4, 1, 2, 3)
    passing = table.land(seat_place(SeatNo(3)))
    table.land(seat_place(SeatNo(4)), ref=passing)
    table.tell(TimePassed(3_000))
    assert not table.rulings


def test_a_late_read_is_no_wrong_sequence() -> None:
    """A reader that misses cannot tell the order: nobody is asked."""
    table = FeltTable(sweep_ms=SWEPT, senses=sensed(0.02))
    table.tell(HandOpened())
    table.deal(2, 3, 4, 1, 1, 2, 3, 4)
    assert not table.rulings
    assert not table.questions


def test_a_missed_card_is_amber_and_nothing_more() -> None:
    """FORMAT: an absence only suggests."""
    table = FeltTable(senses=sensed(0.02))
    table.tell(HandOpened())
    table.deal(1, 2, 3, 4, 1, 2, 3)
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    table.burn()
    table.board("9c", "2d", "Jh")
    assert not table.rulings
    assert not table.questions
    assert table.picture.seats[3].amber == "1 of 2 cards seen"


def test_a_restarted_node_makes_the_hand_partial_and_claims_no_arrivals() -> None:
    table = FeltTable()
    table.open()
    table.tell(TableSeen(()))
    table.deal(2, 2)
    table.board("9c", "2d", "Jh", "4s")
    assert not table.rulings
    assert table.picture.partial == "the sensors started during the hand"
    table.reports(Situation.TOO_MANY_CARDS, 2, 4)
    assert table.ruled() == [(Kind.MISDEAL, Situation.TOO_MANY_CARDS, "bfsp:6.3.5")]


def test_partial_ends_with_the_next_hand() -> None:
    table = FeltTable()
    table.open()
    table.tell(GapSeen(DeviceId("node"), 3, 4), HandClosed())
    table.open()
    assert table.picture.partial is None
    table.deal(1)
    assert table.ruled() == [(Kind.MISDEAL, Situation.TOO_MANY_CARDS, "bfsp:6.3.5")]


def test_a_hand_whose_opening_was_not_seen_is_partial() -> None:
    table = FeltTable()
    table.deal(1, 1, 1)
    assert table.picture.partial == "the opening of the hand was not seen"
    assert not table.rulings


def test_a_lost_reader_makes_the_hand_partial_and_its_places_blind_until_it_is_back() -> None:
    table = FeltTable()
    table.open()
    table.tell(DeviceLost(DeviceId("reader-1"), "unplugged", (seat_place(SeatNo(2)),)))
    table.deal(1)
    assert not table.rulings
    table.tell(HandClosed())
    table.open()
    table.deal(2)
    assert not table.rulings
    table.tell(DeviceRestored(DeviceId("reader-1")), HandClosed())
    table.open()
    table.deal(2)
    assert len(table.rulings) == 1


def test_a_doubted_sensor_rules_no_more() -> None:
    table = FeltTable()
    table.open()
    table.tell(SensorDoubted(seat_place(SeatNo(2)), "reads the neighbour"))
    table.deal(2)
    assert not table.rulings


def test_a_doubt_ends_with_its_hand() -> None:
    table = FeltTable()
    table.open()
    table.tell(SensorDoubted(seat_place(SeatNo(2)), "reads the neighbour"), HandClosed())
    table.open()
    table.deal(2)
    assert len(table.rulings) == 1


def test_cards_shown_at_the_showdown_make_no_seat_amber() -> None:
    table = FeltTable(tracker=Tracker.ROUNDS)
    cards = table.open()
    for street in (("9c", "2d", "Jh"), ("3s",), ("4s",)):
        table.tell(RoundClosed())
        table.burn()
        table.board(*street)
    table.turn_up(1, cards[0])
    assert [seat.amber for seat in table.picture.seats] == [None] * 4


def test_a_card_shown_while_bets_are_to_come_makes_its_seat_amber() -> None:
    table = FeltTable(tracker=Tracker.ROUNDS)
    cards = table.open()
    table.turn_up(1, cards[0])
    assert table.picture.seats[0].amber == "shows a card"


def test_a_node_that_starts_again_and_declares_what_is_known_changes_nothing() -> None:
    table = FeltTable(senses=sensed())
    table.open()
    before = table.picture
    table.tell(WatchChanged(watching=True, why="the table's node started", senses=sensed()))
    assert table.picture == before


def test_what_a_person_stopped_no_node_starts_again() -> None:
    state = open_table(FeltTable(senses=sensed()).state.setup)
    stopped = WatchChanged(watching=False, why="the dealer said so")
    interrupted = WatchChanged(watching=False, why="the disk was full")
    began = WatchChanged(watching=True, why="watching again")
    for who, said, watching in (
        ("node", interrupted, False),
        ("node", began, True),
        ("page-dealer", stopped, False),
        ("node", interrupted, False),
        ("node", began, False),
        ("node", replace(began, senses=sensed(0.1)), False),
        ("page-floor", began, True),
    ):
        state = advance(state, fact_id(DeviceId(who), BootId("b1"), 0), said).state
        assert picture(state).watching is watching, (who, said)
    assert state.watch.senses[Sense.HOLE] == 0.1


def test_not_watching_is_a_state() -> None:
    table = FeltTable()
    table.tell(WatchChanged(watching=False, why="deck spread"), HandOpened())
    table.deal(1, 1, 1, 2, 3)
    table.board("9c", "2d")
    assert not table.rulings
    assert table.picture.not_watching_why == "deck spread"
    assert not table.picture.watched


def test_senses_that_a_node_declares_replace_those_of_the_table() -> None:
    table = FeltTable()
    table.tell(WatchChanged(watching=True, senses=sensed(burn=0.5)))
    table.open()
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    table.board("9c", "2d", "Jh")
    assert not table.rulings


def test_a_deck_that_is_gathered_over_the_board_antenna_is_no_rabbit_hunt() -> None:
    table = FeltTable(sweep_ms=SWEPT)
    table.open()
    table.acts("3 folds, 4 folds, 1 folds")
    table.tell(HandClosed())
    for _ in range(12):
        table.land(BOARD, Face.UP)
    table.tell(TimePassed(3_000))
    assert not table.rulings


def test_a_board_card_read_anew_while_the_board_is_gathered_is_no_rabbit_hunt() -> None:
    table = FeltTable(sweep_ms=SWEPT)
    table.open()
    table.acts("3 calls, 4 calls, 1 calls, 2 checks")
    table.burn()
    flop = table.board("9c", "2d", "Jh")
    table.acts("1 bets 400, 2 folds, 3 folds, 4 folds")
    table.tell(HandClosed())
    table.land(BOARD, Face.UP, "9c")
    for ref in flop:
        table.leave(BOARD, ref)
    table.tell(TimePassed(3_000))
    assert not table.rulings


def test_a_camera_that_is_not_sure_only_notes() -> None:
    table = FeltTable()
    table.open()
    between = table.between()
    table.tell(CardArrived(seat_place(SeatNo(2)), Ref("ghost"), Face.DOWN, between, By.DEALER, confidence=0.6))
    assert not table.rulings
    assert isinstance(table.last[0], Noted)


def test_all_in_hands_turned_up_with_rounds_only_ask_nobody() -> None:
    table = rounds_table()
    refs = table.open()
    table.tell(RoundClosed())
    for at in (0, 4, 1, 5):
        table.turn_up(at % 4 + 1, refs[at])
    assert not table.questions
    assert not table.rulings


def test_a_person_beats_the_sensors_count() -> None:
    table = FeltTable()
    table.open()
    table.acts("3 calls")
    table.tell(PersonReported(Situation.TOO_MANY_CARDS, SeatNo(3), count=3))
    assert table.ruled() == [(Kind.DEAD, Situation.TOO_MANY_CARDS, "bfsp:6.3.7")]


def test_a_second_tap_of_new_hand_before_the_deal_is_the_same_hand() -> None:
    table = FeltTable()
    table.tell(HandOpened(), HandOpened(by_machine=True))
    assert table.picture.hand == "h1"
    assert table.picture.button == 4


def test_a_round_closed_by_mistake_is_taken_back() -> None:
    table = rounds_table()
    table.open()
    table.tell(RoundClosed(), FactWithdrawn())
    table.board("9c")
    assert table.picture.stop is not None
