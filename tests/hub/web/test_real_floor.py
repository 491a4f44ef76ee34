"""Both pages over the real floor, its rules and its ledger: facts in at one end, a finger at the other."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, Page, expect

from felt.envelope import decode_envelope, split_line
from felt.fact import Fact, RoundClosed, StepConfirmed
from felt.script import Stage, parse_script
from felt.situation import Step
from hub.floor import Authority
from hub.ledger import LedgerReader, RowKind
from hub.scenario.node import ScriptedNode
from hub.web.app import build_app
from hub.web.server import WebServer
from tests.hub.floor.room import ROOM, T1, TERMS, Device, Room, open_room
from tests.hub.web.conftest import DISPLAY, PATIENCE_MS, PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")

FOUR_CARD_FLOP = """
rulebook bfsp
seats 1-6
button 6
tracker rounds
hand
deal all
"""
FLOP = """
burn
board 9c 2d Jh 5s
"""


def facts_of(*texts: str) -> list[list[Fact]]:
    """What a table's node says while each text is played, one after the other."""
    script = parse_script("".join(texts), "four-card-flop")
    stage, node = Stage(script), ScriptedNode(script.setup)
    heads = [text.count("\n") for text in texts]
    played: list[list[Fact]] = [[] for _ in texts]
    for statement in script.statements:
        part, line = 0, statement.line
        while line > heads[part]:
            line -= heads[part]
            part += 1
        played[part].extend(fact for act in stage.play(statement) for fact in node.observe(act))
    return played


def said_by_pages(folder: Path) -> list[tuple[str, Fact]]:
    """What the ledger holds of the pages of table 1."""
    reader = LedgerReader(folder / "ledger.db")
    try:
        rows = [row.draft for row in reader.rows(ROOM, T1) if row.draft.kind is RowKind.FACT]
        envelopes = [decode_envelope(split_line(draft.line)[1]) for draft in rows]
        return [(one.device, one.body) for one in envelopes if one.device.startswith("page-")]
    finally:
        reader.close()


@asynccontextmanager
async def pages(room: Room, browser: Browser) -> AsyncIterator[tuple[Page, Page, WebServer]]:
    """The dealer's and the floor's page of a running room."""
    server = WebServer(build_app(room.floor, room=ROOM), 0)
    await server.start()
    opened = [await browser.new_context(viewport={"width": size["width"], "height": size["height"]}) for size in SIZES]
    try:
        dealer, floor = [await context.new_page() for context in opened]
        for page in (dealer, floor):
            page.set_default_timeout(PATIENCE_MS)
        await dealer.goto(f"{server.url}/table/t1")
        await floor.goto(server.url)
        yield dealer, floor, server
    finally:
        for context in opened:
            await context.close()
        await server.stop()


SIZES = (DISPLAY, PHONE)
SETTLED_S = 3.0
"""Table time after which no card of the same street is still waited for."""


async def dealt(room: Room, dealer: Page) -> Device:
    """A node that has dealt a flop of four, the betting before it closed by the dealer's tap."""
    before, flop = facts_of(FOUR_CARD_FLOP, FLOP)
    node = await room.device().start()
    seq = await node.say(0, *before)
    await expect(dealer.locator(".big")).to_have_text("Betting, pre-flop")
    await dealer.get_by_role("button", name="Round closed").click()
    await expect(dealer.locator(".big")).to_have_text("Betting closed")
    await node.acked(await node.say(seq, *flop) - 1)
    await room.clock.advance(SETTLED_S)
    return node


async def test_a_flop_of_four_is_ruled_on_and_put_right(browser: Browser, tmp_path: Path) -> None:
    async with open_room(tmp_path) as room, pages(room, browser) as (dealer, floor, _):
        await expect(floor.get_by_text("All calm")).to_be_visible()
        await dealt(room, dealer)
        await expect(dealer.locator(".eyebrow")).to_contain_text("bfsp 6.6.3")
        await expect(dealer.locator(".big")).to_have_text("Call the floor")
        await expect(floor.locator(".call")).to_contain_text("Flop of four cards")
        await floor.get_by_role("button", name="On my way").click()
        await expect(dealer.locator(".floor")).to_have_text("floor is on the way")
        await dealer.get_by_role("button", name="✓ Done").click()
        await expect(dealer.locator(".big")).to_contain_text("face down and mix them")
        await floor.locator(".call-body").click()
        await expect(floor.locator(".detail .steps .done")).to_have_count(1)
    assert said_by_pages(tmp_path) == [
        ("page-dealer", RoundClosed()),
        ("page-dealer", StepConfirmed(Step.CALL_FLOOR)),
    ]


async def test_shadow_mode_rules_on_the_floor_page_only(browser: Browser, tmp_path: Path) -> None:
    terms = [replace(each, authority=Authority.SILENT) for each in TERMS]
    async with open_room(tmp_path, terms=terms) as room, pages(room, browser) as (dealer, floor, _):
        await dealt(room, dealer)
        await expect(floor.locator(".call")).to_contain_text("bfsp 6.6.3")
        await expect(dealer.locator(".board .card:not(.slot)")).to_have_count(4)
        await expect(dealer.get_by_text("6.6.3")).to_have_count(0)
        await expect(dealer.locator(".big")).to_have_text("Hand in play")


async def test_a_restarted_hub_shows_the_same_table(browser: Browser, tmp_path: Path) -> None:
    first = AsyncExitStack()
    room = await first.enter_async_context(open_room(tmp_path))
    async with first, pages(room, browser) as (dealer, floor, server):
        await dealt(room, dealer)
        await expect(dealer.locator(".big")).to_have_text("Call the floor")
        await dealer.get_by_role("button", name="Call floor").click()
        await expect(floor.locator(".call")).to_have_count(2)
        await server.stop()
        await first.aclose()
        await expect(dealer.locator(".banner.lost")).to_contain_text("Connection lost since")
        async with open_room(tmp_path) as again:
            restarted = WebServer(build_app(again.floor, room=ROOM), int(server.url.rpartition(":")[2]))
            await restarted.start()
            try:
                await expect(dealer.locator(".banner.lost")).to_have_count(0)
                await expect(dealer.locator(".big")).to_have_text("Call the floor")
                await expect(floor.locator(".call")).to_have_count(2)
                await expect(dealer.get_by_role("button", name="✓ Done")).to_be_enabled()
            finally:
                await restarted.stop()


async def test_what_pages_say_is_what_the_rules_hear(browser: Browser, tmp_path: Path) -> None:
    async with open_room(tmp_path) as room, pages(room, browser) as (dealer, _floor, _):
        (dealing,) = facts_of(FOUR_CARD_FLOP)
        node = await room.device().start()
        await node.say(0, *dealing)
        await expect(dealer.locator(".big")).to_have_text("Betting, pre-flop")
        await dealer.get_by_role("button", name="Round closed").click()
        await expect(dealer.locator(".big")).to_have_text("Betting closed")
        await dealer.get_by_role("button", name="Undo").click()
        await dealer.get_by_role("button", name="Yes").click()
        await expect(dealer.locator(".big")).to_have_text("Betting, pre-flop")
        await dealer.get_by_role("button", name="Table…").click()
        await dealer.get_by_role("button", name="Stop watching").click()
        await expect(dealer.locator(".banner.amber")).to_contain_text("Not watching")
