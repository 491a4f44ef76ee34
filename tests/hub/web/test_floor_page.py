"""The floor's page in a real browser: calls first, one tap to answer, forty tables, the newest ruling in full."""

import pytest
from msgspec.structs import replace
from playwright.async_api import Route, expect

from felt.fact import QuestionAnswered, RulingOverruled
from felt.place import SeatNo
from felt.situation import Question
from hub.views.status import AlertKind, AlertState, TableStatus
from tests.hub.views import pictures
from tests.hub.web.conftest import DESKTOP, PHONE, OpenPage, Site

pytestmark = pytest.mark.asyncio(loop_scope="session")


def misdeal(*, revision: int = 1, authority: str = "announce") -> TableStatus:
    called = pictures.alert(AlertKind.RULING, name="t1-ruling-7", title="misdeal: exposed-several", ruling=7)
    return pictures.status(pictures.MISDEALT, revision=revision, authority=authority, alerts=(called,))


async def test_a_room_without_calls_is_calm(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/", viewport=PHONE)
    await expect(page.get_by_role("heading", name="All calm")).to_be_visible()
    await expect(page.locator(".calm")).to_contain_text("2 of 2 tables are watched")
    await expect(page).to_have_title("Floor · Feltwire")


async def test_a_ruling_appears_pushed_with_its_clause(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/", viewport=PHONE)
    await expect(page.get_by_text("All calm")).to_be_visible()
    site.floor.show(misdeal())
    call = page.locator(".call")
    await expect(call).to_contain_text("Table 1")
    await expect(call).to_contain_text("Misdeal: Several hole cards exposed, seat 8")
    await expect(call).to_contain_text("bfsp 6.3.6")
    await expect(page).to_have_title("(1) Floor · Feltwire")
    await expect(page.locator('[role="alert"]').first).to_contain_text("Table 1: Misdeal")


async def test_on_my_way_and_resolved_reach_every_page(site: Site, open_page: OpenPage) -> None:
    site.floor.show(misdeal())
    mine = await open_page("/", viewport=PHONE)
    other = await open_page("/", viewport=DESKTOP)
    await mine.get_by_role("button", name="Who are you?").click()
    await mine.get_by_label("Your name").fill("Nino")
    await mine.get_by_role("button", name="Save").click()
    await mine.get_by_role("button", name="On my way").click()
    for page in (mine, other):
        await expect(page.locator(".call")).to_contain_text("Nino is on the way")
        await expect(page.get_by_role("button", name="On my way")).to_have_count(0)
    await expect(mine.get_by_role("heading", name="Everyone is being helped")).to_be_visible()
    await other.get_by_role("button", name="Resolved").click()
    for page in (mine, other):
        await expect(page.get_by_text("All calm")).to_be_visible()
    assert [alert.state for alert in site.floor.status(site.floor.tables()[0]).alerts] == [AlertState.RESOLVED]


async def test_an_alert_that_is_gone_says_so(site: Site, open_page: OpenPage) -> None:
    site.floor.show(misdeal())
    page = await open_page("/", viewport=PHONE)
    await expect(page.locator(".call")).to_be_visible()

    async def to_another(route: Route) -> None:
        await route.continue_(url=route.request.url.replace("ruling-7", "ruling-6"))

    await page.route("**/alert/**", to_another)
    await page.get_by_role("button", name="On my way").click()
    await expect(page.locator(".failure")).to_contain_text("there is no alert")


async def test_the_newest_ruling_in_full(site: Site, open_page: OpenPage) -> None:
    site.floor.show(misdeal())
    page = await open_page("/", viewport=PHONE)
    await page.locator(".call-body").click()
    detail = page.get_by_role("complementary", name="Table 1")
    await expect(detail).to_contain_text("bfsp 6.3.6")
    await expect(detail).to_contain_text("More than one hole card exposed by the dealer")
    await expect(detail).to_contain_text("The dealer exposed Kh at seat 4 and 7c at seat 8")
    await expect(detail.locator(".steps li")).to_have_text(
        [
            "✓ doneGather all cards.",
            "▸ nowShuffle the deck.",
            "· laterCut the deck.",
            "· laterDeal again from seat 4; the button stays on seat 3.",
        ]
    )
    await page.keyboard.press("Escape")
    await expect(detail).to_have_count(0)


async def test_the_incident_is_copied_as_one_text(site: Site, open_page: OpenPage) -> None:
    site.floor.show(misdeal())
    page = await open_page("/#t1", viewport=DESKTOP)
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.get_by_role("button", name="Copy incident").click()
    await expect(page.get_by_role("button", name="✓ Copied")).to_be_visible()
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines()[:3] == [
        "Table 1 (main/t1), hand t1-h12",
        "Time: 2026-11-30 12:00:00 UTC",
        "Ruling 7: MISDEAL. Several hole cards exposed, seat 8 (Kh 7c)",
    ]


async def test_a_ruling_is_overruled_with_a_reason(site: Site, open_page: OpenPage) -> None:
    site.floor.show(misdeal())
    page = await open_page("/#t1", viewport=DESKTOP)
    await page.get_by_role("button", name="Overrule…").click()
    final = page.get_by_role("button", name="Overrule this ruling")
    await expect(final).to_be_disabled()
    await page.get_by_label("Why?").fill("the camera misread the card")
    await final.click()
    await expect(page.locator(".said")).to_be_visible()
    assert site.floor.told == [("t1", "page-floor", RulingOverruled("the camera misread the card"))]


async def test_the_floor_can_answer_the_tables_question(site: Site, open_page: OpenPage) -> None:
    site.floor.show(pictures.status(pictures.ASKING))
    page = await open_page("/#t1", viewport=PHONE)
    await page.get_by_role("button", name="No", exact=True).click()
    await expect(page.locator(".said")).to_be_visible()
    assert site.floor.told == [("t1", "page-floor", QuestionAnswered(Question.ROUND_OPEN, "no", SeatNo(4)))]


async def test_shadow_mode_is_ruled_on_here(site: Site, open_page: OpenPage) -> None:
    site.floor.show(misdeal(authority="silent"))
    page = await open_page("/#t1", viewport=DESKTOP)
    await expect(page.locator(".detail .banner.shadow")).to_contain_text("the dealer's page shows no rulings")
    await expect(page.locator(".detail")).to_contain_text("bfsp 6.3.6")


async def test_forty_tables_are_filtered(site: Site, open_page: OpenPage) -> None:
    for number in range(1, 41):
        site.floor.show(pictures.status(pictures.FLOP, number=number))
    site.floor.show(pictures.status(pictures.UNWATCHED, number=30))
    site.floor.show(pictures.status(pictures.FLOP, number=18, alerts=(pictures.alert(AlertKind.CALL, number=18),)))
    page = await open_page("/", viewport=PHONE)
    tiles = page.locator(".tile")
    await expect(tiles).to_have_count(40)
    await page.get_by_role("button", name="Called 1").click()
    await expect(tiles).to_have_count(1)
    await expect(tiles).to_contain_text("Table 18")
    await page.get_by_role("button", name="Not watched 1").click()
    await expect(tiles).to_contain_text("Table 30")
    await page.get_by_role("button", name="All 40").click()
    await page.get_by_label("Find a table").fill("table 7")
    await expect(tiles).to_have_count(1)
    await expect(tiles).to_contain_text("Table 7")


async def test_the_floor_page_says_that_it_is_old_and_catches_up(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/", viewport=PHONE)
    await expect(page.get_by_text("All calm")).to_be_visible()
    await site.stop()
    await expect(page.locator(".banner.lost")).to_contain_text("Connection lost since")
    site.floor.show(misdeal())
    await site.start_again()
    await expect(page.locator(".banner.lost")).to_have_count(0)
    await expect(page.locator(".call")).to_contain_text("Table 1")


async def test_a_call_that_belongs_to_no_table_is_shown(site: Site, open_page: OpenPage) -> None:
    stranger = replace(pictures.alert(AlertKind.WIRE, number=77, name="x1", title="table in use"), detail="node-9")
    site.floor.strangers = (stranger,)
    page = await open_page("/", viewport=PHONE)
    await expect(page.locator(".call")).to_contain_text("Table in use")
    await expect(page.locator(".call")).to_contain_text("t77")


@pytest.mark.parametrize("viewport", [PHONE, {"width": 360, "height": 640}, DESKTOP])
async def test_every_target_is_large_enough_and_nothing_scrolls_sideways(
    site: Site, open_page: OpenPage, viewport: dict[str, int]
) -> None:
    site.floor.show(misdeal())
    page = await open_page("/#t1", viewport=viewport)
    await expect(page.locator(".detail")).to_be_visible()
    boxes = await page.locator("button, input, a.button, summary").evaluate_all(
        "all => all.map(b => { const r = b.getBoundingClientRect(); return [b.innerText, r.width, r.height]; })"
    )
    assert [box for box in boxes if box[1] < 48 or box[2] < 48] == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
