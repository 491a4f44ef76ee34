"""The deck a hand is dealt from, at the depth of bytes: what the machine says of it, and what the tags say instead."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from felt.card import DECK, Card
from felt.fact import Face, HandClosed, HandOpened, PersonReported, StepConfirmed
from felt.ids import Uid
from felt.place import STUB, SeatNo, parse_place
from felt.setup import TableSetup
from felt.situation import Situation, Step
from hardware.deck import DeckFile
from tests.hardware.chain import Chain, Stock, board_text, running

RED: Final = {card: Uid(f"E0040150{number:08X}") for number, card in enumerate(DECK, 1)}
BLUE: Final = {card: Uid(f"E0040151{number:08X}") for number, card in enumerate(DECK, 1)}
STOP: Final = "sorting: shuffle before the deal"
SETUP: Final = TableSetup("bfsp", tuple(SeatNo(seat) for seat in range(1, 5)), SeatNo(4), machine=True)


@asynccontextmanager
async def table(folder: Path, lying: tuple[Uid, ...]) -> AsyncIterator[Chain]:
    """A table whose machine holds the cards `lying`."""
    decks = tuple(DeckFile(name, {uid: card for card, uid in tags.items()}) for name, tags in (("r", RED), ("b", BLUE)))
    async with running(Stock(board_text(SETUP), decks, lying, SETUP), folder) as chain:
        yield chain


async def shuffle(chain: Chain, cards: int = 52) -> None:
    """The dealer puts the deck in, presses start, waits, and takes it out."""
    machine = chain.table.shuffler
    assert machine is not None
    machine.load(cards)
    await chain.settle()
    machine.press_start()
    await chain.finish(machine.finished())
    await chain.settle()
    machine.empty()
    await chain.settle()


async def deal(chain: Chain, **cards: str) -> None:
    """One card to each of these places."""
    for place, card in cards.items():
        tags = BLUE if card.endswith("*") else RED
        face = Face.UP if place == "board" else Face.DOWN
        chain.table.field.move(tags[Card(card.rstrip("*"))], parse_place(place), face)
        await chain.settle()


async def end(chain: Chain) -> None:
    """The hand is over and all cards go back."""
    await chain.tell(HandClosed())
    await gather(chain)


async def gather(chain: Chain) -> None:
    """All cards go back."""
    for lying in chain.table.field.all():
        if lying.place != STUB:
            chain.table.field.move(lying.uid, STUB, Face.DOWN)
    await chain.settle()


def situations(chain: Chain) -> list[Situation]:
    return [ruling.situation for ruling in chain.rulings()]


async def test_a_machine_left_in_sort_mode_is_noticed_at_every_hand(tmp_path: Path) -> None:
    async with table(tmp_path, tuple(RED.values())) as chain:
        machine = chain.table.shuffler
        assert machine is not None
        machine.sorts = True
        for hand in range(1, 4):
            await shuffle(chain)
            assert chain.picture.stop == STOP
            await deal(chain, seat1="Kh")
            assert situations(chain) == [Situation.UNSHUFFLED] * hand
            await gather(chain)
            await shuffle(chain)
            assert (chain.picture.stop, chain.picture.redeal_of is None) == (STOP, False)
            await chain.tell(StepConfirmed(Step.SHUFFLE))
            assert chain.picture.stop_step is None
            await deal(chain, seat1="Kh", seat2="2c")
            await end(chain)
        machine.sorts = False
        await shuffle(chain)
        await deal(chain, seat1="Kh", seat2="2c")
        assert situations(chain) == [Situation.UNSHUFFLED] * 3


async def test_a_right_count_of_wrong_cards_is_noticed_when_the_stranger_lands(tmp_path: Path) -> None:
    """One card lies under the rail and one of the other deck took its place: the machine counts 52 both times."""
    lying = (*(uid for card, uid in RED.items() if card != "9c"), BLUE[Card("9c")])
    async with table(tmp_path, lying) as chain:
        await shuffle(chain)
        await deal(chain, seat1="Kh", seat2="2c", seat3="7d", seat4="7h")
        await end(chain)
        assert situations(chain) == []
        await shuffle(chain)
        await deal(chain, seat1="Kh", seat2="9c*", seat3="7d", seat4="7h")
        assert situations(chain) == []  # three cards against one: not plain enough yet
        chain.table.field.move(RED[Card("As")], parse_place("seat1"), Face.DOWN)
        await chain.settle()
        assert situations(chain) == [Situation.FOREIGN_CARD]


async def test_a_count_of_51_stops_the_hand_it_opens(tmp_path: Path) -> None:
    async with table(tmp_path, tuple(RED.values())) as chain:
        await shuffle(chain, cards=51)
        assert situations(chain) == [Situation.DECK_COUNT]


async def test_the_first_card_falls_while_the_machine_sorts_the_other_deck(tmp_path: Path) -> None:
    """Two decks: the button starts the one that was played, and the other one is dealt at once."""
    async with table(tmp_path, (*RED.values(), *BLUE.values())) as chain:
        machine = chain.table.shuffler
        assert machine is not None
        machine.sorts = True
        machine.load(52)
        machine.press_start()
        await deal(chain, seat1="Kh")
        await chain.finish(machine.finished())
        await deal(chain, seat2="2c", seat3="7d", seat4="7h")
        assert situations(chain) == []
        await end(chain)
        machine.empty()
        machine.load(52)
        await chain.settle()
        machine.press_start()
        await chain.calm()
        assert chain.picture.stop == STOP
        await deal(chain, seat2="Kh*")
        assert situations(chain) == [Situation.UNSHUFFLED]


async def test_a_redeal_is_not_dealt_from_the_deck_that_the_machine_sorted_meanwhile(tmp_path: Path) -> None:
    async with table(tmp_path, (*RED.values(), *BLUE.values())) as chain:
        machine = chain.table.shuffler
        assert machine is not None
        await shuffle(chain)
        await deal(chain, seat1="Kh")
        machine.sorts = True
        await sort_beside_the_hand(chain)
        await chain.tell(PersonReported(Situation.EXPOSED_FIRST_CARD, seat=SeatNo(1)))
        assert situations(chain) == [Situation.EXPOSED_FIRST_CARD]
        await gather(chain)
        await chain.tell(HandOpened())
        assert chain.picture.redeal_of is not None
        await deal(chain, seat1="Kh", seat2="2c", seat3="7d", seat4="7h")
        assert situations(chain) == [Situation.EXPOSED_FIRST_CARD]


async def sort_beside_the_hand(chain: Chain) -> None:
    """The machine's own words about a cycle beside the hand; its button would be the opening of another one."""
    machine = chain.table.shuffler
    assert machine is not None
    machine.load(52)
    await chain.settle()
    machine.press_start()
    await chain.finish(machine.finished())
    machine.empty()
    await chain.settle()
