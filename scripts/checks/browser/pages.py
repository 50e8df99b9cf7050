"""The pages of a test, and phones on them."""

from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page

from own_chromium import PHONE
from phone import Phone

# Longer than any step on a busy machine, ms.
PATIENCE = 20_000
# The playground's text, and the experience that it shows first.
TEXT = "textarea.code"
BUILT_IN = Path("Sources/InteractionExperience/Resources/home-refined.yaml")


class Pages:
    """Pages of a playground or a site, with their own profiles, open until the test ends."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self.url = browser, url
        self._opened: list[Page] = []
        self.errors: list[str] = []

    async def page(self, script: str = "", **options: Any) -> Page:
        """Opens an empty page; the script runs before those of later documents."""
        context = await self._browser.new_context(**(PHONE | {"locale": "en-US"} | options))
        context.set_default_timeout(PATIENCE)
        if script:
            await context.add_init_script(script)
        page = await context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        self._opened.append(page)
        return page

    async def phone(self, experience: str | None = None, script: str = "", **options: Any) -> Phone:
        page = await self.page(script, **options)
        return await Phone.of(page, self.url, experience)

    async def inspector(self, phone: Phone, experience: str = "") -> Page:
        """Opens the page of an operator who watches the phone, which stays in front."""
        page = await phone.page.context.new_page()
        await page.goto(f"{self.url}inspector")
        if experience:
            await page.click(f"#experiences button[data-name={experience}]")
            await page.wait_for_selector("#session-count:text-is('1 open')")
        await page.locator("#sessions button").first.click()
        await page.wait_for_selector("#screen .tab")
        await phone.page.bring_to_front()
        return page

    async def close(self) -> None:
        for page in self._opened:
            # Printed if the test has failed.
            for moment in await page.locator(".moments li").all_inner_texts():
                print(f"  | {' '.join(moment.split())}")
            await page.context.close()
