"""A running site over a floor in memory, and its pages in a browser."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page

from hub.web.app import build_app
from hub.web.server import WebServer
from tests.hub.views import pictures
from tests.hub.web.stage import StageFloor

PHONE = {"width": 390, "height": 844}
DISPLAY = {"width": 800, "height": 480}
DESKTOP = {"width": 1440, "height": 900}

PATIENCE_MS = 10_000
"""How long a page may take on a busy machine before a test fails."""


class Site:
    """A web server over a StageFloor; `start` again on the same port after `stop`."""

    def __init__(self, floor: StageFloor) -> None:
        self.floor = floor
        self._server = WebServer(build_app(floor, room=pictures.ROOM), 0)

    @property
    def url(self) -> str:
        return self._server.url

    async def start(self) -> None:
        await self._server.start()

    async def stop(self) -> None:
        await self._server.stop()

    async def start_again(self) -> None:
        port = int(self.url.rpartition(":")[2])
        self._server = WebServer(build_app(self.floor, room=pictures.ROOM), port)
        await self._server.start()


@pytest_asyncio.fixture(loop_scope="session")
async def site() -> AsyncIterator[Site]:
    site = Site(StageFloor(pictures.status(pictures.IDLE), pictures.status(pictures.DEALING, number=2)))
    await site.start()
    yield site
    await site.stop()


Prepare = Callable[[Page], Awaitable[None]]
OpenPage = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, site: Site) -> AsyncIterator[OpenPage]:
    """Open a path of the site in a browser of its own; a test fails when a page logs an error or asks elsewhere."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    async def open_one(path: str, *, viewport: dict[str, int] = DISPLAY, before: Prepare | None = None) -> Page:
        context = await browser.new_context(viewport={"width": viewport["width"], "height": viewport["height"]})
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = await context.new_page()
        page.on("pageerror", lambda error: troubles.append(f"script error: {error}"))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((site.url, "data:", "about:"))
                else troubles.append(f"asked elsewhere: {request.url}")
            ),
        )
        page.on(
            "console",
            lambda message: (
                troubles.append(f"policy: {message.text}") if "Content Security Policy" in message.text else None
            ),
        )
        if before is not None:
            await before(page)
        await page.goto(site.url + path)
        return page

    yield open_one
    for context in contexts:
        await context.close()
    assert troubles == []
