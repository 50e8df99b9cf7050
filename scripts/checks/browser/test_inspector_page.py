"""The inspector: authorization, the view of a session, and the operators' actions."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page

from engine import Engine, running
from pages import Pages
from phone import HIGH, LOW, Phone
from programs import run_load
from tokens import signer, verifying

# The elements on the phone's screen: the same on the client's and the operator's page.
SHOWN = """() => [...document.querySelectorAll(
  "#screen :is(.app-page, .tab-bar, .tab, .navigation-bar, .port, [role=dialog])")].map((node) => {
    const { transform, opacity, visibility } = getComputedStyle(node);
    return [node.className, transform, opacity, visibility, Math.round(node.scrollTop)].join(" ");
  })"""


@pytest.fixture
async def watcher(pages: Pages, floor_phone: Phone) -> Page:
    """The page of an operator who watches the phone."""
    return await pages.inspector(floor_phone, "second-floor")


async def test_the_inspector_shows_what_the_client_shows(floor_phone: Phone, watcher: Page) -> None:
    phone = floor_phone
    known = len(await phone.moments("directives"))
    for tab in [1, 0]:
        await phone.tap_tab(tab, of=3)
        await phone.moment("directives", f"tab {tab} selected")
    await phone.finger.drag(LOW, HIGH)
    await phone.moment("directives", "floor open ")
    told = (await phone.moments("directives"))[known:]
    await watcher.bring_to_front()
    operator = Phone(watcher, phone.devtools)
    await operator.moment("directives", "", len(told))
    assert (await operator.moments("directives"))[: len(told)] == told
    # The operator's page does not draw in the background.
    await watcher.wait_for_timeout(500)
    assert await watcher.evaluate(SHOWN) == await phone.page.evaluate(SHOWN)


async def test_the_inspector_shows_lists_where_their_user_has_them(phone: Phone) -> None:
    """At the beginning of the watch, and while the list is dragged."""
    page = await phone.page.context.new_page()
    stood: list[float] = []
    for _ in range(2):
        await phone.page.bring_to_front()
        await phone.finger.drag(HIGH, LOW)
        await phone.moment("scrolls", "home settled", len(stood) + 1)
        stood.append(round(await phone.offset()))
        await page.bring_to_front()
        if len(stood) == 1:
            await page.goto(phone.page.url.split("#")[0] + "inspector")
            await page.click("#sessions button")
        await page.wait_for_function(
            "y => Math.abs(document.querySelector('.port[data-source=home]')?.scrollTop - y) < 2",
            arg=stood[-1])  # fmt: skip
    assert stood[1] > stood[0] > 100


async def test_the_inspectors_recording_is_answered_equally(
    floor_phone: Phone, watcher: Page, binary: Path, tmp_path: Path
) -> None:
    await floor_phone.finger.drag(HIGH, LOW)
    await watcher.bring_to_front()
    async with watcher.expect_download() as download:
        await watcher.click("#recording")
    trace = tmp_path / (await download.value).suggested_filename
    assert trace.suffix == ".trace"
    await (await download.value).save_as(trace)
    assert await run_load(binary, "replay", "--local", "--quiet", trace) == 0


async def test_the_inspector_ends_a_session_once_it_is_asked_twice(
    floor_phone: Phone, watcher: Page
) -> None:
    await watcher.bring_to_front()
    await watcher.click("#end")
    await watcher.keyboard.press("Escape")
    await watcher.wait_for_timeout(300)
    assert await watcher.is_enabled("#end")
    await watcher.click("#end")
    await watcher.click("#yes")
    await watcher.wait_for_selector("#facts:text-is('Ended: ended by operator')")
    await floor_phone.page.wait_for_selector("#connection[data-state=ended]")


@pytest.fixture
async def guarded(binary: Path, tmp_path: Path) -> AsyncIterator[Engine]:
    """An engine that requires tokens."""
    async with running(binary, "--operator-web-port", "0", *verifying(tmp_path)) as engine:
        yield engine


async def test_the_inspector_lets_in_operators_alone(guarded: Engine, pages: Pages) -> None:
    """By keyboard alone; one of the operators drains the engine."""
    address, page = (await guarded.next_line()).split()[-1], await pages.page()
    await page.goto(f"http://{address}/")
    await page.click("a")
    for token, reason in [
        (None, "authorization is missing"), ("no.such.token", "token"),
        (signer().token("client"), "the role 'operator' is required"),
    ]:  # fmt: skip
        if token:
            await page.keyboard.type(token)
            await page.keyboard.press("Enter")
        await page.wait_for_selector(f'#refusal:has-text("{reason}")')
        assert not await page.is_visible("#inspector")
    await page.keyboard.type(signer().token("operator"))
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#experiences button")
    assert await page.evaluate("localStorage.length + document.cookie.length") == 0
    await page.click("#drain")
    await page.click("#yes")
    assert await guarded.ended() == 0
    await page.wait_for_selector("#engine:text-is('No connection to the engine.')")
    assert await page.is_hidden("#access")
