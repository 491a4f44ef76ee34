"""Stacks from hand to hand: known by acts and awards, or the setup's."""

from felt.fact import HandClosed, HandOpened, PotPushed, SeatChanged, SeatStatus
from felt.place import SeatNo
from felt.setup import Stakes, TableSetup
from felt.situation import Situation
from hub.rules.betting import open_hand
from tests.hub.rules.felt_table import FeltTable

RUN_OUT = (("9c", "2d", "Jh"), ("4s",), ("Td",))


def played(acts: str, *winners: int, stacks: dict[int, int] | None = None) -> FeltTable:
    """A hand of four at 100/200, button on seat 4: betting before the flop only, then the board and the awards."""
    felt = FeltTable("bfsp", stacks={SeatNo(seat): chips for seat, chips in (stacks or {}).items()})
    felt.open()
    felt.acts(acts)
    if len([seat for seat in felt.picture.seats if seat.live]) > 1:
        for number, cards in enumerate(RUN_OUT):
            felt.burn()
            felt.board(*cards)
            for _ in range(4):
                pending = felt.state.hand.betting.pending if felt.state.hand else ()
                if pending and number < 3:
                    felt.acts(f"{pending[0]} checks")
    felt.tell(*(PotPushed(SeatNo(seat)) for seat in winners), HandClosed())
    return felt


def next_stacks(felt: FeltTable) -> dict[int, int]:
    """What the seats had before posting in the hand that opens now."""
    felt.tell(HandOpened())
    hand = felt.state.hand
    assert hand is not None
    betting = hand.betting
    return {seat: betting.stacks[seat] + betting.bets[seat] + betting.paid[seat] for seat in sorted(betting.stacks)}


def test_a_walk_gives_the_blind_to_the_big_blind() -> None:
    assert next_stacks(played("3 folds, 4 folds, 1 folds")) == {1: 19_900, 2: 20_100, 3: 20_000, 4: 20_000}


def test_one_winner_of_the_whole_pot_has_it_in_the_next_hand() -> None:
    felt = played("3 raises 600, 4 calls, 1 folds, 2 folds", 4)
    assert next_stacks(felt) == {1: 19_900, 2: 19_800, 3: 19_400, 4: 20_900}


def test_what_nobody_could_call_goes_back_and_a_short_winner_takes_what_it_reaches() -> None:
    """Seat 3's 1,000 win 1,000 of seat 4, and both blinds; the rest of seat 4's bet was never called."""
    felt = played("3 all-in, 4 raises 5000, 1 folds, 2 folds", 3, stacks={3: 1_000})
    assert next_stacks(felt) == {1: 19_900, 2: 19_800, 3: 2_300, 4: 19_000}


def test_a_side_pot_between_two_others_is_for_people_to_count() -> None:
    felt = played("3 all-in, 4 calls, 1 calls, 2 folds", 3, stacks={3: 1_000})
    assert next_stacks(felt) == {1: 20_000 - 1_000, 2: 19_800, 3: 3_200, 4: 19_000}, "nobody bet beyond the all-in"
    felt = played("3 all-in, 4 raises 3000, 1 calls, 2 folds", 3, stacks={3: 1_000})
    assert next_stacks(felt) == {1: 20_000, 2: 20_000, 3: 1_000, 4: 20_000}, "the setup's again"


def test_a_shared_or_an_unknown_award_and_a_disputed_pot_are_not_carried() -> None:
    start = {1: 20_000, 2: 20_000, 3: 20_000, 4: 20_000}
    assert next_stacks(played("3 raises 600, 4 calls, 1 folds, 2 folds", 3, 4)) == start
    assert next_stacks(played("3 raises 600, 4 calls, 1 folds, 2 folds")) == start
    felt = played("3 raises 600, 4 calls, 1 folds, 2 folds", 4)
    felt.reports(Situation.WRONG_AWARD)
    assert next_stacks(felt) == start


def test_who_lost_everything_is_taken_to_buy_in_anew() -> None:
    felt = played("3 all-in, 4 calls, 1 folds, 2 folds", 4, stacks={3: 1_000})
    assert next_stacks(felt)[3] == 1_000
    assert felt.state.stacks == {1: 19_900, 2: 19_800, 4: 21_300}


def test_a_newcomer_in_a_winners_seat_brings_chips_of_its_own() -> None:
    felt = played("3 raises 600, 4 calls, 1 folds, 2 folds", 4)
    felt.tell(SeatChanged(SeatNo(4), SeatStatus.LEFT), SeatChanged(SeatNo(4), SeatStatus.JOINED))
    assert next_stacks(felt)[4] == 20_000


def test_a_misdeal_and_a_void_hand_give_everything_back() -> None:
    felt = played("3 raises 600, 4 calls, 1 folds, 2 folds", 4)
    before = next_stacks(felt)
    felt.deal()
    felt.reports(Situation.UNCUT)
    assert next_stacks(felt) == before


def test_antes_of_everybody_and_of_the_big_blind_are_in_the_pot_before_the_first_bet() -> None:
    """sport-poker 2.5: classic, everybody posts; or the big blind alone, after its blind (gpc 72)."""
    seats = (SeatNo(3), SeatNo(1), SeatNo(2))
    for stakes, paid in ((Stakes(ante=25), (25, 25, 25)), (Stakes(big_blind_ante=200), (0, 0, 200))):
        betting = open_hand(TableSetup("sport-poker", seats, stakes=stakes), {}, seats, (SeatNo(1), SeatNo(2)))
        assert tuple(betting.paid[seat] for seat in seats) == paid
        assert tuple(betting.bets[seat] for seat in seats) == (0, 100, 200)


def test_an_all_in_of_a_stack_that_nobody_knows_makes_no_street_premature() -> None:
    """The pot before was shared: whether seat 1 owes more than its all-in is not known, so nothing is ruled."""
    felt = played("3 raises 600, 4 calls, 1 folds, 2 folds", 3, 4)
    felt.open()
    felt.acts("4 all-in, 1 all-in, 2 folds")
    felt.burn()
    felt.board("9c", "2d", "Jh")
    assert not felt.rulings


def test_without_an_all_in_an_early_street_of_a_later_hand_is_ruled_on() -> None:
    felt = played("3 raises 600, 4 calls, 1 folds, 2 folds", 3, 4)
    felt.open()
    felt.acts("4 calls, 1 calls, 2 calls")
    felt.burn()
    felt.board("9c")
    assert [ruling.situation for ruling in felt.rulings] == [Situation.PREMATURE_FLOP]
