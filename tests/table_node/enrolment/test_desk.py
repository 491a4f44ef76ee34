"""The custodian's desk over the shipped driver and the virtual reader, on a clock moved by hand."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from felt.card import DECK, Card
from felt.clock import ManualClock
from felt.fault import ConfigFault
from felt.ids import DeviceId, Uid
from firmware_bridge.reader.pepper import PepperMux
from firmware_bridge.reader.port import ReaderDriver
from firmware_bridge.reader.sweep import SweepPlan
from firmware_bridge.reading import AntennaNo
from firmware_bridge.stream import memory_pair
from hardware.virtual.reader import VirtualPepper
from table_node.enrolment.desk import Desk, Key, tags_of_others
from table_node.enrolment.locked import DeckRecord, deck_key, load_locked, save_locked

T = TypeVar("T")


class OneAntenna:
    """The desk's field: what lies on the antenna now."""

    def __init__(self) -> None:
        self.lying: tuple[Uid, ...] = ()

    def tags(self, antenna: AntennaNo) -> tuple[Uid, ...]:
        return self.lying if antenna == 1 else ()


class Office:
    """A desk, its reader, the custodian's hands and keys, and what the desk said."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.antenna = OneAntenna()
        self.said: list[str] = []
        self.keys: asyncio.Queue[Key] = asyncio.Queue()
        self._served: list[asyncio.Task[None]] = []

    async def during(self, work: Callable[[Desk], Awaitable[T]], custodian: Callable[[], Awaitable[None]]) -> T:
        """Let the custodian act while the desk works."""
        plan = SweepPlan(DeviceId("desk"), (AntennaNo(1),))
        desk = Desk(plan, self._open, self.clock, say=self.said.append, keys=self._typed())
        working = asyncio.ensure_future(work(desk))
        await self.clock.advance(2)
        await custodian()
        async with asyncio.timeout(30):
            while not working.done():
                await self.clock.advance(0.2)
        for task in self._served:
            task.cancel()
        await asyncio.gather(*self._served, return_exceptions=True)
        return working.result()

    async def lay(self, uid: Uid) -> None:
        self.antenna.lying = (uid,)
        await self.clock.advance(0.2)
        self.antenna.lying = ()
        await self.clock.advance(0.1)

    async def press(self, key: Key) -> None:
        self.keys.put_nowait(key)
        await self.clock.advance(0.1)

    async def _open(self) -> ReaderDriver:
        near, far = memory_pair()
        reader = VirtualPepper(far, self.antenna, self.clock)
        self._served.append(asyncio.create_task(reader.run()))
        return PepperMux(DeviceId("desk"), near, self.clock)

    async def _typed(self) -> AsyncIterator[Key]:
        while True:
            yield await self.keys.get()


def tag(card: Card, deck: int = 1) -> Uid:
    return Uid(f"E004{deck:02X}00{DECK.index(card):08X}")


async def test_a_deck_is_enrolled_over_two_days_with_a_dead_tag_and_a_mistake(tmp_path: Path) -> None:
    office, key, path = Office(), deck_key(tmp_path / "deck.key"), tmp_path / "red.deck"

    def keep(record: DeckRecord) -> None:
        save_locked(record, path, key)

    async def first_day() -> None:
        await office.lay(tag(DECK[0]))
        await office.lay(tag(DECK[5]))  # the wrong card for the second of clubs
        await office.press(Key.UNDO)
        await office.lay(tag(DECK[1]))
        await office.press(Key.DEAD)
        await office.press(Key.QUIT)

    stopped = await office.during(
        lambda desk: desk.enrol(DeckRecord("red", {}, enrolled_by="ann"), {}, keep), first_day
    )
    assert stopped == load_locked(path, key)
    assert (stopped.quarantined, stopped.dead) == ("not finished", (DECK[2],))
    assert stopped.cards == {tag(DECK[0]): DECK[0], tag(DECK[1]): DECK[1]}

    async def second_day() -> None:
        for card in DECK[3:]:
            await office.lay(tag(card))

    done = await office.during(lambda desk: desk.enrol(load_locked(path, key), {}, keep), second_day)
    assert done.cards == {tag(card): card for card in DECK if card != DECK[2]}
    assert done.quarantined == f"dead tags: {DECK[2]}"

    async def new_card() -> None:
        await office.lay(tag(DECK[7]))
        await office.lay(tag(DECK[2], deck=9))

    mended = await office.during(lambda desk: desk.swap(done, DECK[2], {}), new_card)
    assert mended is not None
    assert sorted(mended.cards.values()) == sorted(DECK)
    assert (mended.quarantined, mended.dead, mended.verified_by) == ("", (), "")
    assert f"this card was enrolled already ({DECK[7]})" in office.said


async def test_a_second_person_verifies_and_the_first_may_not() -> None:
    record = DeckRecord("red", {tag(card): card for card in DECK[:3]}, enrolled_by="ann")
    office = Office()

    async def all_cards() -> None:
        for card in DECK[2::-1]:
            await office.lay(tag(card))

    verified = await office.during(lambda desk: desk.verify(record, "bob"), all_cards)
    assert verified.verified_by == "bob"
    with pytest.raises(ConfigFault, match="second person"):
        await office.during(lambda desk: desk.verify(record, "ann"), all_cards)


async def test_a_verifier_who_sees_another_card_quarantines_the_deck() -> None:
    record = DeckRecord("red", {tag(card): card for card in DECK[:3]}, enrolled_by="ann")
    office = Office()

    async def first_is_wrong() -> None:
        await office.lay(tag(DECK[1]))
        await office.press(Key.NO)

    refused = await office.during(lambda desk: desk.verify(record, "bob"), first_is_wrong)
    assert (refused.verified_by, refused.quarantined) == ("", f"bob saw another card than {DECK[1]}")


def test_the_tags_of_other_decks_are_known(tmp_path: Path) -> None:
    key = deck_key(tmp_path / "deck.key")
    for name, deck in (("red", 1), ("blue", 2)):
        save_locked(DeckRecord(name, {tag(DECK[0], deck): DECK[0]}), tmp_path / f"{name}.deck", key)
    assert tags_of_others(tmp_path, key, "red") == {tag(DECK[0], 2): "blue"}
