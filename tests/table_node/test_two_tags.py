"""A seat on a PN532, which lists two cards of any number: the driver's looks into the witness, cards on the antenna."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from itertools import cycle

import pytest

from felt.card import DECK, Card
from felt.fact import CardArrived, CardLeft, Fact
from felt.ids import DeviceId, Uid
from firmware_bridge.reader.pn532 import Pn532Hsu
from firmware_bridge.reading import AntennaNo, AntennaRead
from firmware_bridge.stream import memory_pair
from hardware.board import load_board, shipped_board
from hardware.deck import DeckFile
from table_node.witness import Witness
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.far_pn532 import FarPn532
from tests.firmware_bridge.reader.rigs import proximity

TAGS = {card: proximity(number) for number, card in enumerate(DECK)}
SEAT = DeviceId("seat1")


class Seat:
    """Seat 1 of the hobby board, its chip and its witness."""

    def __init__(self, clock: AutoClock) -> None:
        near, far = memory_pair()
        self.clock = clock
        self.chip = FarPn532(clock, delay_s=0.02)
        self.serving = asyncio.create_task(self.chip.serve(far))
        self.driver = Pn532Hsu(SEAT, near, clock)
        deck = DeckFile("red", {Uid(tag): card for card, tag in TAGS.items()})
        self.board = load_board(shipped_board("hobby-6max"))
        self.witness = Witness(self.board, (deck,))

    async def look(self, times: int, listed: Iterable[tuple[str, ...]]) -> list[Fact]:
        """So many looks; the chip finds the cards of `listed` in turn, in that order."""
        facts: list[Fact] = []
        turns = cycle(listed)
        for _ in range(times):
            self.chip.tags = [TAGS[Card(card)] for card in next(turns)]
            facts += self.witness.observe(await self.driver.look(AntennaNo(1)))
            facts += self._others()
        return facts

    def _others(self) -> list[Fact]:
        """The other seats and the board, where nothing lies."""
        now = self.clock.now()
        others = [reader.id for reader in self.board.readers if reader.id != SEAT]
        looks = [AntennaRead(other, AntennaNo(1), (), now, now) for other in others]
        return [fact for look in looks for fact in self.witness.observe(look)]


@pytest.fixture
async def seat() -> AsyncIterator[Seat]:
    async with AutoClock() as clock:
        made = Seat(clock)
        await made.driver.identify()
        await made.look(20, [()])
        yield made
        made.serving.cancel()


def told(facts: list[Fact]) -> tuple[int, int]:
    """How many cards came, and how many left."""
    return sum(isinstance(fact, CardArrived) for fact in facts), sum(isinstance(fact, CardLeft) for fact in facts)


async def test_two_cards_arrive_and_stay(seat: Seat) -> None:
    assert told(await seat.look(20, [("Kh", "Kd")])) == (2, 0)
    assert told(await seat.look(300, [("Kh", "Kd"), ("Kd", "Kh")])) == (0, 0)


async def test_a_hand_that_is_lifted_leaves_one_card_after_the_other(seat: Seat) -> None:
    await seat.look(20, [("Kh", "Kd")])
    assert told(await seat.look(600, [("Kd",)])) == (0, 1)
    assert told(await seat.look(600, [()])) == (0, 1)


async def test_a_third_card_that_the_chip_does_not_find_takes_none_away(seat: Seat) -> None:
    """It lists the first two for ever: no card too many is seen, and none is missed."""
    await seat.look(20, [("Kh", "Kd")])
    assert told(await seat.look(600, [("Kh", "Kd", "2c")])) == (0, 0)


async def test_three_cards_listed_two_at_a_time_are_three_cards(seat: Seat) -> None:
    """Whichever two it finds, the third has not left: such a look is never clean."""
    await seat.look(20, [("Kh", "Kd")])
    facts = await seat.look(600, [("Kh", "Kd", "2c"), ("2c", "Kh", "Kd"), ("Kd", "2c", "Kh")])
    assert told(facts) == (1, 0)


async def test_one_card_hidden_by_two_is_not_lifted_by_that(seat: Seat) -> None:
    """A hand of two and a stray: the chip finds the stray and one of them for as long as it lies there."""
    await seat.look(20, [("Kh", "Kd")])
    assert told(await seat.look(600, [("2c", "Kh", "Kd")])) == (1, 0)
