"""What a person does with a page, in short."""

from playwright.async_api import Page

SAID = ".said"
"""Where the dealer's page says what became of a press."""


async def press(page: Page, name: str, *, exact: bool = True) -> None:
    await page.get_by_role("button", name=name, exact=exact).click()
