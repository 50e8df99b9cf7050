"""Reports of a screen: its surface, and its lists' content sizes."""

from pathlib import Path
from typing import Any

from playwright.async_api import Page

from pages import Pages
from playground import Playground

SCRIPT = Path(__file__).with_name("surface.js").read_text()
SURFACE = {
    "width": 390, "height": 844, "insets": {"top": 0, "left": 0, "bottom": 0, "right": 0},
    "scale": 2, "direction": "left_to_right", "reducedMotion": False, "locale": "en-US",
    "textScale": 1, "colorScheme": "light", "increasedContrast": False}  # fmt: skip


def content(width: int, height: int) -> dict[str, Any]:
    return {"contentSize": {"source": "home", "width": width, "height": height}}


async def sent(page: Page, count: int) -> list[Any]:
    """Returns the events once there are `count`, and no more for some frames."""
    await page.wait_for_function("count => sent.length >= count", arg=count)
    await page.wait_for_timeout(200)
    events: list[Any] = await page.evaluate("sent")
    assert len(events) == count, events
    return events


async def test_a_screen_reports_its_surface_and_its_lists_contents_each_change_once(
    pages: Pages, playground: Playground
) -> None:
    page = await pages.page(viewport={"width": 390, "height": 844})
    await page.goto(playground.url)
    await page.evaluate(SCRIPT)
    assert await page.evaluate("first") == SURFACE
    assert await sent(page, 1) == [content(390, 800 + 844)]
    await page.evaluate("content.style.height = '2300px'")
    assert (await sent(page, 2))[1] == content(390, 1800 + 844)
    # A list that is shorter than its box cannot scroll.
    await page.evaluate("content.style.height = '100px'")
    assert (await sent(page, 3))[2] == content(390, 844)

    # A rotation.
    await page.set_viewport_size({"width": 844, "height": 390})
    turned = SURFACE | {"width": 844, "height": 390}
    assert (await sent(page, 5))[3:] == [{"surface": turned}, content(844, 390)]
    await page.emulate_media(reduced_motion="reduce")
    turned |= {"reducedMotion": True}
    assert (await sent(page, 6))[5] == {"surface": turned}
    await page.emulate_media(color_scheme="dark")
    turned |= {"colorScheme": "dark"}
    assert (await sent(page, 7))[6] == {"surface": turned}
    await page.emulate_media(contrast="more")
    turned |= {"increasedContrast": True}
    assert (await sent(page, 8))[7] == {"surface": turned}
    await page.evaluate("document.documentElement.dir = 'rtl'")
    turned |= {"direction": "right_to_left"}
    assert (await sent(page, 9))[8] == {"surface": turned}
    await page.evaluate("dispatchEvent(new Event('resize'))")
    await sent(page, 9)
    session = await page.context.new_cdp_session(page)
    await session.send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
    await page.evaluate("dispatchEvent(new Event('resize'))")
    assert (await sent(page, 10))[9] == {"surface": turned | {"textScale": 1.5}}

    await page.evaluate("screen_.close(), content.style.height = '900px'")
    await page.set_viewport_size({"width": 390, "height": 844})
    events = await sent(page, 10)
    assert events[-1] != events[-2]
