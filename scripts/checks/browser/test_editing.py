"""The experience's text: its problems, and the effect of changing it."""

from pages import TEXT, Pages
from phone import HIGH, Phone, difference
from playground import Playground

# No tab has the big logo.
DOUBTFUL = """name: doubtful
sources: [{ id: home, tab: 0 }]
tab_bar: { items: [{ title: Home }] }
toggles:
  - id: rocket
    source: home
    threshold: 456
"""


async def test_another_threshold_holds_from_the_next_session_on(phone: Phone) -> None:
    logo, page = await phone.logo(), phone.page
    text = await page.input_value(TEXT)
    assert text.count("threshold: 456") == 1
    await page.fill(TEXT, text.replace("threshold: 456", "threshold: 200"))
    await page.click("text='Restart with this'")
    await page.wait_for_selector(".trigger >> text='200 pt'")
    await phone.connected()
    await phone.measure()
    await phone.finger.down(*HIGH)
    await phone.scroll_to(260)
    await phone.finger.up()
    await phone.moment("directives", "rocket = rocket")
    assert await phone.turns() == 1
    assert difference(logo, await phone.logo()) > 0.05
    await page.click("text='Undo changes'")
    assert await page.input_value(TEXT) == text
    # Under the changed one's name the engine has the built-in experience again.
    await page.click("text='Restart with this'")
    await page.wait_for_selector(".trigger >> text='456 pt'")


async def test_the_outcomes_of_the_sessions_follow_the_text(phone: Phone) -> None:
    await phone.finger.drag((190, 690), (190, 190))
    await phone.moment("directives", "rocket = rocket")
    # Recordings are written once a second.
    await phone.page.wait_for_timeout(1200)
    text = await phone.page.input_value(TEXT)
    await phone.page.fill(TEXT, text.replace("threshold: 456", "threshold: 200"))
    await phone.page.locator("#outcomes li button").first.click()
    await phone.page.wait_for_selector("#replayed:has-text('saved (-), edited (+).')")
    await phone.page.fill(TEXT, text.replace("threshold: 456", "threshold: high"))
    await phone.page.wait_for_selector("#outcomes.outdated table")


async def test_a_link_carries_a_changed_text(
    phone: Phone, pages: Pages, playground: Playground
) -> None:
    text = (await phone.page.input_value(TEXT)).replace("threshold: 456", "threshold: 321")
    await phone.page.fill(TEXT, text)
    await phone.page.wait_for_url("**/#yaml=*")
    page = await pages.page()
    await page.goto(phone.page.url)
    await page.wait_for_selector(".trigger >> text='321 pt'")
    assert await page.input_value(TEXT) == text


async def test_a_mistake_shows_at_its_line_while_one_types(phone: Phone) -> None:
    page = phone.page
    text = await page.input_value(TEXT)
    line = 1 + text[: text.index("threshold: 456")].count("\n")
    await page.focus(TEXT)
    await page.evaluate(
        "([area, at]) => document.querySelector(area).setSelectionRange(at, at + 3)",
        [TEXT, text.index("threshold: 456") + len("threshold: ")])  # fmt: skip
    await page.keyboard.type("high")
    await page.wait_for_selector(".numbers .wrong")
    assert await page.locator(".numbers .wrong").all_text_contents() == [f"{line}\n"]
    told = (await page.inner_text("#problems")).strip()
    assert told.startswith(f"{line}:")
    assert "threshold" in told
    assert "undefined" not in told
    assert await page.inner_text("#problem-count") == "1 problem"
    for _ in "high":
        await page.keyboard.press("Backspace")
    await page.keyboard.type("456")
    await page.wait_for_selector("#problem-count >> text='No problems'")


async def test_a_warning_shows_at_its_line(phone: Phone) -> None:
    await phone.page.fill(TEXT, DOUBTFUL)
    told = await phone.page.inner_text("#problems [data-severity=warning]")
    assert "no tab shows 'rocket'" in told
    line = (await phone.page.inner_text(".numbers .doubtful")).strip()
    assert told.startswith(f"{line}:")
