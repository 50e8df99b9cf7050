"""The inspector: who is let in, what it shows of a session, and what operators do there."""

import asyncio
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Page

from checks import expect, expect_that
from engine import Engine
from gestures import HIGH, LOW
from lab import Check, Lab
from phone import Phone
from tokens import AUDIENCE, ISSUER, signer, write_keys

# What stands where on the phone's screen, and how: the same on the client's and the operator's.
SHOWN = """() => [...document.querySelectorAll(
  "#screen :is(.app-page, .tab-bar, .tab, .navigation-bar, .port, [role=dialog])")].map((node) => {
    const { transform, opacity, visibility } = getComputedStyle(node);
    return [node.className, transform, opacity, visibility, Math.round(node.scrollTop)].join(" ");
  })"""


@asynccontextmanager
async def watched(lab: Lab) -> AsyncIterator[tuple[Phone, Page]]:
    """A phone, and an operator who watches it."""
    async with lab.phone("second-floor") as phone:
        page = await phone.page.context.new_page()
        await page.goto(phone.page.url.split("#")[0] + "inspector")
        await page.click("#experiences button[data-name=second-floor]")
        await page.wait_for_selector("#session-count:text-is('1 open')")
        await page.click("#sessions button")
        await page.wait_for_selector("#screen .tab")
        await phone.page.bring_to_front()
        yield phone, page


async def follows(lab: Lab) -> str:
    async with watched(lab) as (phone, page):
        known = len(await phone.moments("directives"))
        await phone.tap_tab(1, of=3)
        await phone.moment("directives", "tab 1 selected")
        await phone.tap_tab(0, of=3)
        await phone.moment("directives", "tab 0 selected")
        await phone.finger.drag(LOW, HIGH)
        await phone.moment("directives", "floor open ")
        told = (await phone.moments("directives"))[known:]
        await page.bring_to_front()
        operator = Phone(page, phone.devtools)
        await operator.moment("directives", "", len(told))
        expect("the directives", (await operator.moments("directives"))[: len(told)], told)
        # The operator's page has not drawn while it was behind.
        await page.wait_for_timeout(500)
        shown = await phone.page.evaluate(SHOWN)
        expect("what the operator sees", await page.evaluate(SHOWN), shown)
        return f"{len(told)} directives, {len(shown)} views alike"


async def lists(lab: Lab) -> str:
    """A list stands where its user has it: as the watch begins, and as the list is dragged on."""
    async with lab.phone() as phone:
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
        expect_that(stood[1] > stood[0] > 100, f"the list was dragged to {stood}")
        return f"at {stood[0]} and {stood[1]} pt"


async def downloads(lab: Lab) -> None:
    async with watched(lab) as (phone, page):
        await phone.finger.drag(HIGH, LOW)
        await page.bring_to_front()
        async with page.expect_download() as download:
            await page.click("#recording")
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / (await download.value).suggested_filename
            expect("the file's kind", trace.suffix, ".trace")
            await (await download.value).save_as(trace)
            replay = await asyncio.create_subprocess_exec(
                lab.binary.with_name("interaction-load"), "replay", "--local", "--quiet", trace,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)  # fmt: skip
            output, _ = await replay.communicate()
            expect(f"the code of the replay ({output.decode()})", replay.returncode, 0)


async def ends(lab: Lab) -> None:
    async with watched(lab) as (phone, page):
        await page.bring_to_front()
        await page.click("#end")
        await page.keyboard.press("Escape")
        await page.wait_for_timeout(300)
        expect("whether it goes on", await page.is_enabled("#end"), True)
        await page.click("#end")
        await page.click("#yes")
        await page.wait_for_selector("#facts:text-is('Over: ended by operator')")
        await phone.page.wait_for_selector("#connection[data-state=ended]")


@asynccontextmanager
async def guarded(lab: Lab) -> AsyncIterator[tuple[Engine, Page]]:
    """An engine that wants tokens, and its page."""
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys.json"
        write_keys(keys, signer())
        engine = await Engine.start(
            lab.binary, "--operator-web-port", "0", "--jwks", str(keys), "--token-issuer", ISSUER,
            "--token-audience", AUDIENCE)  # fmt: skip
        try:
            address = (await engine.next_line()).split()[-1]
            async with lab.page() as page:
                await page.goto(f"http://{address}/")
                await page.click("a")
                yield engine, page
        finally:
            await engine.stop(signal.SIGKILL)


async def lets_in(lab: Lab) -> None:
    """Operators alone, by the keyboard alone; one of them has the engine go down."""
    async with guarded(lab) as (engine, page):
        for token, reason in [
            (None, "authorization is missing"), ("no.such.token", "token"),
            (signer().token("client"), "this needs the role 'operator'"),
        ]:  # fmt: skip
            if token:
                await page.keyboard.type(token)
                await page.keyboard.press("Enter")
            await page.wait_for_selector(f'#refusal:has-text("{reason}")')
            expect("what is to be seen", await page.is_visible("#inspector"), False)
        await page.keyboard.type(signer().token("operator"))
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#experiences button")
        for kept in ["localStorage.length", "document.cookie.length"]:
            expect(kept, await page.evaluate(kept), 0)
        await page.click("#drain")
        await page.click("#yes")
        expect("the exit code", await engine.ended(), 0)
        await page.wait_for_selector("#engine:text-is('No connection to the engine.')")
        expect_that(await page.is_hidden("#access"), "the page asks for a token")


CHECKS = [
    Check("the inspector shows what the client shows", follows),
    Check("the inspector shows lists where their user has them", lists),
    Check("the inspector's recording is answered equally", downloads),
    Check("the inspector ends a session, once it is asked twice", ends),
    Check("the inspector lets operators in", lets_in),
]
