"""A page that shows a session, in Chromium, from a server that is not the engine."""

from own_chromium import PHONE, own_chromium
from phone import Phone

ROCKET = "document.querySelector('[data-target=\"toggle/rocket\"]')"
# The strip has come to rest where its second picture shows.
SHOWS_ROCKET = f"{ROCKET}?.innerHTML.includes('translateY(-42px)')"


async def drag_past_456(url: str) -> None:
    async with own_chromium() as browser:
        page = await browser.new_page(**PHONE)
        await page.goto(url)
        await page.wait_for_function(f"{ROCKET} != null")
        phone = Phone(page, await page.context.new_cdp_session(page))
        await phone.finger.drag((180, 700), (180, 150), seconds=0.4)
        await page.wait_for_function(SHOWS_ROCKET)
