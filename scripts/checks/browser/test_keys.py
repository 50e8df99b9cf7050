"""The pages with the keyboard alone, and with reduced motion."""

from pages import Pages
from phone import Phone
from tap_notes import NOTES, noted_tap

# The focused element, in one word.
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
ORDER = ["experiences", "copy-link", "list home", "tab 0", "delay", "cut", "restart", "code",
         "clear", "download", "replay"]  # fmt: skip


async def test_the_keyboard_reaches_everything_and_shows_where_it_is(pages: Pages) -> None:
    page = (await pages.phone("home-refined")).page
    # Hidden elements have no focus.
    await page.wait_for_selector(".port[data-source=home]")
    await page.evaluate("scrollTo(0, 0); document.activeElement.blur()")
    found: list[str] = []
    for _ in range(40):
        await page.keyboard.press("Tab")
        name = await page.evaluate(FOCUSED)
        if name == "body":
            break
        assert await page.evaluate(MARKED), f"{name} does not show its focus"
        found.append(name)
    places = [found.index(each) for each in ORDER]
    assert places == sorted(places), found


async def test_tabs_are_chosen_with_keys(phone: Phone) -> None:
    page = phone.page
    await page.focus("[data-tab='0']")
    for key, tab in [("ArrowRight", 1), ("End", 4), ("ArrowRight", 0), ("ArrowLeft", 4),
                     ("Home", 0), ("ArrowRight", 1)]:  # fmt: skip
        await page.keyboard.press(key)
        assert await page.evaluate(FOCUSED) == f"tab {tab}", key
    await page.keyboard.press("Enter")
    await page.wait_for_selector("[data-tab='1'][aria-selected=true]")
    await page.keyboard.press("End")
    await page.keyboard.press("Space")
    await page.wait_for_selector("[data-tab='4'][aria-selected=true]")
    names = await page.eval_on_selector_all(
        "[role=tab]", "tabs => tabs.map((each) => each.getAttribute('aria-label'))")
    assert names == ["Home", "Feed", "Messages", "Cart", "Me"]


async def test_a_list_scrolls_with_keys(phone: Phone) -> None:
    await phone.page.focus(".port[data-source=home]")
    for _ in range(3):
        await phone.page.keyboard.press("PageDown")
        await phone.page.wait_for_timeout(400)
    assert await phone.offset() > 456
    await phone.moment("scrolls", "home scrolled by the app or by keys")


async def test_keys_open_and_close_the_second_floor(phone: Phone) -> None:
    await phone.moment("others", "image for floor")
    await phone.page.focus("#open-floor")
    await phone.page.keyboard.press("Enter")
    await phone.moment("directives", "floor open(,| )")
    await phone.page.wait_for_function(f"() => ({FOCUSED})() === 'floor-page'")
    await phone.page.keyboard.press("Escape")
    await phone.moment("directives", "floor closed")
    await phone.page.wait_for_function(f"() => ({FOCUSED})() === 'list home'")


async def test_a_tap_scales_nothing_for_users_who_want_less_motion(pages: Pages) -> None:
    counts = {}
    for wish in ["no-preference", "reduce"]:
        phone = await pages.phone(script=NOTES, reduced_motion=wish)
        await noted_tap(phone, 2, "tab 2 selected")
        await phone.still(150, 724, 75, 54)
        counts[wish] = (await phone.page.evaluate("notes")).count("tab 2")
    assert counts["no-preference"] > 0
    assert counts["reduce"] == 0
