"""Reports of a screen: its surface, and its lists' content sizes."""

from typing import Any

from checks import expect, expect_that
from lab import REPOSITORY, Check, Lab
from playwright.async_api import Page

SCRIPT = (REPOSITORY / "scripts/browsers/surface.js").read_text()


async def sent(page: Page, count: int) -> list[Any]:
    """The events, once there are so many and no more for some frames."""
    await page.wait_for_function("count => sent.length >= count", arg=count)
    await page.wait_for_timeout(200)
    events: list[Any] = await page.evaluate("sent")
    expect(f"the number of events of {events}", len(events), count)
    return events


async def surface(lab: Lab) -> str:
    async with lab.page(viewport={"width": 390, "height": 844}) as page:
        await page.goto(lab.playground.url)
        await page.evaluate(SCRIPT)
        first = await page.evaluate("first")
        insets = {"top": 0, "left": 0, "bottom": 0, "right": 0}
        expect("the surface at the start", first, {
            "width": 390, "height": 844, "insets": insets, "scale": 2,
            "direction": "left_to_right", "reducedMotion": False, "locale": "en-US",
            "textScale": 1})  # fmt: skip
        size = {"source": "home", "width": 390, "height": 800 + 844}
        expect("the first event", (await sent(page, 1))[0], {"contentSize": size})
        await page.evaluate("content.style.height = '2300px'")
        expect("a longer list", (await sent(page, 2))[1],
               {"contentSize": size | {"height": 1800 + 844}})  # fmt: skip
        # A list that is shorter than its box ends where it begins.
        await page.evaluate("content.style.height = '100px'")
        expect("a short list", (await sent(page, 3))[2],
               {"contentSize": size | {"height": 844}})  # fmt: skip
        await page.set_viewport_size({"width": 844, "height": 390})
        turned = await sent(page, 5)
        surface = first | {"width": 844, "height": 390}
        expect("a rotation", turned[3:], [
            {"environment": surface},
            {"contentSize": {"source": "home", "width": 844, "height": 390}}])  # fmt: skip
        await page.emulate_media(reduced_motion="reduce")
        surface["reducedMotion"] = True
        expect("less motion", (await sent(page, 6))[5], {"environment": surface})
        await page.evaluate("document.documentElement.dir = 'rtl'")
        surface["direction"] = "right_to_left"
        expect("another direction", (await sent(page, 7))[6], {"environment": surface})
        await page.evaluate("dispatchEvent(new Event('resize'))")
        await sent(page, 7)
        session = await page.context.new_cdp_session(page)
        await session.send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
        await page.evaluate("dispatchEvent(new Event('resize'))")
        surface["textScale"] = 1.5
        expect("larger text", (await sent(page, 8))[7], {"environment": surface})
        await page.evaluate("screen_.close(), content.style.height = '900px'")
        await page.set_viewport_size({"width": 390, "height": 844})
        events = await sent(page, 8)
        expect_that(events[-1] != events[-2], "an event comes twice")
        return f"{len(events)} events"


CHECKS = [Check("a screen reports its surface and its lists' contents, each change once", surface)]
