"""Taps over a slow network: shown at once, and reverted if the engine refuses them."""

import asyncio

import pytest

from pages import Pages
from phone import TAB, TAB_Y, Phone, difference
from tap_notes import NOTES, noted_tap


@pytest.fixture
async def noting_phone(pages: Pages) -> Phone:
    return await pages.phone(script=NOTES)


async def test_a_finger_that_strays_within_a_tab_taps_it_and_one_that_leaves_does_not(
    phone: Phone,
) -> None:
    for tab, (dx, dy) in [(1, (14, 0)), (2, (0, -250))]:
        x = (tab + 0.5) * TAB
        await phone.finger.down(x, TAB_Y)
        await phone.finger.move(x + dx, TAB_Y + dy, 0.2)
        # A fling would move the page under the next tap.
        await asyncio.sleep(0.3)
        await phone.finger.up()
    # The page may have scrolled.
    await phone.measure()
    await phone.tap_tab(3)
    await phone.moment("touches", "tap on tab 3")
    assert await phone.moments("touches") == ["tap on tab 1", "tap on tab 3"]


async def test_a_tap_pops_at_once_with_500_ms_of_delay(noting_phone: Phone) -> None:
    await noting_phone.page.fill("#delay", "500")
    notes = await noted_tap(noting_phone, 2, "tab 2 selected")
    assert "tab 2" in notes[: notes.index("directive")]


async def test_a_tap_counts_though_its_tab_is_drawn_anew_under_the_finger(phone: Phone) -> None:
    await phone.finger.down(2.5 * TAB, TAB_Y)
    await phone.page.wait_for_function("() => document.querySelector('[data-tab=\"2\"] svg')")
    # As the renderer does for a tab with changed content.
    await phone.page.evaluate(
        "document.querySelectorAll('[data-tab=\"2\"] *').forEach((each) => each.remove())")
    await phone.finger.up()
    await phone.moment("directives", "tab 2 selected")


async def test_a_tap_that_is_refused_is_taken_back(noting_phone: Phone) -> None:
    phone, tab = noting_phone, (2 * TAB, 724, TAB, 54)
    before = await phone.still(*tab)
    await phone.moment("others", "image for floor")
    await phone.page.fill("#delay", "500")
    # The engine opens the floor first, and therefore refuses the tap.
    await phone.page.click("#open-floor")
    await phone.measure()
    notes = await noted_tap(phone, 2, "refuse tab 2")
    assert "tab 2" in notes[: notes.index("directive")]
    await phone.moment("directives", "floor open(,| )")
    await phone.finger.tap(340, 72)
    await phone.moment("directives", "floor closed")
    assert difference(before, await phone.still(*tab)) == 0
    selected = await phone.page.get_attribute("[role=tab][aria-selected=true]", "data-tab")
    assert selected == "0"
