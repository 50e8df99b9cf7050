"""What the checks of the pages work with."""

import asyncio
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, Route

from own_chromium import PHONE
from phone import Phone
from playground import Playground

REPOSITORY = Path(__file__).resolve().parents[2]
# Longer than anything takes on a busy machine.
PATIENCE = 20


@dataclass
class Lab:
    browser: Browser
    playground: Playground
    binary: Path
    # Pages that are served in place of the engine's.
    pages: Path | None = None

    @asynccontextmanager
    async def page(self, script: str = "", **options: Any) -> AsyncIterator[Page]:
        """A page of its own profile; the script runs before the page's."""
        context = await self.browser.new_context(**(PHONE | {"locale": "en-US"} | options))
        context.set_default_timeout(PATIENCE * 1000)
        if script:
            await context.add_init_script(script)
        if self.pages:
            await context.route("**/*", self._serve)
        page, errors = await context.new_page(), list[str]()
        page.on("pageerror", lambda error: errors.append(str(error)))
        try:
            yield page
        finally:
            await context.close()
        if errors:
            raise AssertionError(f"the page threw: {errors[0]}")

    @asynccontextmanager
    async def phone(
        self, experience: str | None = None, script: str = "", **options: Any
    ) -> AsyncIterator[Phone]:
        async with self.page(script, **options) as page:
            phone = await Phone.of(page, self.playground.url, experience)
            try:
                yield phone
            except Exception:
                for line in await page.locator(".moments li").all_inner_texts():
                    print(f"  | {' '.join(line.split())}", flush=True)
                raise

    async def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(self.playground.url)
        names = {"": "playground.html", "inspector": "inspector.html"}
        file = self.pages / names.get(path, path) if self.pages else Path(path)
        if not file.is_file():
            return await route.continue_()
        await route.fulfill(path=file, content_type=mimetypes.guess_type(file)[0] or "text/plain")


Run = Callable[[Lab], Awaitable[str | None]]


@dataclass(frozen=True)
class Check:
    name: str
    run: Run
    seconds: float = 60

    async def passes(self, lab: Lab) -> bool:
        try:
            async with asyncio.timeout(self.seconds):
                told = await self.run(lab)
        except Exception as error:
            # Whatever it is: the others have to be told, too.
            reason = str(error) or f"{type(error).__name__}"
            print(f"FAILED {self.name}: {' '.join(reason.split())[:600]}", flush=True)
            return False
        print(f"ok {self.name}{f': {told}' if told else ''}", flush=True)
        return True
