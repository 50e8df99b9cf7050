"""What axe-core finds in both pages, light and dark, on a phone and on a desk; and pictures."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import axe_playwright_python
from playwright.async_api import Page

from checks import expect
from lab import Check, Lab
from phone import Phone

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
LOOKS = [(scheme, width) for scheme in ["light", "dark"] for width in [390, 1600]]
RUN = """() => axe.run().then(({ violations }) => violations.map(
  ({ id, nodes }) => `${id}: ${nodes[0].target.join(" ")} ${nodes[0].any[0]?.message ?? ""}`))"""


@asynccontextmanager
async def looking(
    lab: Lab, scheme: str, width: int, path: str, selected: int = 1
) -> AsyncIterator[Page]:
    """A page with something on it: a list past the rocket, and a tab that has been selected. The
    inspector has the playground's session to watch."""
    is_phone = width < 500
    options = {"color_scheme": scheme, "is_mobile": is_phone, "device_scale_factor": 1,
               "viewport": {"width": width, "height": 844 if is_phone else 1000}}  # fmt: skip
    async with lab.phone(**options) as phone:
        await phone.finger.drag((190, 690), (190, 190))
        await phone.moment("directives", "rocket = rocket")
        await phone.tap_tab(1)
        await phone.moment("directives", "tab 1 selected")
        if selected != 1:
            await phone.tap_tab(selected)
            await phone.moment("directives", f"tab {selected} selected")
        await phone.logo()
        if not path:
            await phone.page.evaluate("scrollTo(0, 0)")
            yield phone.page
            return
        page = await phone.page.context.new_page()
        await page.goto(phone.page.url + path)
        await watch(page)
        await phone.page.bring_to_front()
        for tab in [2, selected]:
            await phone.tap_tab(tab)
            await phone.moment("directives", f"tab {tab} selected")
        await page.bring_to_front()
        await page.wait_for_timeout(500)
        yield page


async def watch(page: Page) -> None:
    row = page.locator("#sessions button").first
    await row.click()
    await page.wait_for_selector("#screen .tab")
    await page.wait_for_timeout(300)


def check(scheme: str, width: int, path: str) -> Check:
    async def run(lab: Lab) -> str | None:
        async with looking(lab, scheme, width, path) as page:
            await page.evaluate(AXE.read_text())
            expect("what axe-core finds", await page.evaluate(RUN), [])
        return None

    return Check(f"axe-core on the {path or 'playground'}, {scheme}, {width} px", run)


def pictures(folder: Path) -> Check:
    async def run(lab: Lab) -> str:
        for path in ["", "inspector"]:
            for scheme, width in LOOKS:
                async with looking(lab, scheme, width, path, selected=0) as page:
                    name = f"{path or 'playground'}-{scheme}-{width}.png"
                    await page.screenshot(path=folder / name, full_page=width < 500)
        return f"{len(LOOKS) * 2} in {folder}"

    folder.mkdir(parents=True, exist_ok=True)
    return Check("pictures of the pages", run)


async def narrow(lab: Lab) -> None:
    """Nothing is wider than the smallest window."""
    async with lab.page(viewport={"width": 320, "height": 640}) as page:
        await Phone.of(page, lab.playground.url)
        expect("the width", await page.evaluate("document.documentElement.scrollWidth"), 320)


CHECKS = [check(scheme, width, path) for path in ["", "inspector"] for scheme, width in LOOKS] + [
    Check("nothing is wider than a window of 320 px", narrow),
]
