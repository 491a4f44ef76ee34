"""Every text on both pages holds WCAG AA against its own ground: 4.5:1, or 3:1 for large text."""

import pytest
from msgspec.structs import replace
from playwright.async_api import expect

from hub.views.status import AlertKind, AlertState
from tests.hub.views import pictures
from tests.hub.web.conftest import DISPLAY, PHONE, OpenPage, Site

pytestmark = pytest.mark.asyncio(loop_scope="session")

FAINT = """() => {
  const parse = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
  const part = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const light = ({ r, g, b }) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const ground = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.a === 1) return colour;
    }
    return parse(getComputedStyle(document.body).backgroundColor);
  };
  const faint = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
    if (!own || element.closest(".sr-only") || element.getClientRects().length === 0) continue;
    const style = getComputedStyle(element);
    const [one, two] = [light(parse(style.color)), light(ground(element))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (two + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) {
      faint.push(`${element.className}: ${element.textContent.trim()} ${ratio.toFixed(2)}`);
    }
  }
  return faint;
}"""


async def test_the_measure_finds_faint_text(open_page: OpenPage) -> None:
    page = await open_page("/table/t1", viewport=DISPLAY)
    await expect(page.locator(".big")).to_be_visible()
    await page.locator(".big").evaluate("element => element.style.setProperty('color', '#333')")
    assert len(await page.evaluate(FAINT)) == 1


async def test_the_dealers_page(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1", viewport=DISPLAY)
    for picture in (
        pictures.FLOP,
        pictures.STOPPED,
        pictures.ASKING,
        pictures.REPAIRING,
        pictures.UNWATCHED,
        pictures.PARTIAL,
    ):
        site.floor.show(pictures.status(picture, device=pictures.LOST))
        await expect(page.locator(".dealer")).to_have_attribute("data-revision", site.floor.revision("t1"))
        assert await page.evaluate(FAINT) == []


async def test_the_dealers_sheets_and_the_lost_banner(site: Site, open_page: OpenPage) -> None:
    page = await open_page("/table/t1", viewport=DISPLAY)
    await page.get_by_role("button", name="Report…").click()
    await page.get_by_role("button", name="Too many cards at a seat").click()
    await page.get_by_role("button", name="4", exact=True).first.click()
    assert await page.evaluate(FAINT) == []
    await page.keyboard.press("Escape")
    await site.stop()
    await expect(page.locator(".banner.lost")).to_be_visible()
    assert await page.evaluate(FAINT) == []


async def test_the_floors_page(site: Site, open_page: OpenPage) -> None:
    called = pictures.alert(AlertKind.RULING, name="t1-ruling-7", ruling=7)
    coming = replace(pictures.alert(AlertKind.CALL, number=2), state=AlertState.ON_MY_WAY, by="Maria")
    site.floor.show(pictures.status(pictures.MISDEALT, alerts=(called,), device=pictures.LOST))
    site.floor.show(pictures.status(pictures.STOPPED, number=2, alerts=(coming,)))
    page = await open_page("/", viewport=PHONE)
    await expect(page.locator(".call")).to_have_count(2)
    assert await page.evaluate(FAINT) == []
    await page.locator(".call-body").first.click()
    await expect(page.locator(".detail")).to_be_visible()
    assert await page.evaluate(FAINT) == []
