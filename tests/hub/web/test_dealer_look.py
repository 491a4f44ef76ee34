"""The dealer's page as it lies on a screen: words in their keys and seats, and nothing over what is pressed."""

import pytest
from playwright.async_api import FloatRect, Page, expect

from hub.languages import LANGUAGES
from tests.hub.views import pictures
from tests.hub.web.conftest import DESKTOP, DISPLAY, PHONE, OpenPage, Site
from tests.hub.web.pages import SAID, press

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROOM_AROUND_KEYS = """() => [...document.querySelectorAll(".keys button")].map((key) => {
  const words = document.createRange();
  words.selectNodeContents(key);
  const [text, box] = [words.getBoundingClientRect(), key.getBoundingClientRect()];
  const room = Math.min(text.left - box.left, box.right - text.right, text.top - box.top, box.bottom - text.bottom);
  return [key.textContent.trim(), room];
})"""
"""What each key says, and how far the words keep from its outer edge (the border is 2 px)."""


SEATS_TOO_SMALL = """() => [...document.querySelectorAll(".seat")].filter((seat) => {
  const words = document.createRange();
  words.selectNodeContents(seat.querySelector(".word"));
  return words.getBoundingClientRect().width > seat.clientWidth;
}).map((seat) => seat.textContent)"""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_word_leaves_its_seat(site: Site, open_page: OpenPage, language: str) -> None:
    site.floor.show(pictures.status(pictures.FLOP))
    page = await open_page(f"/table/t1?lang={language}")
    await expect(page.locator(".seat")).to_have_count(9)
    for width, height in ((320, 568), (390, 844), (800, 480), (1280, 800), (1440, 900)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(SEATS_TOO_SMALL) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_key_touches_its_border(open_page: OpenPage, language: str) -> None:
    page = await open_page(f"/table/t1?lang={language}")
    await expect(page.locator(".keys button")).to_have_count(7)
    tight: dict[tuple[int, str], float] = {}
    for width, height in (
        (320, 568),
        (360, 640),
        (390, 844),
        (430, 932),
        (768, 1024),
        (800, 480),
        (1280, 800),
        (1440, 900),
    ):
        await page.set_viewport_size({"width": width, "height": height})
        rooms = await page.evaluate(ROOM_AROUND_KEYS)
        tight |= {(width, said): room for said, room in rooms if room < 4}
    assert tight == {}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_on_a_large_screen_no_key_is_written_smaller_than_the_text_of_a_small_one(
    open_page: OpenPage, language: str
) -> None:
    """A body's text is 18 px on the table's display; long words were once made small on every screen."""
    page = await open_page(f"/table/t1?lang={language}", viewport={"width": 1280, "height": 800})
    await expect(page.locator(".keys button")).to_have_count(7)
    sizes = await page.locator(".keys button").evaluate_all(
        "all => all.map((key) => parseFloat(getComputedStyle(key).fontSize))"
    )
    assert min(sizes) >= 18


@pytest.mark.parametrize("viewport", [PHONE, DISPLAY, DESKTOP], ids=["phone", "display", "desktop"])
async def test_what_was_said_covers_neither_head_nor_keys(
    site: Site, open_page: OpenPage, viewport: dict[str, int]
) -> None:
    site.floor.show(pictures.status(pictures.FLOP))
    page = await open_page("/table/t1", viewport=viewport)
    await press(page, "Round closed")
    said = await box(page, SAID)
    top, keys = await box(page, "header.top"), await box(page, ".keys")
    assert said["y"] >= top["y"] + top["height"]
    assert said["y"] + said["height"] <= keys["y"] or said["x"] + said["width"] <= keys["x"]


async def test_a_seat_is_pressed_through_what_was_said(site: Site, open_page: OpenPage) -> None:
    site.floor.show(pictures.status(pictures.FLOP))
    page = await open_page("/table/t1")
    await press(page, "Round closed")
    said = await box(page, SAID)
    await page.mouse.click(said["x"] + said["width"] / 2, said["y"] + said["height"] / 2)
    await expect(page.get_by_role("dialog")).to_contain_text("Button is here")


async def box(page: Page, of: str) -> FloatRect:
    found = await page.locator(of).bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize("viewport", [DISPLAY, PHONE, {"width": 844, "height": 390}, DESKTOP])
async def test_every_button_is_large_enough_and_on_screen(
    site: Site, open_page: OpenPage, viewport: dict[str, int]
) -> None:
    page = await open_page("/table/t1", viewport=viewport)
    for picture in (pictures.FLOP, pictures.STOPPED, pictures.ASKING, pictures.REPAIRING, pictures.MISDEALT):
        site.floor.show(pictures.status(picture))
        await expect(page.locator(".dealer")).to_have_attribute("data-revision", site.floor.revision("t1"))
        boxes = await page.locator("button").evaluate_all(
            "all => all.map(b => { const r = b.getBoundingClientRect();"
            " return {name: b.innerText, width: r.width, height: r.height, right: r.right, bottom: r.bottom}; })"
        )
        small = [box for box in boxes if box["width"] < 48 or box["height"] < 48]
        outside = [box for box in boxes if box["right"] > viewport["width"] or box["bottom"] > viewport["height"]]
        assert small == []
        assert outside == []
