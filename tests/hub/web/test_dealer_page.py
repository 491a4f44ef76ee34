"""The dealer's page in a real browser over a real server: what it shows, and that each press becomes one fact."""

import pytest
from msgspec.structs import replace
from playwright.async_api import Page, Route, WebSocketRoute, expect

from felt.card import Card
from felt.fact import (
    ButtonMoved,
    DeckChanged,
    Fact,
    FactWithdrawn,
    FloorCalled,
    HandClosed,
    HandOpened,
    PersonReported,
    QuestionAnswered,
    RoundClosed,
    SeatChanged,
    SeatStatus,
    StepConfirmed,
    WatchChanged,
)
from felt.ids import FactId, HandId
from felt.note import NoteKey, note
from felt.place import SeatNo
from felt.situation import Question, Situation, Step
from hub.languages import LANGUAGES, catalogue
from hub.rules.ruling import LastSaid
from hub.views.status import RulingRecord
from tests.hub.views import pictures
from tests.hub.web.conftest import PHONE, OpenPage, Site
from tests.hub.web.pages import SAID, press

COLOUR = "(element) => getComputedStyle(element).color"

pytestmark = pytest.mark.asyncio(loop_scope="session")


def facts(site: Site) -> list[Fact]:
    return [fact for _, _, fact in site.floor.told]


async def test_a_change_is_pushed_without_a_reload(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1")
    await expect(page.get_by_text("Waiting").first).to_be_visible()
    site.floor.show(pictures.status(pictures.MISDEALT))
    await expect(page.locator(".big")).to_have_text("Shuffle the deck.")
    await expect(page.locator(".eyebrow")).to_contain_text("bfsp 6.3.6")
    await expect(page.locator(".eyebrow")).to_contain_text("step 2 of 4")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_finished_ruling_is_quiet_and_asks_for_nothing(site: Site, open_page: OpenPage, language: str) -> None:
    """Also in the hands after it: what it was, that it is done, and no word of what would be to do."""
    words, ruling = catalogue(language), pictures.EARLY_TURN
    record = RulingRecord(ruling, pictures.NOON, done=(0, 1, 2, 3, 4), completed=True)
    later = replace(pictures.FLOP, hand=HandId("t1-h13"), notes=())
    site.floor.show(replace(pictures.status(later), chronicle=(record,)))
    page = await open_page(f"/table/t1?lang={language}")
    last = page.locator(".last.past")
    await expect(last).to_contain_text(f"{words.past[ruling.kind]}: {words.situations[ruling.situation]}")
    await expect(last).to_contain_text(words.words["step-done"])
    assert words.kinds[ruling.kind] not in await page.inner_text("main")
    line, muted = last.locator("b"), last.locator("small")
    assert await line.evaluate(COLOUR) == await muted.evaluate(COLOUR)
    site.floor.show(replace(pictures.status(later), chronicle=(replace(record, done=(0, 1)),)))
    await expect(last).to_contain_text(words.words["over"])
    await press(page, words.words["why"])
    await expect(page.get_by_text(words.words["standing-closed"])).to_be_visible()


async def test_stop_fills_the_screen_and_is_spoken(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1")
    site.floor.show(pictures.status(pictures.STOPPED))
    await expect(page.locator(".stop-word")).to_have_text("STOP")
    await expect(page.get_by_role("alert").first).to_have_text("Seat 4 has not acted. Do not deal the turn.")
    await expect(page).to_have_title("STOP · Table 1 · Feltwire")
    ground = await page.locator(".dealer").evaluate("element => getComputedStyle(element).backgroundColor")
    assert ground == "rgb(179, 16, 30)"
    site.floor.show(pictures.status(pictures.FLOP))
    await expect(page.locator(".stop-word")).to_have_count(0)


async def test_stop_closes_what_lies_over_it(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1")
    await press(page, "Report…")
    await expect(page.get_by_role("dialog")).to_be_visible()
    site.floor.show(pictures.status(pictures.STOPPED))
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page.locator(".stop-word")).to_be_visible()


@pytest.mark.parametrize(
    ("key", "fact"),
    [
        ("Round closed", RoundClosed()),
        ("Hand over", HandClosed()),
        ("Call floor", FloorCalled()),
    ],
)
async def test_keys_become_facts(site: Site, open_page: OpenPage, key: str, fact: Fact) -> None:
    site.floor.show(pictures.status(pictures.FLOP))
    page = await open_page("/table/t1")
    await press(page, key)
    await expect(page.locator(SAID)).to_contain_text({"Call floor": "The floor is called"}.get(key, key))
    assert site.floor.told == [("t1", "page-dealer", fact)]


async def test_a_new_hand_in_the_middle_of_one_is_asked_about(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1")
    await press(page, "New hand")
    await expect(page.locator(SAID)).to_be_visible()
    assert facts(site) == [HandOpened()]
    site.floor.show(pictures.status(pictures.FLOP))
    await expect(page.locator(".big")).to_have_text("Betting, flop")
    await expect(page.locator('[aria-busy="true"]')).to_have_count(0)
    await press(page, "New hand")
    await expect(page.get_by_role("dialog")).to_contain_text("A hand is in play")
    assert facts(site) == [HandOpened()]
    await press(page, "No")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert facts(site) == [HandOpened()]
    await press(page, "New hand")
    await press(page, "Yes")
    await expect(page.locator(SAID)).to_be_visible()
    assert facts(site) == [HandOpened(), HandOpened()]


async def test_undo_names_what_it_takes_back(site: Site, open_page: OpenPage) -> None:
    report = PersonReported(Situation.SEAT_SKIPPED, seat=SeatNo(3))
    said = replace(pictures.FLOP, last_said=LastSaid(FactId("page-dealer/00000000000000aa/9"), report))
    site.floor.show(pictures.status(said))
    page = await open_page("/table/t1")
    await press(page, "Undo")
    await expect(page.get_by_role("dialog")).to_contain_text("Take back “A player was not dealt in, seat 3”?")
    await press(page, "Yes")
    await expect(page.locator(SAID)).to_contain_text("Taken back: A player was not dealt in, seat 3")
    assert facts(site) == [FactWithdrawn()]


async def test_undo_takes_back_nothing_that_it_did_not_name(site: Site, open_page: OpenPage) -> None:
    said = replace(pictures.FLOP, last_said=LastSaid(FactId("page-dealer/00000000000000aa/9"), RoundClosed()))
    site.floor.show(pictures.status(said))
    page = await open_page("/table/t1")
    await press(page, "Undo")
    await expect(page.get_by_role("dialog")).to_contain_text("Take back “Round closed”?")
    newer = LastSaid(FactId("page-floor/00000000000000ab/1"), FloorCalled())
    site.floor.show(pictures.status(replace(said, last_said=newer)))
    await expect(page.locator(f'[data-revision="{site.floor.revision("t1")}"]')).to_be_visible()
    await press(page, "Yes")
    await expect(page.locator(".failure")).to_contain_text("no longer the current one")
    assert facts(site) == []


async def test_undo_of_nothing_asks_too(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1")
    await press(page, "Undo")
    await press(page, "Yes")
    await expect(page.locator(SAID)).to_be_visible()
    assert facts(site) == [FactWithdrawn()]


async def test_a_doubled_tap_is_one_press(site: Site, open_page: OpenPage) -> None:
    site.floor.show(pictures.status(pictures.FLOP))
    page = await open_page("/table/t1")
    await page.get_by_role("button", name="Call floor").dblclick()
    await expect(page.locator(SAID)).to_be_visible()
    await expect(page.locator('[aria-busy="true"]')).to_have_count(0)
    assert facts(site) == [FloorCalled()]


async def test_a_press_whose_answer_was_lost_happens_once(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1")
    heard: list[str] = []

    async def lose_the_first_answer(route: Route) -> None:
        heard.append(route.request.post_data or "")
        response = await route.fetch()
        if len(heard) == 1:
            await route.abort("connectionreset")
        else:
            await route.fulfill(response=response)

    await page.route("**/tell", lose_the_first_answer)
    await press(page, "Call floor")
    await expect(page.locator(SAID)).to_be_visible()
    assert len(heard) == 2
    assert heard[0] == heard[1]
    assert facts(site) == [FloorCalled()]


async def test_a_question_is_answered_with_one_tap(site: Site, open_page: OpenPage) -> None:
    site.floor.show(pictures.status(pictures.ASKING))
    page = await open_page("/table/t1")
    await expect(page.locator(".big")).to_have_text("Does seat 4 still have to act?")
    await press(page, "Yes")
    await expect(page.locator(SAID)).to_be_visible()
    assert facts(site) == [QuestionAnswered(Question.ROUND_OPEN, "yes", SeatNo(4))]


async def test_a_number_answers_a_count(site: Site, open_page: OpenPage) -> None:
    site.floor.show(pictures.status(pictures.COUNTING))
    page = await open_page("/table/t1")
    await page.locator(".answers").get_by_role("button", name="1", exact=True).click()
    await expect(page.locator(SAID)).to_be_visible()
    assert facts(site) == [QuestionAnswered(Question.CARD_COUNT, "1", SeatNo(8))]


async def test_done_confirms_the_step_on_screen(site: Site, open_page: OpenPage) -> None:
    site.floor.show(pictures.status(pictures.MISDEALT))
    page = await open_page("/table/t1")
    await press(page, "✓ Done")
    await expect(page.locator(SAID)).to_be_visible()
    assert facts(site) == [StepConfirmed(Step.SHUFFLE)]


async def test_no_tap_is_asked_for_what_the_table_sees(site: Site, open_page: OpenPage) -> None:
    gathering = replace(
        pictures.MISDEALT, procedure=pictures.under_way(pictures.MISDEAL, "due", "later", "later", "later")
    )
    site.floor.show(pictures.status(gathering))
    page = await open_page("/table/t1")
    await expect(page.locator(".big")).to_have_text("Gather all cards.")
    await expect(page.locator(".sensed")).to_have_text("The table sees this by itself.")
    await expect(page.locator(".done")).to_have_count(0)
    await press(page, "It is done")
    await expect(page.get_by_role("dialog")).to_contain_text("the table has not seen this done")
    await press(page, "Yes")
    await expect(page.locator(SAID)).to_be_visible()
    assert facts(site) == [StepConfirmed(Step.GATHER_ALL)]


async def test_seat_and_table_sheets(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1")

    async def through(*names: str) -> None:
        for name in names:
            await press(page, name)
        await expect(page.locator(SAID)).to_be_visible()
        await expect(page.get_by_role("dialog")).to_have_count(0)

    await press(page, "Seat 4, ready, 0 cards")
    await through("Away")
    await press(page, "Seat 5, ready, 0 cards")
    await through("Back")
    await through("Table…", "Seats and button…", "10", "New player")
    await through("Table…", "Seats and button…", "7", "Button is here")
    await through("Table…", "Deck changed")
    await through("Table…", "Stop watching")
    assert facts(site) == [
        SeatChanged(SeatNo(4), SeatStatus.AWAY),
        SeatChanged(SeatNo(5), SeatStatus.BACK),
        SeatChanged(SeatNo(10), SeatStatus.JOINED),
        ButtonMoved(SeatNo(7)),
        DeckChanged(),
        WatchChanged(watching=False, why="the dealer said so", note=note(NoteKey.WATCH_DEALER)),
    ]


async def test_a_report_with_its_details(site: Site, open_page: OpenPage) -> None:
    site.floor.show(pictures.status(pictures.FLOP))
    page = await open_page("/table/t1")
    await press(page, "Report…")
    await press(page, "Burn, board and stub")
    await press(page, "No burn card")
    await press(page, "Report")
    await expect(page.locator(SAID)).to_contain_text("No burn card")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await press(page, "Report…")
    await press(page, "Hole card exposed by the dealer")
    report = page.get_by_role("button", name="Report", exact=True)
    await expect(report).to_be_disabled()
    await page.get_by_role("group", name="Seat", exact=True).get_by_role("button", name="4").click()
    await press(page, "K")
    await expect(report).to_be_disabled()
    await press(page, "♥ hearts")
    await report.click()
    await expect(page.locator(SAID)).to_contain_text("Hole card exposed")
    assert facts(site) == [
        PersonReported(Situation.MISSING_BURN),
        PersonReported(Situation.EXPOSED_HOLE_CARD, seat=SeatNo(4), card=Card("Kh")),
    ]


async def offered_seats(page: Page) -> list[str]:
    return await page.get_by_role("group", name="Seat", exact=True).get_by_role("button").all_inner_texts()


async def test_a_report_offers_the_seats_of_the_table(site: Site, open_page: OpenPage) -> None:
    few = tuple(pictures.seat(number) for number in (1, 3, 4, 6))
    site.floor.show(pictures.status(replace(pictures.FLOP, seats=few)))
    page = await open_page("/table/t1")
    await press(page, "Report…")
    await press(page, "A player was not dealt in")
    assert await offered_seats(page) == ["1", "3", "4", "6"]
    await press(page, "Back")
    await press(page, "Cards to a seat not in the hand")
    assert await offered_seats(page) == [str(number) for number in range(1, 11)]


async def test_a_report_with_a_seat_that_left_meanwhile_is_not_sent(site: Site, open_page: OpenPage) -> None:
    site.floor.show(pictures.status(pictures.FLOP))
    page = await open_page("/table/t1")
    await press(page, "Report…")
    await press(page, "A player was not dealt in")
    await page.get_by_role("group", name="Seat", exact=True).get_by_role("button", name="9").click()
    send = page.get_by_role("button", name="Report", exact=True)
    await expect(send).to_be_enabled()
    site.floor.show(pictures.status(replace(pictures.FLOP, seats=pictures.FLOP.seats[:8])))
    await expect(send).to_be_disabled()


async def test_a_press_that_is_not_recorded_says_so(site: Site, open_page: OpenPage) -> None:
    site.floor.full = True
    page = await open_page("/table/t1")
    await press(page, "New hand")
    await expect(page.locator(".failure")).to_contain_text("Not recorded: ")
    await expect(page.locator(".failure")).to_contain_text("the disk is full")
    await expect(page.locator(SAID)).to_have_count(0)
    await press(page, "OK")
    await expect(page.locator(".failure")).to_have_count(0)


async def test_what_is_not_watched_is_said(site: Site, open_page: OpenPage) -> None:
    site.floor.show(pictures.status(pictures.UNWATCHED))
    page = await open_page("/table/t1")
    await expect(page.locator(".banner.amber")).to_contain_text("Not watching: the dealer said so")
    site.floor.show(pictures.status(pictures.PARTIAL))
    await expect(page.locator(".banner.amber")).to_contain_text("its opening was not seen")
    await expect(page.locator(".watching")).to_contain_text("Not: muck")
    site.floor.show(pictures.status(pictures.FLOP, device=pictures.LOST))
    await expect(page.locator(".banner.amber")).to_contain_text("reader-2 does not answer")


async def test_shadow_mode_shows_no_ruling(site: Site, open_page: OpenPage) -> None:
    site.floor.show(pictures.status(pictures.MISDEALT, authority="silent"))
    page = await open_page("/table/t1")
    await expect(page.locator(".banner.shadow")).to_be_visible()
    await expect(page.locator(".big")).to_have_text("Hand in play")
    await expect(page.get_by_text("Misdeal")).to_have_count(0)
    await expect(page.get_by_text("6.3.6")).to_have_count(0)


async def test_a_lost_connection_is_said_at_once_and_caught_up(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1")
    await expect(page.get_by_role("button", name="New hand")).to_be_enabled()
    await site.stop()
    await expect(page.locator(".banner.lost")).to_contain_text("Connection lost since")
    await expect(page.locator(".banner.lost")).to_contain_text("What you see is old")
    for key in ("New hand", "Round closed", "Call floor", "Undo", "Table…"):
        await expect(page.get_by_role("button", name=key)).to_be_disabled()
    site.floor.show(pictures.status(pictures.ASKING))
    await site.start_again()
    await expect(page.locator(".banner.lost")).to_have_count(0)
    await expect(page.locator(".big")).to_have_text("Does seat 4 still have to act?")
    await expect(page.get_by_role("button", name="New hand")).to_be_enabled()


async def test_a_connection_that_is_up_but_dead_is_noticed(site: Site, open_page: OpenPage) -> None:
    passed = 0

    def one_message_only(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            nonlocal passed
            passed += 1
            if passed == 1:
                socket.send(message)

        server.on_message(forward)

    async def with_a_dead_wire(page: Page) -> None:
        await page.clock.install()
        await page.route_web_socket("**/live/**", one_message_only)

    page = await open_page("/table/t1", before=with_a_dead_wire)
    await expect(page.get_by_role("button", name="New hand")).to_be_enabled()
    await page.clock.fast_forward(6_000)
    await expect(page.locator(".banner.lost")).to_have_count(0)
    await page.clock.fast_forward(1_000)
    await expect(page.locator(".banner.lost")).to_contain_text("Connection lost")


async def test_a_floor_that_falls_silent_makes_pages_say_that_they_are_old(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1")
    await expect(page.get_by_role("button", name="New hand")).to_be_enabled()
    site.floor.fall_silent()
    await expect(page.locator(".banner.lost")).to_contain_text("Connection lost")


async def test_a_renewed_hub_gets_its_own_pages(
    site: Site, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await open_page("/table/t1")
    await expect(page.get_by_role("button", name="New hand")).to_be_enabled()
    await site.stop()
    monkeypatch.setattr("hub.web.app._build", lambda: "another")
    async with page.expect_navigation():
        await site.start_again()
    await expect(page.get_by_role("button", name="New hand")).to_be_enabled()


async def test_two_browsers_agree(site: Site, open_page: OpenPage) -> None:
    first = await open_page("/table/t1")
    second = await open_page("/table/t1", viewport=PHONE)
    for picture in (pictures.DEALING, pictures.FLOP, pictures.STOPPED, pictures.REPAIRING):
        site.floor.show(pictures.status(picture))
    revision = site.floor.revision("t1")
    for page in (first, second):
        await expect(page.locator(".dealer")).to_have_attribute("data-revision", revision)
        await expect(page.locator(".big")).to_have_text("Finish the betting round: seat 4 acts.")


async def test_keys_work_from_the_keyboard(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1")
    key = page.get_by_role("button", name="New hand")
    await key.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(SAID)).to_be_visible()
    assert facts(site) == [HandOpened()]
    await page.get_by_role("button", name="Undo").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert facts(site) == [HandOpened()]
