"""The desk with every kind of reader and of tag: which pairs there are, and a deck enrolled over each."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from felt.card import DECK, Card
from felt.fault import ConfigFault
from felt.ids import Uid
from firmware_bridge.reader.air import Air
from firmware_bridge.stream import MemoryWires
from hardware.board.kinds import TAGS_COUNTED, ReaderKind
from table_node.enrolment.desk import Desk, Key
from table_node.enrolment.locked import DeckRecord
from table_node.enrolment.reader import desk_reader
from tests.firmware_bridge.auto_clock import AutoClock
from tests.firmware_bridge.reader.rigs import RIGS, Rig

each_rig = pytest.mark.parametrize("make", RIGS, ids=lambda make: make.__name__)


class Custodian:
    """Lays cards on antenna 1 of a rig as the desk asks for them."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.said: list[str] = []
        self.keys: asyncio.Queue[Key] = asyncio.Queue()

    def tag(self, card: Card) -> str:
        return self.rig.uid(DECK.index(card))

    def lay(self, *tags: str) -> None:
        self.rig.lay(1, list(tags))

    async def typed(self) -> AsyncIterator[Key]:
        while True:
            yield await self.keys.get()

    async def wait_for(self, words: str, clock: AutoClock) -> None:
        """Until the desk says `words`; from then on it counts anew."""
        while not any(words in line for line in self.said):
            await clock.sleep(0.01)
        self.said.clear()

    async def empty(self, clock: AutoClock) -> None:
        """Nothing on the antenna, for long enough to be seen."""
        self.lay()
        await clock.sleep(1)


def desk_of(custodian: Custodian, clock: AutoClock, wires: MemoryWires) -> Desk:
    rig = custodian.rig
    reader = desk_reader("memory://desk", rig.kind, 1, rig.air)
    return Desk(reader.plan, reader.opener(clock, wires), clock, say=custodian.said.append, keys=custodian.typed())


@each_rig
async def test_a_deck_is_enrolled_and_verified_with_every_reader(make: type[Rig]) -> None:
    """Three cards, two on the antenna at once, one a second time; then the rest another day, and a second person."""
    async with AutoClock() as clock:
        wires, rig = MemoryWires(), make(clock)  # type: ignore[call-arg]
        serving = asyncio.create_task(rig.serve(wires.plug("desk")))
        custodian = Custodian(rig)
        desk = desk_of(custodian, clock, wires)
        kept: list[DeckRecord] = []
        enrolling = asyncio.create_task(desk.enrol(DeckRecord("red", {}, enrolled_by="Ann"), {}, kept.append))
        await custodian.wait_for(f"Lay down {DECK[0]}", clock)
        custodian.lay(custodian.tag(DECK[0]), custodian.tag(DECK[1]))
        await custodian.wait_for("more than one card", clock)
        custodian.lay(custodian.tag(DECK[0]))
        await custodian.wait_for(f"{DECK[0]} enrolled", clock)
        await custodian.empty(clock)
        custodian.lay(custodian.tag(DECK[0]))
        await custodian.wait_for(f"this card was enrolled already ({DECK[0]})", clock)
        await custodian.empty(clock)
        custodian.lay(custodian.tag(DECK[1]))
        await custodian.wait_for(f"{DECK[1]} enrolled", clock)
        custodian.keys.put_nowait(Key.QUIT)
        record = await enrolling
        assert record == kept[-1]
        assert record.cards == {Uid(custodian.tag(card)): card for card in DECK[:2]}
        serving.cancel()


@each_rig
async def test_a_second_person_verifies_with_every_reader(make: type[Rig]) -> None:
    async with AutoClock() as clock:
        wires, rig = MemoryWires(), make(clock)  # type: ignore[call-arg]
        serving = asyncio.create_task(rig.serve(wires.plug("desk")))
        custodian = Custodian(rig)
        record = DeckRecord("red", {Uid(custodian.tag(card)): card for card in DECK[:2]}, enrolled_by="Ann")
        verifying = asyncio.create_task(desk_of(custodian, clock, wires).verify(record, "Ben"))
        await custodian.wait_for("Verifying", clock)
        custodian.lay(custodian.tag(DECK[5]))
        await custodian.wait_for("this card belongs to another deck", clock)
        for card in DECK[1::-1]:
            await custodian.empty(clock)
            custodian.lay(custodian.tag(card))
            await custodian.wait_for(f"{card}   (", clock)
        assert (await verifying).verified_by == "Ben"
        serving.cancel()


async def test_two_cards_that_stay_are_told_once_and_a_changing_number_is_named() -> None:
    """A second of two cards is dozens of looks; a card that makes up its number settles never."""
    async with AutoClock() as clock:
        wires = MemoryWires()
        rig = next(make for make in RIGS if make.air is Air.ISO14443A)(clock)  # type: ignore[call-arg]
        serving = asyncio.create_task(rig.serve(wires.plug("desk")))
        custodian = Custodian(rig)
        desk = desk_of(custodian, clock, wires)
        enrolling = asyncio.create_task(desk.enrol(DeckRecord("red", {}), {}, lambda _: None))
        await clock.sleep(0.5)
        custodian.lay(rig.uid(1), rig.uid(2))
        await clock.sleep(1)
        assert sum("more than one card" in line for line in custodian.said) == 1
        await custodian.empty(clock)
        custodian.lay(rig.uid(1), rig.uid(2))
        await clock.sleep(1)
        assert sum("more than one card" in line for line in custodian.said) == 2
        custodian.lay("08A1B2C3")
        await custodian.wait_for("another number at each look", clock)
        custodian.keys.put_nowait(Key.QUIT)
        assert (await enrolling).cards == {}
        serving.cancel()


def test_left_out_the_tags_are_the_readers_own() -> None:
    """A kind that reads both ISO 15693 and ISO 14443A takes the first, which a table's cards carry."""
    own = {kind: desk_reader("memory://desk", kind, 1).tags for kind in ReaderKind}
    assert {kind: str(tags) for kind, tags in own.items()} == {
        "pepper-c1-mux": "iso15693",
        "feig-mask": "iso15693",
        "feig-output": "iso15693",
        "pn532-hsu": "iso14443a",
        "thingmagic-eu": "gen2",
        "thingmagic-na": "gen2",
        "r200-eu": "gen2",
        "r200-na": "gen2",
    }


@pytest.mark.parametrize(("kind", "tags"), TAGS_COUNTED)
def test_every_pair_that_a_board_may_have_stands_at_a_desk(kind: str, tags: str) -> None:
    reader = desk_reader("memory://desk", kind, 1, tags)
    assert (reader.kind, reader.tags, reader.plan.antennas) == (kind, tags, (1,))


@pytest.mark.parametrize(
    ("kind", "antenna", "tags", "said"),
    [
        ("pn532-hsu", 1, "iso15693", r"--tags: a pn532-hsu reads no iso15693 tags \(iso14443a\)"),
        ("pepper-c1-mux", 1, "gen2", r"reads no gen2 tags \(iso15693 or iso14443a\)"),
        ("pepper-c1-mux", 1, "ntag", r"reads no ntag tags \(iso15693 or iso14443a\)"),
        ("pepper", 1, "", r"--kind: unknown reader kind 'pepper' \(did you mean 'pepper-c1-mux'\?\)"),
        ("pepper-c1-mux", 9, "", r"--antenna: no antenna 9 \(a pepper-c1-mux has antennas 1 to 8\)"),
        ("r200-eu", 2, "", r"no antenna 2 \(a r200-eu has antenna 1 only\)"),
        ("r200-eu", 0, "", "no antenna 0"),
    ],
)
def test_what_cannot_stand_at_a_desk_is_named_with_what_could(kind: str, antenna: int, tags: str, said: str) -> None:
    with pytest.raises(ConfigFault, match=said):
        desk_reader("memory://desk", kind, antenna, tags)


def test_a_device_is_opened_as_its_kind_leaves_the_factory() -> None:
    assert desk_reader("/dev/ttyUSB0", "feig-mask", 1).port == "serial:///dev/ttyUSB0?baud=38400&parity=E"
    assert desk_reader("/dev/ttyUSB0", "pn532-hsu", 1).port == "serial:///dev/ttyUSB0?baud=115200"
    with pytest.raises(ConfigFault, match="is not a stream URL"):
        desk_reader("ttyUSB0", "pn532-hsu", 1)
