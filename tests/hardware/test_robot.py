"""A robot deals through the whole chain: its mistakes are ruled for what they are, and clean hands are left alone."""

import random
from pathlib import Path
from typing import Final

import pytest

from felt.card import DECK
from felt.games import game_named
from felt.ids import Uid
from felt.place import SeatNo
from felt.setup import TableSetup
from felt.situation import Kind, Tracker
from hardware.board import shipped_board
from hardware.deck import DeckFile
from hardware.virtual.robot import (
    ALL_MISTAKES,
    RULED_AS,
    HandRecord,
    Hands,
    Mistake,
    Pace,
    Rates,
    RobotDealer,
    Seating,
    Strangers,
)
from hardware.virtual.robot.truth import ON_THE_WAY
from hub.rules.ruling import Ruling
from tests.hardware.chain import Chain, Stock, running

PLAYERS: Final = tuple(map(SeatNo, (1, 2, 4, 6, 7)))
EMPTY: Final = tuple(map(SeatNo, (3, 5, 8, 9)))
BRISK: Final = Pace(card=0.25, settle=0.8, gather=2.0, think=0.2)
"""No slower than the sensors need, since messages take no table time here."""
RED: Final = DeckFile("red", {Uid(f"E00401010000{n:04X}"): card for n, card in enumerate(DECK)})
BLUE: Final = DeckFile("blue", {Uid(f"E00401010001{n:04X}"): card for n, card in enumerate(DECK)})
STRANGERS: Final = Strangers(min(BLUE.cards))
"""No joker and no second copy lies about this table; the real cases deal those."""


def stock(rulebook: str, seats: tuple[SeatNo, ...] = PLAYERS) -> Stock:
    setup = TableSetup(rulebook, seats, button=SeatNo(7), tracker=Tracker.ROUNDS, tracker_lag_ms=2_000, machine=True)
    return Stock(shipped_board("nine-seat").read_text(), (RED,), tuple(RED.cards), setup, idle_s=0.15)


def robot_at(chain: Chain, rates: Rates, seed: int) -> RobotDealer:
    printed = {**RED.cards, **BLUE.cards}
    hands = Hands(chain.table.field, RED.cards, printed, chain.clock, rng=random.Random(seed), pace=BRISK)
    return RobotDealer(
        Seating(game_named("holdem"), PLAYERS, EMPTY, SeatNo(7), faces=True),
        hands,
        rates=rates,
        seed=seed,
        clock=chain.clock,
        tell=chain.tracker.tell,
        guidance=lambda: chain.tracker.guidance,
        strangers=STRANGERS,
        shuffler=chain.table.shuffler,
    )


ONLY_SOMETIMES_KNOWN: Final = frozenset({Mistake.OUT_OF_SEQUENCE})
"""Two arrivals are in a known order only when their sweeps do not overlap; the witness bench prints the share."""
TRIES: Final = 6
"""Hands dealt for one mistake: everybody may fold before the street that the robot would have spoilt."""


async def dealt(folder: Path, rulebook: str, plan: list[Mistake | None]) -> list[tuple[HandRecord, list[Ruling]]]:
    """A hand for each entry, with that mistake or none, and what it got; redeals are dealt in between."""
    told: list[tuple[HandRecord, list[Ruling]]] = []
    async with running(stock(rulebook), folder) as chain:
        robot = robot_at(chain, Rates(), seed=5)
        for mistake in plan:
            robot.rates = Rates(0.0) if mistake is None else Rates(1.0, (mistake,))
            for _ in range(TRIES):
                before = len(chain.rulings())
                record = await chain.finish(robot.play_hand())
                while record.ended == "redeal":
                    again = await chain.finish(robot.play_hand())
                    assert not again.orders, "nothing is wrong with the redeal"
                    record.ended = again.ended
                await chain.calm()
                told.append((record, chain.rulings()[before:]))
                if mistake is None or record.made_at is not None:
                    break
    return told


async def test_clean_hands_are_not_ruled_on(tmp_path: Path) -> None:
    told = await dealt(tmp_path, "bfsp", [None, None])
    assert [(record.ended, record.orders, rulings) for record, rulings in told] == [("goes on", [], [])] * 2


@pytest.mark.parametrize(
    ("rulebook", "mistakes"),
    [
        ("bfsp", tuple(filter(STRANGERS.allows, ALL_MISTAKES))),
        ("gpc", (Mistake.TOO_MANY_CARDS, Mistake.UNENTITLED_HAND, Mistake.PREMATURE_TURN)),
        ("pub", (Mistake.SEAT_SKIPPED, Mistake.PREMATURE_FLOP)),
    ],
)
async def test_mistakes_are_ruled_for_what_they_are_and_play_goes_on(
    tmp_path: Path, rulebook: str, mistakes: tuple[Mistake, ...]
) -> None:
    told = await dealt(tmp_path, rulebook, list(mistakes))
    made = {record.mistake for record, _ in told if record.made_at is not None}
    assert made == set(mistakes)
    for record, rulings in told:
        assert not record.stuck
        assert not any(ruling.kind is Kind.FLOOR for ruling in rulings)
        situations = {ruling.situation for ruling in rulings}
        if record.made_at is None or record.mistake is None:
            assert not situations
        else:
            right = RULED_AS[record.mistake]
            assert situations & right or record.mistake in ONLY_SOMETIMES_KNOWN, record
            assert situations <= right | ON_THE_WAY.get(record.mistake, frozenset()), record
