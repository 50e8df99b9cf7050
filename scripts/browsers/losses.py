"""Connections that are cut, and engines that are killed, in the middle of a drag."""

from checks import expect, expect_that
from gestures import HIGH, to, turns
from lab import Check, Lab
from phone import Phone, difference


async def cut(lab: Lab) -> str:
    async with lab.phone() as phone:
        logo = await phone.logo()
        await phone.finger.down(*HIGH)
        await to(phone, 300)
        await phone.page.evaluate("document.querySelector('#cut').click()")
        await phone.moment("connection", "connection lost")
        await to(phone, 480)
        await phone.finger.up()
        expect("how often the logo turned without a connection", len(await turns(phone)), 0)
        await phone.moment("connection", "resumed, nothing lost")
        await phone.moment("directives", "rocket = rocket")
        expect_that(difference(logo, await phone.logo()) > 0.05, "there is no rocket in the pixels")
        # What came before the cut and after it, none of it twice.
        await in_order(phone)
        expect("how often the logo turned", len(await turns(phone)), 1)
        began = [each for each in await phone.moments("scrolls") if each.startswith("home began")]
        expect("the drags", began, ["home began, y 0"])
        # The other tab was there before the cut: the session is the same.
        await phone.tap_tab(1)
        await phone.moment("directives", "tab 1 selected")
        await in_order(phone)
        numbers = await phone.numbers()
        return f"directives {numbers[0]} to {numbers[-1]}, each once"


async def in_order(phone: Phone) -> None:
    numbers = await phone.numbers()
    expect("the directives' numbers", numbers, list(range(1, len(numbers) + 1)))


async def killed(lab: Lab) -> str:
    async with lab.phone() as phone:
        await phone.finger.down(*HIGH)
        await to(phone, 480)
        await phone.moment("directives", "rocket = rocket")
        await lab.playground.kill()
        try:
            await phone.moment("connection", "connection lost")
            expect_that("lost" in await phone.page.inner_text("#connection"),
                        "the page does not say that the connection is lost")  # fmt: skip
            await to(phone, 520)
            await phone.finger.up()
        finally:
            await lab.playground.start_again()
        await phone.page.wait_for_selector("#connection[data-state=open]")
        told = await phone.page.inner_text("#connection")
        await phone.tap_tab(1)
        await phone.moment("directives", "tab 1 selected")
        return told


# Two runs of an app under one name; the first has had two connections, and keeps the second.
RUNS = """async (url) => {
  const { Session } = await import("/client.js");
  const run = async () => {
    let told;
    const states = new Promise((resolve) => (told = resolve));
    const session = new Session(
      { sessionId: "restarted", environment: { width: 375, height: 812 } }, { urls: [url] },
      ({ state }) => {
        if (["open", "resumed", "closed"].includes(state?.kind)) told(state);
        if (state?.kind === "resumed") session.again?.();
      });
    const { kind, error } = await states;
    return { session, outcome: error?.reason ?? kind };
  };
  const { session } = await run();
  const again = new Promise((resolve) => (session.again = resolve));
  session.networkChanged();
  await again;
  return (await run()).outcome;
}"""


async def restarted(lab: Lab) -> None:
    async with lab.page() as page:
        await page.goto(lab.playground.url)
        url = lab.playground.url.replace("http", "ws") + "v1/interact"
        expect("the second run's session", await page.evaluate(RUNS, url), "open")


CHECKS = [
    Check("an app that starts anew takes over from its former connection", restarted),
    Check("a connection that is cut in mid-drag resumes, and nothing doubles", cut),
    Check("an engine that is killed: the page says so, and comes back", killed),
]
