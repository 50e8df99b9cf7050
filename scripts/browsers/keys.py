"""The pages under the keyboard alone, and with less motion."""

from checks import expect, expect_that
from lab import Check, Lab
from phone import Phone
from tapping import NOTES

# What has the focus, in one word.
FOCUSED = """() => {
  const { id, dataset, className, localName } = document.activeElement;
  return id || (dataset.source && `list ${dataset.source}`)
    || (dataset.tab && `tab ${dataset.tab}`) || className.split(" ")[0] || localName;
}"""
MARKED = """() => {
  const marks = (element) => getComputedStyle(element).outlineStyle !== "none";
  const { activeElement: it } = document;
  return marks(it) || !!it.closest("label") && marks(it.closest("label"));
}"""
ORDER = ["experiences", "copy-link", "list home", "tab 0", "delay", "cut"]
REST = ["restart", "code", "clear", "download", "replay"]


async def order(lab: Lab) -> str:
    async with lab.phone("home-refined") as phone:
        await phone.page.evaluate("scrollTo(0, 0); document.activeElement.blur()")
        found: list[str] = []
        for _ in range(40):
            await phone.page.keyboard.press("Tab")
            name = await phone.page.evaluate(FOCUSED)
            if name == "body":
                break
            expect_that(await phone.page.evaluate(MARKED), f"{name} does not show its focus")
            found.append(name)
        places = [found.index(each) if each in found else -1 for each in ORDER + REST]
        expect_that(-1 not in places and places == sorted(places), f"the order is {found}")
        return f"{len(found)} stops"


async def tabs(lab: Lab) -> None:
    async with lab.phone() as phone:
        await phone.page.focus("[data-tab='0']")
        for key, tab in [("ArrowRight", "1"), ("End", "4"), ("ArrowRight", "0"), ("ArrowLeft", "4"),
                         ("Home", "0"), ("ArrowRight", "1")]:  # fmt: skip
            await phone.page.keyboard.press(key)
            expect(f"the focus after {key}", await phone.page.evaluate(FOCUSED), f"tab {tab}")
        await phone.page.keyboard.press("Enter")
        await phone.page.wait_for_selector("[data-tab='1'][aria-selected=true]")
        await phone.page.keyboard.press("End")
        await phone.page.keyboard.press("Space")
        await phone.page.wait_for_selector("[data-tab='4'][aria-selected=true]")
        names = await phone.page.eval_on_selector_all(
            "[role=tab]", "tabs => tabs.map((each) => each.getAttribute('aria-label'))")
        expect("the tabs' names", names, ["Home", "Feed", "Messages", "Cart", "Me"])


async def scrolling(lab: Lab) -> str:
    async with lab.phone() as phone:
        await phone.page.focus(".port[data-source=home]")
        for _ in range(3):
            await phone.page.keyboard.press("PageDown")
            await phone.page.wait_for_timeout(400)
        offset = await phone.offset()
        expect_that(offset > 456, f"three pages down the list stands at {offset} pt")
        await phone.moment("scrolls", "home moved by the app or by keys")
        return f"{offset:.0f} pt in three pages"


async def floor(lab: Lab) -> None:
    async with lab.phone() as phone:
        await phone.moment("others", "picture for floor")
        await phone.page.focus("#open-floor")
        await phone.page.keyboard.press("Enter")
        await phone.moment("directives", "floor open(,| )")
        await phone.page.wait_for_function(f"() => ({FOCUSED})() === 'floor-page'")
        await phone.page.keyboard.press("Escape")
        await phone.moment("directives", "floor closed")
        await phone.page.wait_for_function(f"() => ({FOCUSED})() === 'list home'")


async def motion(lab: Lab) -> str:
    counts = {}
    for wish in ["no-preference", "reduce"]:
        async with lab.phone(script=NOTES, reduced_motion=wish) as phone:
            await phone.page.evaluate("notes.length = 0")
            await phone.tap_tab(2)
            await phone.moment("directives", "tab 2 selected")
            await settle(phone)
            counts[wish] = (await phone.page.evaluate("notes")).count("tab 2")
    expect_that(counts["no-preference"] > 0, "a tap pops nothing")
    expect("how often a tap scales its tab", counts["reduce"], 0)
    return f"a tap scales its tab in no frame, not in {counts['no-preference']}"


async def settle(phone: Phone) -> None:
    await phone.still(150, 724, 75, 54)


CHECKS = [
    Check("the keyboard reaches everything, and shows where it is", order),
    Check("tabs are chosen with keys", tabs),
    Check("a list scrolls with keys", scrolling),
    Check("keys open and close the second floor", floor),
    Check("who wants less motion sees less", motion),
]
