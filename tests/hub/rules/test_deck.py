"""The deck of the hand to come: two decks and a machine, checks that went wrong, and whose word is taken back."""

import pytest

from felt.fact import (
    DeckChanged,
    DeckChecked,
    DeckEvent,
    DeckHandled,
    FactWithdrawn,
    HandClosed,
    HandOpened,
    RoundClosed,
    ShufflerReported,
    ShufflerState,
    StepConfirmed,
    StubEvent,
    StubHandled,
    WatchChanged,
)
from felt.ids import FactId
from felt.situation import Kind, Situation, Step
from hub.rules import advance
from hub.rules.readiness import FAULTY, SORTED
from hub.rules.ruling import Noted, ProcedureCompleted, StepDone, StopCleared, StopShown
from hub.rules.state import TableState
from tests.hub.rules.felt_table import FeltTable

BOOKS = ("bfsp", "gpc", "tda", "club", "pub", "rrop", "sport-poker")
ASK_THE_FLOOR = ("tda", "rrop")
"""Books that name no rule for a deck that was not shuffled."""
SHUFFLING, SORTING = ShufflerState.SHUFFLING, ShufflerState.SORTING
READY, LOADING, IDLE = ShufflerState.READY, ShufflerState.LOADING, ShufflerState.IDLE


def machine(cycle: int, *states: ShufflerState) -> tuple[ShufflerReported, ...]:
    """What a machine says, one word after the other; every cycle begins with SHUFFLING, also one that sorts."""
    return tuple(ShufflerReported(state, cycle) for state in states)


def at_the_machine(book: str = "bfsp") -> FeltTable:
    return FeltTable(book, machine=True)


def shuffled(cycle: int) -> tuple[ShufflerReported | DeckChecked, ...]:
    """A whole cycle that went well, and the deck is taken out."""
    return (*machine(cycle, SHUFFLING, READY), DeckChecked(52), *machine(cycle, IDLE))


def sorted_and_taken(cycle: int) -> tuple[ShufflerReported, ...]:
    return machine(cycle, SHUFFLING, SORTING, LOADING, IDLE)


def situations(table: FeltTable) -> list[Situation]:
    return [ruling.situation for ruling in table.rulings]


def notes(table: FeltTable) -> list[str]:
    return [outcome.text for outcome in table.last if isinstance(outcome, Noted)]


@pytest.mark.parametrize("book", BOOKS)
class TestTwoDecks:
    def test_a_card_that_falls_while_the_machine_sorts_comes_from_the_other_deck(self, book: str) -> None:
        table = at_the_machine(book)
        table.tell(*machine(1, LOADING), HandOpened(by_machine=True), *machine(1, SHUFFLING, SORTING))
        table.deal()
        assert not table.rulings

    def test_nor_does_it_come_from_a_sorted_deck_that_still_lies_in_the_machine(self, book: str) -> None:
        table = at_the_machine(book)
        table.tell(HandOpened(by_machine=True), *machine(1, SHUFFLING, SORTING, LOADING))
        table.deal()
        assert not table.rulings

    def test_the_hand_after_it_is_stopped_and_a_misdeal(self, book: str) -> None:
        table = at_the_machine(book)
        table.tell(HandOpened(by_machine=True), *machine(1, SHUFFLING, SORTING))
        table.deal()
        table.tell(*machine(1, LOADING), HandClosed(), *machine(1, IDLE, LOADING))
        table.tell(HandOpened(by_machine=True))
        assert table.picture.stop == SORTED.text
        table.tell(*machine(2, SHUFFLING, SORTING))
        table.deal(1)
        assert situations(table) == [Situation.UNSHUFFLED]
        assert table.rulings[0].kind is (Kind.FLOOR if book in ASK_THE_FLOOR else Kind.MISDEAL)
        assert table.picture.stop is None

    def test_a_redeal_is_not_ruled_by_what_the_machine_did_meanwhile(self, book: str) -> None:
        table = at_the_machine(book)
        table.tell(HandOpened(by_machine=True), *shuffled(1))
        table.deal(1, 2)
        table.tell(*machine(2, SHUFFLING, SORTING, LOADING, IDLE))
        table.reports(Situation.EXPOSED_FIRST_CARD, 1)
        table.reports(Situation.EXPOSED_SEVERAL, 2)
        before = [ruling for ruling in table.rulings if ruling.kind is Kind.MISDEAL]
        assert before
        table.tell(HandOpened())
        assert table.picture.redeal_of
        assert table.picture.stop is None
        table.deal(1)
        assert [ruling for ruling in table.rulings if ruling.kind is Kind.MISDEAL] == before

    def test_sorted_put_in_again_and_shuffled(self, book: str) -> None:
        table = at_the_machine(book)
        table.tell(*sorted_and_taken(1), *machine(1, LOADING), HandOpened(by_machine=True), *shuffled(2))
        assert table.picture.stop is None
        table.deal()
        assert not table.rulings

    def test_dealt_while_what_may_be_the_sorted_deck_is_shuffled(self, book: str) -> None:
        table = at_the_machine(book)
        table.tell(*sorted_and_taken(1), *machine(1, LOADING), HandOpened(by_machine=True), *machine(2, SHUFFLING))
        table.deal(1)
        assert not table.rulings
        assert notes(table) == ["a sorted deck was taken out of the machine; whether this is it is not known"]

    @pytest.mark.parametrize("stopped", [ShufflerState.JAM, ShufflerState.FAULT, ShufflerState.DOOR_OPEN])
    def test_a_sort_that_never_ended_sorted_nothing(self, book: str, stopped: ShufflerState) -> None:
        table = at_the_machine(book)
        table.tell(HandOpened(by_machine=True), *machine(1, SHUFFLING, SORTING, stopped, LOADING, IDLE))
        table.deal()
        assert not table.rulings

    def test_the_door_opened_to_take_a_sorted_deck_out_leaves_it_sorted(self, book: str) -> None:
        table = at_the_machine(book)
        table.tell(HandOpened(by_machine=True), *machine(1, SHUFFLING, SORTING, LOADING, ShufflerState.DOOR_OPEN, IDLE))
        table.deal(1)
        assert situations(table) == [Situation.UNSHUFFLED]

    def test_a_machine_whose_power_was_cut_is_believed_anew(self, book: str) -> None:
        table = at_the_machine(book)
        table.tell(*machine(7, SHUFFLING, SORTING, LOADING), *machine(0, LOADING, IDLE), HandOpened())
        table.deal()
        assert not table.rulings


class TestTheStop:
    """`sorting: shuffle before the deal`, before any card falls."""

    def test_it_comes_when_the_sorted_deck_is_taken_out_in_an_open_hand(self) -> None:
        table = at_the_machine()
        table.tell(HandOpened(by_machine=True), *machine(1, SHUFFLING, SORTING, LOADING))
        assert table.picture.stop is None
        table.tell(*machine(1, IDLE))
        assert StopShown(SORTED.text) in table.last
        assert table.picture.stop_step is Step.SHUFFLE

    @pytest.mark.parametrize("word", [StepConfirmed(Step.SHUFFLE), StepConfirmed(), DeckHandled(DeckEvent.WASH)])
    def test_a_person_settles_it(self, word: StepConfirmed | DeckHandled) -> None:
        table = at_the_machine()
        table.tell(*sorted_and_taken(1), HandOpened(), word)
        assert StopCleared() in table.last
        table.deal()
        assert not table.rulings

    def test_the_answer_is_no_whole_account_of_riffle_and_cut(self) -> None:
        table = at_the_machine()
        table.tell(*sorted_and_taken(1), HandOpened(), DeckHandled(DeckEvent.SHUFFLE))
        table.deal()
        assert not table.rulings

    def test_an_account_that_is_given_beside_it_is_judged(self) -> None:
        table = at_the_machine()
        table.tell(*sorted_and_taken(1), HandOpened(), StepConfirmed(Step.SHUFFLE), DeckHandled(DeckEvent.RIFFLE))
        table.deal(1)
        assert situations(table) == [Situation.UNCUT]

    def test_a_late_answer_changes_nothing(self) -> None:
        table = at_the_machine()
        table.tell(HandOpened(by_machine=True), *shuffled(1))
        table.deal()
        table.tell(StepConfirmed(Step.SHUFFLE), HandClosed(), HandOpened(by_machine=True), *shuffled(2))
        table.deal()
        assert not table.rulings

    def test_an_answer_taken_back_shows_it_again(self) -> None:
        table = at_the_machine()
        table.tell(*sorted_and_taken(1), HandOpened(), StepConfirmed(Step.SHUFFLE), FactWithdrawn())
        assert table.picture.stop == SORTED.text


class TestNoShuffleSeen:
    """Said and never ruled: no sensor sees a hand shuffle."""

    def test_a_void_cycle(self) -> None:
        table = at_the_machine()
        table.tell(HandOpened(by_machine=True), *machine(1, SHUFFLING, ShufflerState.JAM))
        table.deal(1)
        assert not table.rulings
        assert notes(table) == ["no finished shuffle was seen for this deck"]

    def test_a_second_hand_by_the_tap(self) -> None:
        table = at_the_machine()
        table.tell(HandOpened(by_machine=True), *shuffled(1))
        table.deal()
        assert notes(table) == []
        table.tell(HandClosed(), HandOpened())
        table.deal(1)
        assert not table.rulings
        assert notes(table) == ["no finished shuffle was seen for this deck"]

    def test_two_decks_in_their_rhythm_say_nothing(self) -> None:
        table = at_the_machine()
        table.tell(*shuffled(1))
        for cycle in range(2, 5):
            table.tell(HandOpened(by_machine=True), *machine(cycle, SHUFFLING))
            table.deal(1)
            assert notes(table) == []
            table.tell(*machine(cycle, READY), DeckChecked(52), HandClosed(), *machine(cycle, IDLE))

    def test_a_machine_that_never_spoke_is_not_missed(self) -> None:
        table = at_the_machine()
        table.tell(HandOpened(by_machine=True))
        table.deal(1)
        assert notes(table) == []


@pytest.mark.parametrize("book", BOOKS)
class TestWrongCounts:
    @pytest.mark.parametrize("wrong", [DeckChecked(51), DeckChecked(52, foreign=1), DeckChecked(52, doubled=1)])
    def test_a_good_check_takes_back_what_waited_for_the_hands_end(self, book: str, wrong: DeckChecked) -> None:
        table = at_the_machine(book)
        table.tell(HandOpened(by_machine=True), *shuffled(1))
        table.deal()
        table.tell(wrong, DeckChecked(52), HandClosed(), HandOpened())
        assert not table.rulings
        assert table.picture.stop is None

    def test_what_a_person_counted_stays(self, book: str) -> None:
        table = at_the_machine(book)
        table.tell(HandOpened(by_machine=True), *shuffled(1))
        table.deal()
        table.reports(Situation.DECK_COUNT, count=51)
        ruled = len(table.rulings)
        table.tell(DeckChecked(52), HandClosed())
        assert len(table.rulings) == max(1, ruled)

    @pytest.mark.parametrize("wrong", [DeckChecked(51), DeckChecked(52, foreign=1), DeckChecked(52, doubled=1)])
    def test_a_deck_found_wrong_and_dealt_is_ruled_on_as_before_play(self, book: str, wrong: DeckChecked) -> None:
        table = at_the_machine(book)
        table.tell(wrong)
        first = [ruling.situation for ruling in table.rulings]
        table.tell(HandOpened())
        assert ProcedureCompleted(1) not in table.last
        assert (table.picture.stop, table.picture.stop_step) == (FAULTY.text, Step.REPLACE_DECK)
        table.deal(1)
        assert [ruling.situation for ruling in table.rulings] == first * 2
        house = book == "tda" and first == [Situation.FOREIGN_CARD]  # TDA names no rule: the house decides
        assert {ruling.kind for ruling in table.rulings} == {Kind.FLOOR if house else Kind.FIX}
        assert table.state.hand is not None
        assert table.state.hand.over is None

    @pytest.mark.parametrize(
        "right", [DeckChanged(), StepConfirmed(Step.REPLACE_DECK), StepConfirmed(), DeckChecked(52)]
    )
    def test_it_is_put_right_after_the_opening_too(
        self, book: str, right: DeckChanged | StepConfirmed | DeckChecked
    ) -> None:
        table = at_the_machine(book)
        table.tell(DeckChecked(51), HandOpened(), right)
        assert ProcedureCompleted(1) in table.last
        steps = table.rulings[0].steps
        done = {outcome.index for outcome in table.last if isinstance(outcome, StepDone) and outcome.number == 1}
        assert {steps[index].step for index in done} == {Step.REPLACE_DECK}
        assert table.picture.stop is None
        table.deal()
        assert len(table.rulings) == 1

    @pytest.mark.parametrize("right", [DeckChanged(), StepConfirmed(), DeckChecked(52)])
    def test_or_before_it(self, book: str, right: DeckChanged | StepConfirmed | DeckChecked) -> None:
        table = at_the_machine(book)
        table.tell(DeckChecked(51), right)
        assert ProcedureCompleted(1) in table.last
        table.tell(HandOpened())
        table.deal()
        assert len(table.rulings) == 1


NODE, PANEL = "t1-node/0123456789abcdef/{}", "tracker/0123456789abcdef/{}"
PAGE = "page-t1/0123456789abcdef/{}"


class TestWhoseWordIsTakenBack:
    """An unnamed withdrawal takes back what a person said, never what a machine or a node did."""

    def told(self, *said: tuple[str, object]) -> TableState:
        state = at_the_machine().state
        for number, (who, fact) in enumerate(said, 1):
            state = advance(state, FactId(who.format(number)), fact).state  # type: ignore[arg-type]
        return state

    def test_the_hand_that_the_shufflers_button_opened_stays_open(self) -> None:
        state = self.told((PAGE, StepConfirmed()), (NODE, HandOpened(by_machine=True)), (NODE, FactWithdrawn()))
        assert state.hand is not None
        assert [entry.withdrawn for entry in state.journal] == [True, False, False]

    def test_a_hand_that_a_dealer_opened_goes(self) -> None:
        state = self.told((PAGE, HandOpened()), (NODE, FactWithdrawn()))
        assert state.hand is None

    def test_a_stub_shuffled_by_the_machine_and_one_by_a_person(self) -> None:
        mixed = StubHandled(StubEvent.SHUFFLED)
        opening = (PAGE, HandOpened()), (NODE, ShufflerReported(READY, 1))
        by_machine = self.told(*opening, (NODE, mixed), (NODE, FactWithdrawn()))
        assert by_machine.hand is None
        by_person = self.told(*opening, (PANEL, mixed), (NODE, FactWithdrawn()))
        assert [entry.id for entry in by_person.journal if entry.withdrawn] == [PANEL.format(3)]

    def test_what_a_node_says_of_watching_and_what_a_page_says(self) -> None:
        stop = WatchChanged(watching=False, why="the disk is full")
        by_node = self.told((PAGE, HandOpened()), (NODE, stop), (NODE, FactWithdrawn()))
        assert (by_node.hand, by_node.watch.watching) == (None, False)
        by_page = self.told((PAGE, HandOpened()), (PAGE, stop), (NODE, FactWithdrawn()))
        assert by_page.hand is not None
        assert by_page.watch.watching

    def test_the_panels_own_buttons_go(self) -> None:
        state = self.told((PAGE, HandOpened()), (NODE, ShufflerReported(READY, 1)), (NODE, RoundClosed()))
        state = advance(state, FactId(NODE.format(9)), FactWithdrawn()).state
        assert [entry.fact for entry in state.journal if entry.withdrawn] == [RoundClosed()]
