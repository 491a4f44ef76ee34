"""For any facts in any order: nothing raises, cards are conserved, deciding is a function, a replay ends the same."""

from collections import Counter

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from felt.fact import Fact
from felt.ids import FactId
from felt.place import SeatNo, Spot
from felt.setup import TableSetup
from hub.rules import TableState, Turn, absorb, advance, dispute_open, next_due_ms, open_table, picture
from hub.rules.ruling import Outcome
from tests.hub.rules.facts import dealt, facts, setups

_OUTCOMES = msgspec.json.Decoder(tuple[Outcome, ...])
histories = st.lists(facts, max_size=40)
start = st.sampled_from(("cold", "dealt"))

LOOSE = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))


def told(setup: TableSetup, history: list[Fact], begin: str) -> list[tuple[FactId, Fact]]:
    before = dealt(setup) if begin == "dealt" else []
    return [(FactId(f"s{at}"), fact) for at, fact in enumerate(before)] + [
        (FactId(f"f{at}"), fact) for at, fact in enumerate(history)
    ]


def play(setup: TableSetup, history: list[tuple[FactId, Fact]]) -> list[Turn]:
    state = open_table(setup)
    turns: list[Turn] = []
    for id_, fact in history:
        turns.append(advance(state, id_, fact))
        state = turns[-1].state
    return turns


@LOOSE
@given(setups, histories, start)
def test_nothing_that_happens_raises_and_every_card_is_in_one_place(
    setup: TableSetup, history: list[Fact], begin: str
) -> None:
    for turn in play(setup, told(setup, history, begin)):
        conserved(turn.state)
        shown = picture(turn.state)
        assert msgspec.json.decode(msgspec.json.encode(shown), type=type(shown)) == shown
        assert (next_due_ms(turn.state) or 1) > 0
        assert dispute_open(turn.state) in (True, False)


def conserved(state: TableState) -> None:
    """Each known card lies at exactly one place, and the lists by place hold it there and nowhere else."""
    hand = state.hand
    if hand is None:
        return
    listed = Counter(ref for refs in hand.held.values() for ref in refs)
    listed.update(hand.board)
    listed.update(hand.burns)
    assert not listed or max(listed.values()) == 1
    for ref in listed:
        assert ref in hand.cards
    for seat, refs in hand.held.items():
        for ref in refs:
            assert (hand.cards[ref].place.spot, hand.cards[ref].place.number) == (Spot.SEAT, seat)
    assert set(hand.ready) <= set(hand.cards)
    assert len(hand.ready) == len(set(hand.ready))
    assert len(hand.betting.pending) == len(set(hand.betting.pending))
    assert all(chips >= 0 for chips in hand.betting.stacks.values())


@LOOSE
@given(setups, histories, start)
def test_deciding_is_a_function_and_a_replay_of_the_record_ends_in_the_same_state(
    setup: TableSetup, history: list[Fact], begin: str
) -> None:
    facts_told = told(setup, history, begin)
    turns = play(setup, facts_told)
    assert turns == play(setup, facts_told)
    state = open_table(setup)
    for (id_, fact), turn in zip(facts_told, turns, strict=True):
        recorded = _OUTCOMES.decode(msgspec.json.encode(turn.outcomes))
        assert recorded == turn.outcomes
        state = absorb(state, id_, fact, recorded)
        assert state == turn.state


@LOOSE
@given(setups, histories)
def test_chips_are_conserved(setup: TableSetup, history: list[Fact]) -> None:
    for turn in play(setup, told(setup, history, "dealt")):
        hand = turn.state.hand
        if hand is None:
            continue
        betting = hand.betting
        for seat in betting.stacks:
            mine = turn.state.stacks.get(seat, setup.stacks.get(SeatNo(seat), setup.default_stack))
            assert betting.stacks[seat] + betting.bets[seat] + betting.paid[seat] == mine
