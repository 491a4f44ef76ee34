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
from hardware.virtual.robot import ALL_MISTAKES, RULED_AS, HandRecord, Hands, Mistake, Pace, Rates, RobotDealer, Seating
from hub.rules.ruling import Ruling
from tests.hardware.chain import Chain, Stock, running

PLAYERS: Final = tuple(map(SeatNo, (1, 2, 4, 6, 7)))
EMPTY: Final = tuple(map(SeatNo, (3, 5, 8, 9)))
BRISK: Final = Pace(card=0.25, settle=0.8, gather=2.0, think=0.2)
"""No slower than the sensors need, since messages take no table time here."""
RED: Final = DeckFile("red", {Uid(f"E00401010000{n:04X}"): card for n, card in enumerate(DECK)})
BLUE: Final = DeckFile("blue", {Uid(f"E00401010001{n:04X}"): card for n, card in enumerate(DECK)})


def stock(rulebook: str, seats: tuple[SeatNo, ...] = PLAYERS) -> Stock:
    setup = TableSetup(rulebook, seats, button=SeatNo(7), tracker=Tracker.ROUNDS, tracker_lag_ms=2_000, machine=True)
    return Stock(shipped_board("nine-seat").read_text(), (RED, BLUE), tuple(RED.cards), setup)


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
        stranger=min(BLUE.cards),
        shuffler=chain.table.shuffler,
    )


async def dealt(
    folder: Path, rulebook: str, rates: Rates, seed: int, hands: int
) -> list[tuple[HandRecord, list[Ruling]]]:
    """So many hands, each with the rulings that it got."""
    told: list[tuple[HandRecord, list[Ruling]]] = []
    async with running(stock(rulebook), folder) as chain:
        robot = robot_at(chain, rates, seed)
        for _ in range(hands):
            before = len(chain.rulings())
            record = await chain.finish(robot.play_hand())
            await chain.calm()
            told.append((record, chain.rulings()[before:]))
    return told


async def test_clean_hands_are_not_ruled_on(tmp_path: Path) -> None:
    told = await dealt(tmp_path, "bfsp", Rates(mistakes=0.0), seed=3, hands=3)
    assert [(record.ended, record.orders, rulings) for record, rulings in told] == [("goes on", [], [])] * 3


@pytest.mark.parametrize("rulebook", ["bfsp", "gpc", "pub"])
@pytest.mark.parametrize("mistake", ALL_MISTAKES)
async def test_a_mistake_is_ruled_for_what_it_is_and_play_goes_on(
    tmp_path: Path, mistake: Mistake, rulebook: str
) -> None:
    told = await dealt(tmp_path, rulebook, Rates(mistakes=1.0, kinds=(mistake,)), seed=5, hands=2)
    made = [(record, rulings) for record, rulings in told if record.made_at is not None]
    assert made
    for record, rulings in made:
        assert rulings
        assert {ruling.situation for ruling in rulings} <= RULED_AS[mistake]
        assert not record.stuck
    for record, rulings in told:
        assert record.made_at is not None or not rulings
    assert all(ruling.kind is not Kind.FLOOR for _, rulings in told for ruling in rulings)
