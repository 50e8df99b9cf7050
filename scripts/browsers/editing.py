"""The experience's text: what is wrong with it, and what a change of it does."""

from checks import expect, expect_in, expect_that
from gestures import HIGH, to, turns
from lab import Check, Lab
from phone import difference

TEXT = "textarea.code"


async def threshold(lab: Lab) -> str:
    async with lab.phone() as phone:
        logo = await phone.logo()
        text = await phone.page.input_value(TEXT)
        expect("how often the threshold stands in the text", text.count("threshold: 456"), 1)
        await phone.page.fill(TEXT, text.replace("threshold: 456", "threshold: 200"))
        await phone.page.click("text='Restart with this'")
        await phone.page.wait_for_selector(".trigger >> text='200 pt'")
        await phone.connected()
        await phone.measure()
        await phone.finger.down(*HIGH)
        await to(phone, 260)
        await phone.finger.up()
        await phone.moment("directives", "rocket = rocket")
        expect("how often the logo turned", len(await turns(phone)), 1)
        expect_that(difference(logo, await phone.logo()) > 0.05, "there is no rocket in the pixels")
        await phone.page.click("text='Undo changes'")
        expect("the text once it is undone", await phone.page.input_value(TEXT), text)
        # Under the name of the changed one the engine has what came with it again.
        await phone.page.click("text='Restart with this'")
        await phone.page.wait_for_selector(".trigger >> text='456 pt'")
        return "at 260 pt with a threshold of 200 pt"


async def mistake(lab: Lab) -> str:
    async with lab.phone() as phone:
        text = await phone.page.input_value(TEXT)
        line = 1 + text[: text.index("threshold: 456")].count("\n")
        place = text.index("threshold: 456") + len("threshold: ")
        await phone.page.focus(TEXT)
        await phone.page.evaluate(
            "([area, at]) => document.querySelector(area).setSelectionRange(at, at + 3)",
            [TEXT, place])  # fmt: skip
        await phone.page.keyboard.type("high")
        await phone.page.wait_for_selector(".numbers .wrong")
        marked = await phone.page.eval_on_selector_all(
            ".numbers .wrong", "rows => rows.map(({ textContent }) => Number(textContent))")
        expect("the lines that are marked", marked, [line])
        told = (await phone.page.inner_text("#problems")).strip()
        expect_in("threshold", told)
        expect_that(told.startswith(f"{line}:"), f"the problem does not name line {line}: {told}")
        expect_that("undefined" not in told, f"the problem says: {told}")
        expect("the summary", await phone.page.inner_text("#problem-count"), "1 problem")
        await phone.page.keyboard.press("Backspace")
        await phone.page.keyboard.press("Backspace")
        await phone.page.keyboard.press("Backspace")
        await phone.page.keyboard.press("Backspace")
        await phone.page.keyboard.type("456")
        await phone.page.wait_for_selector("#problem-count >> text='No problems'")
        return told


async def link(lab: Lab) -> str:
    async with lab.phone() as phone:
        text = (await phone.page.input_value(TEXT)).replace("threshold: 456", "threshold: 321")
        await phone.page.fill(TEXT, text)
        await phone.page.wait_for_url("**/#yaml=*")
        url = phone.page.url
    async with lab.page() as page:
        await page.goto(url)
        await page.wait_for_selector(".trigger >> text='321 pt'")
        expect("the text behind the link", await page.input_value(TEXT), text)
        return f"{len(url)} characters for {len(text)}"


CHECKS = [
    Check("another threshold holds from the next session on", threshold),
    Check("a link carries a changed text", link),
    Check("a mistake shows at its line while one types", mistake),
]
