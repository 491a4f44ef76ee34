"""Contacts that chatter."""

from hypothesis import given
from hypothesis import strategies as st

from felt.clock import NANOS_PER_MS, Nanos
from hardware.panel.settling import Settled, Settling

SETTLE_MS, RELEASE_MS = 20, 50


def ms(value: float) -> Nanos:
    return Nanos(round(value * NANOS_PER_MS))


def run(edges_ms: list[float], until_ms: int) -> list[Settled]:
    """Let a resting contact chatter at these times (each edge turns it over), looking once a millisecond."""
    contact, level = Settling(False, ms(SETTLE_MS), ms(RELEASE_MS)), False
    pending, found = sorted(edges_ms), []
    for now in range(until_ms):
        while pending and pending[0] <= now:
            contact.edge(ms(pending.pop(0)))
            level = not level
        settled = contact.check(level, ms(now))
        found += [settled] if settled else []
    return found


def test_a_press_that_chatters_is_one_press_at_its_first_edge() -> None:
    assert run([10, 10.4, 11, 12.5, 13], 100) == [Settled(True, ms(10))]


def test_press_and_release_are_told_once_each() -> None:
    assert run([10, 11, 12, 80, 80.5, 81], 150) == [Settled(True, ms(10)), Settled(False, ms(80))]


def test_an_opening_shorter_than_a_release_is_no_second_press() -> None:
    assert run([10, 40, 85, 100], 300) == [Settled(True, ms(10)), Settled(False, ms(40))]
    assert run([10, 40, 95], 300) == [Settled(True, ms(10)), Settled(False, ms(40)), Settled(True, ms(95))]


def test_a_spike_that_falls_back_is_nothing() -> None:
    assert run([10, 12], 100) == []


@given(st.lists(st.floats(0, 19), min_size=1, max_size=40, unique=True))
def test_however_it_chatters_it_settles_to_what_it_is(edges: list[float]) -> None:
    found = run(edges, 100)
    assert [settled.level for settled in found] == ([True] if len(edges) % 2 else [])
