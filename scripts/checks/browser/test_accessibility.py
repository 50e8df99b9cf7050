"""axe-core's verdict on both pages, light and dark, at phone and desktop size; and pictures. The
roles, names, buttons and announcements of an experience with labels."""

from pathlib import Path

import axe_playwright_python
import pytest

from pages import Pages
from phone import Phone

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text()
RUN = """() => axe.run().then(({ violations }) => violations.map(
  ({ id, nodes }) => `${id}: ${nodes[0].target.join(" ")} ${nodes[0].any[0]?.message ?? ""}`))"""
LABELLED = """name: labelled
sources: [{ id: home, tab: 0 }]
tab_bar:
  items:
    - { title: Home, label: Start page, menu: [{ id: scan, text: Scan }] }
    - { title: Inbox, badge: { content: 3, label: '{} new messages' } }
second_floor:
  source: home
  asset_url: https://assets.example/second-floor.gif
  label: Cinema
  open_label: Open the cinema
  close_label: Close the cinema
navigation: { back_label: Go back }
announcements:
  - { occasion: floor_opened, text: The cinema is open }
"""
# The role and the attributes of each tab.
TABS = """tabs => tabs.map((each) => ["role", "aria-label", "aria-selected", "aria-haspopup", "tabindex"]
  .map((name) => each.getAttribute(name)))"""


async def select(phone: Phone, tab: int) -> None:
    await phone.tap_tab(tab)
    await phone.moment("directives", f"tab {tab} selected")


@pytest.mark.parametrize("width", [390, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing(
    scheme: str, width: int, pages: Pages, pytestconfig: pytest.Config
) -> None:
    """With a list past the rocket, and another selected tab."""
    phone = await pages.phone(
        color_scheme=scheme, is_mobile=width < 500, device_scale_factor=1,
        viewport={"width": width, "height": 844 if width < 500 else 1000})  # fmt: skip
    await phone.finger.drag((190, 690), (190, 190))
    await phone.moment("directives", "rocket = rocket")
    await select(phone, 1)
    await phone.logo()
    inspector = await pages.inspector(phone)
    await inspector.wait_for_timeout(300)
    for tab in [2, 1]:
        await select(phone, tab)
    pictures = pytestconfig.getoption("--pictures")
    for path, page in {"playground": phone.page, "inspector": inspector}.items():
        await page.bring_to_front()
        await page.wait_for_timeout(500)
        await page.evaluate("scrollTo(0, 0)")
        await page.evaluate(AXE)
        assert await page.evaluate(RUN) == [], path
        if pictures:
            await page.screenshot(
                path=pictures / f"{path}-{scheme}-{width}.png", full_page=width < 500)


async def test_nothing_is_wider_than_a_window_of_320_px(pages: Pages) -> None:
    phone = await pages.phone(viewport={"width": 320, "height": 640})
    assert await phone.page.evaluate("document.documentElement.scrollWidth") == 320


async def test_an_experience_names_what_a_screen_reader_speaks(phone: Phone) -> None:
    page = phone.page
    await page.fill("textarea.code", LABELLED)
    await page.click("text='Restart with this'")
    await page.wait_for_selector("[role=tablist] [role=tab][aria-label='Start page']")
    assert await page.eval_on_selector_all("#screen .tab", TABS) == [
        ["tab", "Start page", "true", "menu", "0"],
        ["tab", "Inbox, 3 new messages", "false", None, "-1"]]  # fmt: skip
    await page.wait_for_selector("[role=tabpanel][aria-label='Start page']")
    await page.wait_for_selector(".floor-page[inert]", state="attached")
    await page.evaluate(AXE)
    assert await page.evaluate(RUN) == []

    await phone.moment("others", "image for floor")
    await page.get_by_role("button", name="Open the cinema").focus()
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#screen [role=status] >> text='The cinema is open'")
    await page.wait_for_selector("[role=dialog][aria-label=Cinema][aria-modal=true]")
    await page.get_by_role("button", name="Close the cinema").focus()
    await page.keyboard.press("Enter")
    await phone.moment("directives", "floor closed")

    await page.click("#push-page")
    # While the page comes in, the engine refuses to remove it.
    await page.wait_for_timeout(1000)
    await page.get_by_role("button", name="Go back").focus()
    await page.keyboard.press("Enter")
    await phone.moment("others", "^pop")
    await page.wait_for_selector("#screen [role=group][aria-label='page 1']", state="detached")
    await page.focus("[data-tab='0']")
    await page.keyboard.press("ContextMenu")
    await phone.moment("directives", "menu of tab 0")
