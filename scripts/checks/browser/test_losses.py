"""Connections that are cut, and engines that are killed, in the middle of a drag."""

import signal

from pages import Pages
from phone import HIGH, Phone, difference
from playground import Playground

# Two runs of an app with one session ID; the first opens two connections, and keeps the second.
RUNS = """async (url) => {
  const { Session } = await import("/client.js");
  const run = async () => {
    let told;
    const states = new Promise((resolve) => (told = resolve));
    const session = new Session(
      { sessionId: "restarted", surface: { width: 375, height: 812 } }, { urls: [url] },
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


async def test_an_app_that_starts_anew_takes_over_from_its_former_connection(
    pages: Pages, playground: Playground
) -> None:
    page = await pages.page()
    await page.goto(playground.url)
    url = playground.url.replace("http", "ws") + "v1/interact"
    assert await page.evaluate(RUNS, url) == "open"


async def test_a_connection_that_is_cut_in_mid_drag_resumes_and_nothing_doubles(
    phone: Phone,
) -> None:
    logo = await phone.logo()
    await phone.finger.down(*HIGH)
    await phone.scroll_to(300)
    await phone.page.evaluate("document.querySelector('#cut').click()")
    await phone.moment("connection", "connection lost")
    await phone.scroll_to(480)
    await phone.finger.up()
    assert await phone.turns() == 0
    await phone.moment("connection", "resumed without loss")
    await phone.moment("directives", "rocket = rocket")
    assert difference(logo, await phone.logo()) > 0.05
    # The events before and after the cut, none of them twice.
    await comes_in_order(phone)
    assert await phone.turns() == 1
    began = [each for each in await phone.moments("scrolls") if each.startswith("home began")]
    assert began == ["home began, y 0"]
    # The other tab was there before the cut: the session is the same.
    await phone.tap_tab(1)
    await phone.moment("directives", "tab 1 selected")
    await comes_in_order(phone)


async def comes_in_order(phone: Phone) -> None:
    numbers = await phone.numbers()
    assert numbers == list(range(1, len(numbers) + 1))


async def test_a_page_tells_of_an_engine_that_is_killed_and_comes_back(
    phone: Phone, playground: Playground
) -> None:
    await phone.finger.down(*HIGH)
    await phone.scroll_to(480)
    await phone.moment("directives", "rocket = rocket")
    await playground.end(signal.SIGKILL)
    try:
        await phone.moment("connection", "connection lost")
        assert "lost" in await phone.page.inner_text("#connection")
        await phone.scroll_to(520)
        await phone.finger.up()
    finally:
        await playground.start()
    await phone.page.wait_for_selector("#connection[data-state=open]")
    await phone.tap_tab(1)
    await phone.moment("directives", "tab 1 selected")
