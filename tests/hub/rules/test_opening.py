"""Hand after hand: button, blinds, redeals, repeats, and who is dealt in (bfsp 5.3.2, gpc 32, 34, 35, tda 32)."""

from felt.card import Card
from felt.fact import (
    BreakBegan,
    ButtonMoved,
    CardDoubled,
    DeckEvent,
    DeckHandled,
    HandClosed,
    HandOpened,
    LevelChanged,
    SeatChanged,
    SeatStatus,
    TimePassed,
)
from felt.ids import HandId
from felt.place import SeatNo
from felt.situation import Kind, Situation, Step, Tracker
from hub.rules import book_named, dispute_open
from hub.rules.ruling import HandBegan, HandEnded, ProcedureCompleted, StepDone
from tests.hub.rules.felt_table import FeltTable


def close_and_open(table: FeltTable) -> HandBegan:
    began = [outcome for outcome in table.tell(HandClosed(), HandOpened()) if isinstance(outcome, HandBegan)]
    assert len(began) == 1
    return began[0]


def posts(began: HandBegan) -> tuple[int | None, int | None, int | None]:
    return began.button, began.small, began.big


def test_bfsp_5_3_2_the_button_moves_one_seat_after_every_hand() -> None:
    table = FeltTable("bfsp", seats=4, button=3)
    table.open()
    assert posts(close_and_open(table)) == (4, 1, 2)
    table.tell(SeatChanged(SeatNo(1), SeatStatus.LEFT))
    assert posts(close_and_open(table)) == (2, 3, 4)


def test_gpc_32_and_tda_32_the_button_may_be_dead() -> None:
    for book in ("gpc", "tda"):
        table = FeltTable(book, seats=5, button=5)
        table.open()
        table.tell(SeatChanged(SeatNo(2), SeatStatus.LEFT))
        assert posts(close_and_open(table)) == (1, 2, 3), "the big blind left: the small blind is dead"
        assert posts(close_and_open(table)) == (2, 3, 4), "then the button is"
        assert posts(close_and_open(table)) == (3, 4, 5)


def test_gpc_34_heads_up_nobody_is_the_big_blind_twice() -> None:
    table = FeltTable("gpc", seats=3, button=3)
    table.open()
    table.tell(SeatChanged(SeatNo(1), SeatStatus.LEFT))
    began = close_and_open(table)
    assert posts(began) == (2, 2, 3), "seat 2 was the big blind"
    assert posts(close_and_open(table)) == (3, 3, 2)


def test_sport_poker_2_4_heads_up_the_button_posts_the_small_blind() -> None:
    table = FeltTable("sport-poker", seats=2, button=2)
    table.open()
    assert table.state.hand is not None
    assert (table.state.hand.small, table.state.hand.big) == (2, 1)
    assert table.picture.seats[1].to_act


def test_gpc_35_a_redeal_is_exact_and_nobody_new_is_dealt_in() -> None:
    table = FeltTable("gpc", seats=4, button=4)
    table.open()
    table.reports(Situation.SEAT_SKIPPED, 3)
    table.tell(SeatChanged(SeatNo(5), SeatStatus.JOINED), LevelChanged(200, 400))
    came = table.tell(DeckHandled(DeckEvent.SHUFFLE))
    began = [outcome for outcome in came if isinstance(outcome, HandBegan)]
    assert began == [
        HandBegan(
            HandId("h2"),
            HandId("h1"),
            SeatNo(4),
            SeatNo(1),
            SeatNo(2),
            tuple(map(SeatNo, (1, 2, 3, 4))),
            rulebook="gpc",
            edition=book_named("gpc").edition,
        )
    ]
    assert any(isinstance(outcome, ProcedureCompleted) for outcome in came)
    seen = [outcome.step for outcome in came if isinstance(outcome, StepDone)]
    assert seen == [Step.GATHER_ALL, Step.SHUFFLE], "the riffle shows that, and neither cut nor deal"
    assert table.state.hand is not None
    assert table.state.hand.stakes.big == 200
    assert close_and_open(table).seats == (1, 2, 3, 4, 5)
    assert table.state.hand is not None
    assert table.state.hand.stakes.big == 400


def test_a_tap_after_the_shuffle_of_a_redeal_is_no_other_hand() -> None:
    table = FeltTable("gpc")
    table.open()
    table.reports(Situation.SEAT_SKIPPED, 3)
    table.tell(DeckHandled(DeckEvent.SHUFFLE), DeckHandled(DeckEvent.CUT), HandOpened())
    assert (table.picture.hand, table.picture.redeal_of, table.picture.button) == ("h2", "h1", 4)


def test_cards_still_flying_after_a_misdeal_open_no_redeal() -> None:
    table = FeltTable("gpc")
    table.tell(HandOpened())
    table.deal(1, 2, 3)
    table.reports(Situation.EXPOSED_FIRST_CARD, 1)
    table.deal(4)
    assert table.picture.hand == "h1"
    assert len(table.rulings) == 1


def test_a_void_hand_keeps_the_button() -> None:
    table = FeltTable("bfsp", button=3)
    table.open()
    table.tell(CardDoubled(Card("Ks")))
    assert table.rulings[0].kind is Kind.VOID
    table.tell(HandOpened())
    assert (table.picture.hand, table.picture.redeal_of, table.picture.button) == ("h2", None, 3)


def test_a_person_may_put_the_button_elsewhere() -> None:
    table = FeltTable()
    table.open()
    table.tell(HandClosed(), ButtonMoved(SeatNo(3)), HandOpened())
    assert table.picture.button == 3


def test_an_open_hand_ends_when_the_next_one_begins() -> None:
    table = FeltTable()
    table.open()
    table.acts("3 calls")
    came = table.tell(HandOpened())
    assert [type(outcome) for outcome in came] == [HandEnded, HandBegan]


def test_hand_ids_carry_the_prefix_and_a_number() -> None:
    table = FeltTable()
    for number in (1, 2, 3):
        table.open()
        assert table.picture.hand == f"h{number}"
        table.tell(HandClosed())


def test_bfsp_5_9_1_the_dispute_window_in_a_break() -> None:
    table = FeltTable()
    table.open()
    table.tell(BreakBegan(), HandClosed(), TimePassed(59_000))
    assert dispute_open(table.state)
    table.tell(TimePassed(2_000))
    assert not dispute_open(table.state)
    table.reports(Situation.WRONG_AWARD, 1)
    assert not table.rulings


def test_gpc_22_a_pot_is_disputed_until_substantial_action_in_the_next_hand() -> None:
    table = FeltTable("gpc")
    table.open()
    table.tell(HandClosed())
    table.open()
    table.acts("4 calls")
    table.reports(Situation.WRONG_AWARD, 1)
    assert table.ruled() == [(Kind.FIX, Situation.WRONG_AWARD, "gpc:22")]
    late = FeltTable("gpc")
    late.open()
    late.tell(HandClosed())
    late.open()
    late.acts("4 calls, 1 calls")
    late.reports(Situation.WRONG_AWARD, 1)
    assert not late.rulings


def test_absent_players_are_dealt_in_and_killed_when_the_last_card_reaches_the_button() -> None:
    """gpc 30."""
    table = FeltTable("gpc", absent=(SeatNo(2),), tracker=Tracker.ROUNDS)
    table.tell(HandOpened())
    table.deal(1, 2, 3, 4, 1, 2, 3)
    assert not table.rulings
    table.deal(4)
    assert table.ruled() == [(Kind.DEAD, Situation.ABSENT_HAND, "gpc:30")]
    assert not table.picture.seats[1].live
