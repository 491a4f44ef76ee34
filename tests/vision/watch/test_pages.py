"""The technician's pages in a browser."""

import re
from collections.abc import AsyncIterator
from itertools import combinations
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, expect

from hardware.board import load_board
from tests.vision.watch.conftest import Room

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
WALL: ViewportSize = {"width": 2560, "height": 1440}
PAGES = ("", "regions", "calibrate")

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_picture_stands_there_with_every_card_and_region(page: Page, room: Room) -> None:
    await page.goto(room.url)
    await expect(page.locator("#picture")).to_be_visible()
    await expect(page.locator("polygon.card")).to_have_count(3)
    await expect(page.locator("polygon.region")).to_have_count(15)
    await expect(page.locator("#cards li")).to_have_count(3)
    await expect(page.locator("#cards li").first).to_contain_text("K♥")
    await expect(page.locator("#cards")).to_contain_text("98.0 %")


async def test_an_open_page_goes_blank_when_a_hand_is_dealt_and_comes_back_after_it(page: Page, room: Room) -> None:
    await page.goto(room.url)
    await expect(page.locator("polygon.card")).to_have_count(3)
    room.hidden = True
    await expect(page.locator("#blank")).to_contain_text("Cards may lie hidden on the table")
    await expect(page.locator("#picture")).to_be_hidden()
    assert await page.locator("#picture").get_attribute("src") is None
    await expect(page.locator("#drawing *")).to_have_count(0)
    await expect(page.locator("#cards li")).to_have_count(0)
    room.hidden = False
    room.lay()
    await expect(page.locator("polygon.card")).to_have_count(3)


async def test_a_page_whose_process_is_gone_goes_blank(page: Page, room: Room) -> None:
    await page.goto(room.url)
    await expect(page.locator("#picture")).to_be_visible()
    await page.route("**/state", lambda route: route.abort())
    await expect(page.locator("#blank")).to_contain_text("does not answer")
    await expect(page.locator("#picture")).to_be_hidden()


async def test_trouble_is_said_even_while_nothing_is_shown(page: Page, room: Room) -> None:
    room.hidden = None
    room.scene.trouble = "shifted: by 12 mm"
    await page.goto(room.url)
    await expect(page.locator("#trouble")).to_have_text("shifted: by 12 mm")
    await expect(page.locator("#blank")).to_contain_text("node does not say")
    await expect(page.locator("#blank")).to_contain_text("start it again with --no-hand")


BURN = ((240, 270), (360, 270), (360, 390), (240, 390))
"""Corners of a region, px of the picture, and mm of the felt at 1 px a mm."""


def check_burn_saved(room: Room) -> None:
    camera = load_board(room.path).camera
    assert camera is not None
    (burn,) = [region for region in camera.regions if str(region.place) == "burn"]
    assert [(round(x / 10), round(y / 10)) for x, y in burn.corners] == [(24, 27), (36, 27), (36, 39), (24, 39)]


async def test_a_region_is_drawn_over_the_picture_and_saved(page: Page, room: Room) -> None:
    await page.goto(f"{room.url}regions")
    await expect(page.locator("polygon.region")).to_have_count(15)
    await page.get_by_label("remove burn").click()
    await page.get_by_label("Place").select_option("burn")
    box = await page.locator("#drawing").bounding_box()
    assert box is not None
    scale = box["width"] / 1280
    for x, y in (*BURN, BURN[0]):
        await page.mouse.click(box["x"] + x * scale, box["y"] + y * scale)
    await expect(page.locator("polygon.region")).to_have_count(15)
    await page.get_by_role("button", name="Save into the board file").click()
    await expect(page.locator("#said")).to_have_text("Saved 15 regions into board.toml.")
    check_burn_saved(room)


async def test_four_clicks_and_a_size_calibrate(page: Page, room: Room) -> None:
    """1300 mm over 96 % of 1280 px."""
    await page.goto(f"{room.url}calibrate")
    await expect(page.locator("#picture")).to_be_visible()
    await expect(page.locator("#save")).to_be_disabled()
    box = await page.locator("#drawing").bounding_box()
    assert box is not None
    for x, y in ((0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)):
        await page.mouse.click(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
    await page.get_by_label("Width, mm").fill("1300")
    await page.get_by_label("Height, mm").fill("731")
    await page.get_by_role("button", name="Save into the board file").click()
    await expect(page.locator("#said")).to_contain_text("Saved.")
    camera = load_board(room.path).camera
    assert camera is not None
    assert camera.calibration is not None
    assert camera.calibration.px_to_mm[0] == pytest.approx(1300 / (0.96 * 1280), abs=0.01)


@pytest.mark.parametrize("path", PAGES)
async def test_no_page_says_an_error_to_its_console(page: Page, room: Room, path: str) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    await page.goto(f"{room.url}{path}")
    await expect(page.locator("#picture")).to_be_visible()
    assert said == []


async def test_the_seats_that_the_board_has_are_offered_and_no_others(page: Page, room: Room) -> None:
    await page.goto(f"{room.url}regions")
    await expect(page.locator("polygon.region")).to_have_count(15)
    offered = await page.locator("#place option").all_text_contents()
    seats = [f"seat{n}" for n in range(1, 8)]
    assert offered == [*(f"board{n}" for n in range(1, 6)), "burn", "muck", *seats, "stub"]


WRITTEN = """() => [...document.querySelectorAll("#drawing text")].map((text) => {
  const { left, right, top, bottom } = text.getBoundingClientRect();
  const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  return { words: text.textContent, size, left, right, top, bottom };
})"""
SMALLEST_PX = 12
"""Of the screen; below it letters over a picture are not read at arm's length."""


async def words_over(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await page.evaluate(WRITTEN)
    return found


def cover(one: dict[str, Any], other: dict[str, Any]) -> bool:
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return bool(across > 0 and down > 0)


@pytest.mark.parametrize("screen", [PHONE, LAPTOP])
@pytest.mark.parametrize("path", PAGES)
async def test_what_is_written_over_the_picture_can_be_read(
    page: Page, room: Room, path: str, screen: ViewportSize
) -> None:
    await page.set_viewport_size(screen)
    await page.goto(f"{room.url}{path}")
    await expect(page.locator("#picture")).to_be_visible()
    if path == "calibrate":
        for x, y in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)):
            await click_at(page, x * 1280, y * 720)
    await expect(page.locator("#drawing text")).to_have_count({"": 17, "regions": 15, "calibrate": 4}[path])
    words = await words_over(page)
    assert [each["words"] for each in words if each["size"] < SMALLEST_PX - 0.01] == []
    assert [each["words"] for each in words if each["left"] < 0 or each["right"] > screen["width"]] == []
    if path:
        assert [(one["words"], two["words"]) for one, two in combinations(words, 2) if cover(one, two)] == []


LABELS = """() => [...document.querySelectorAll("g.label")].map((label) => {
  const { left, right, top, bottom } = label.querySelector("rect").getBoundingClientRect();
  const text = label.querySelector("text").getBoundingClientRect();
  return { words: label.textContent, left, right, top, bottom, over: text.right - right };
})"""


@pytest.mark.parametrize(
    ("screen", "names"), [(PHONE, ["K\u2665", "?"]), (LAPTOP, ["K\u2665 98%", "?"]), (WALL, ["K\u2665 98%", "?"])]
)
async def test_no_cards_label_covers_its_neighbours(
    page: Page, room: Room, screen: ViewportSize, names: list[str]
) -> None:
    """Two cards of a board, 77 mm from middle to middle."""
    await page.set_viewport_size(screen)
    await page.goto(room.url)
    await expect(page.locator("g.label")).to_have_count(2)
    one, other = await page.evaluate(LABELS)
    assert [one["words"], other["words"]] == names
    assert not cover(one, other)
    assert max(one["over"], other["over"]) <= 0


async def test_a_name_over_the_picture_is_whole_where_there_is_room_for_it(page: Page, room: Room) -> None:
    for screen, names in ((LAPTOP, {"board1", "seat7"}), (PHONE, {"b1", "seat7"})):
        await page.set_viewport_size(screen)
        await page.goto(f"{room.url}regions")
        await expect(page.locator("polygon.region")).to_have_count(15)
        assert names <= {each["words"] for each in await words_over(page)}


@pytest.mark.parametrize("path", PAGES)
async def test_on_a_phone_no_page_is_wider_than_it_and_every_key_is_as_large_as_a_finger(
    page: Page, room: Room, path: str
) -> None:
    await page.set_viewport_size(PHONE)
    await page.goto(f"{room.url}{path}")
    await expect(page.locator("#picture")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    keys = page.locator("a, button, select, input")
    for key in await keys.all():
        box = await key.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, await key.inner_text()


@pytest_asyncio.fixture(loop_scope="session")
async def phone(browser: Browser) -> AsyncIterator[Page]:
    """A page under a finger."""
    context = await browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.set_default_timeout(20_000)
    page = await context.new_page()
    yield page
    await context.close()


async def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a pixel of the camera's picture, of 1280 across, stands on the screen."""
    box = await page.locator("#drawing").bounding_box()
    assert box is not None
    return box["x"] + x * box["width"] / 1280, box["y"] + y * box["width"] / 1280


async def click_at(page: Page, x: float, y: float) -> None:
    await page.mouse.click(*await spot(page, x, y))


async def enlarged(page: Page) -> None:
    """The picture at three times its width, with the left of the board in sight."""
    await expect(page.locator("polygon.region")).to_have_count(15)
    for size in ("150 %", "200 %", "300 %"):
        await page.get_by_label("larger picture").tap()
        await expect(page.locator(".sizes output")).to_have_text(size)
    await page.locator("#stage").evaluate("stage => stage.scrollTo(150, 150)")


async def test_a_region_is_drawn_with_a_finger_in_a_picture_made_larger(phone: Page, room: Room) -> None:
    await phone.goto(f"{room.url}regions")
    await enlarged(phone)
    await phone.get_by_label("remove burn").tap()
    await phone.get_by_label("Place").select_option("burn")
    for x, y in (*BURN, BURN[0]):
        await phone.touchscreen.tap(*await spot(phone, x, y))
    await expect(phone.locator("polygon.region")).to_have_count(15)
    await phone.get_by_role("button", name="Save into the board file").tap()
    await expect(phone.locator("#said")).to_have_text("Saved 15 regions into board.toml.")
    check_burn_saved(room)


async def test_a_finger_drags_a_corner_and_elsewhere_the_picture(phone: Page, room: Room) -> None:
    """board1 reaches from 447, 255 to 523, 405 mm, a pixel each."""
    await phone.goto(f"{room.url}regions")
    await enlarged(phone)
    await phone.get_by_label("Place").select_option("board1")
    await expect(phone.locator("circle.corner")).to_have_count(4)
    before = await phone.locator("#stage").evaluate("stage => stage.scrollLeft")
    await swipe(phone, (447, 255), (427, 225))
    await expect(phone.locator("polygon.region.chosen")).to_have_attribute(
        "points", re.compile(r"^42[67]\S*,22[45]\S* 523,255 523,405 447,405$")
    )
    assert await phone.locator("#stage").evaluate("stage => stage.scrollLeft") == before
    await swipe(phone, (480, 330), (400, 330))
    await expect(phone.locator("circle.corner")).to_have_count(4)


async def swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    finger = await page.context.new_cdp_session(page)
    (x, y), (u, v) = await spot(page, *start), await spot(page, *end)
    path = [(x + (u - x) * share, y + (v - y) * share) for share in (0, 0.3, 0.6, 1)]
    for number, (across, down) in enumerate(path):
        kind = "touchMove" if number else "touchStart"
        await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": across, "y": down}]})
    await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await finger.detach()
