"""axe-core's verdict on both pages, light and dark, at phone and desktop size; and pictures."""

from pathlib import Path

import axe_playwright_python
import pytest

from pages import Pages
from phone import Phone

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text()
RUN = """() => axe.run().then(({ violations }) => violations.map(
  ({ id, nodes }) => `${id}: ${nodes[0].target.join(" ")} ${nodes[0].any[0]?.message ?? ""}`))"""



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
