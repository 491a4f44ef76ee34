"""The technician's pages in a browser."""

import pytest
from playwright.async_api import Page, expect

from hardware.board import load_board
from tests.vision.watch.conftest import Room

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


async def test_a_region_is_drawn_over_the_picture_and_saved(page: Page, room: Room) -> None:
    await page.goto(f"{room.url}regions")
    await expect(page.locator("polygon.region")).to_have_count(15)
    await page.get_by_label("remove burn").click()
    await page.get_by_label("Place").select_option("burn")
    box = await page.locator("#drawing").bounding_box()
    assert box is not None
    scale = box["width"] / 1280
    for x, y in ((240, 270), (360, 270), (360, 390), (240, 390), (240, 270)):
        await page.mouse.click(box["x"] + x * scale, box["y"] + y * scale)
    await expect(page.locator("polygon.region")).to_have_count(15)
    await page.get_by_role("button", name="Save into the board file").click()
    await expect(page.locator("#said")).to_have_text("Saved 15 regions into board.toml.")
    camera = load_board(room.path).camera
    assert camera is not None
    (burn,) = [region for region in camera.regions if str(region.place) == "burn"]
    assert [(round(x / 10), round(y / 10)) for x, y in burn.corners] == [(24, 27), (36, 27), (36, 39), (24, 39)]


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


@pytest.mark.parametrize("path", ["", "regions", "calibrate"])
async def test_no_page_says_an_error_to_its_console(page: Page, room: Room, path: str) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    await page.goto(f"{room.url}{path}")
    await expect(page.locator("#picture")).to_be_visible()
    assert said == []
