"""Fingers on the phone: lists that are dragged, flung and overscrolled."""

import re

from pages import Pages
from phone import HIGH, LOW, Phone, difference


async def test_a_list_past_456_pt_turns_the_logo_into_the_rocket_once_per_drag(
    phone: Phone,
) -> None:
    logo = await phone.logo()
    await phone.finger.down(*HIGH)
    await phone.scroll_to(400)
    assert difference(logo, await phone.logo()) == 0
    await phone.scroll_to(500)
    await phone.moment("directives", "rocket = rocket")
    rocket = await phone.logo()
    assert difference(logo, rocket) > 0.05
    # The same drag turns it once.
    await phone.scroll_to(400)
    assert difference(rocket, await phone.logo()) == 0
    await phone.scroll_to(500)
    await phone.finger.up()
    assert difference(rocket, await phone.logo()) == 0
    assert await phone.turns() == 1
    # The next drag may turn it again.
    await phone.finger.drag(LOW, (190, 500))
    await phone.moment("directives", "rocket = logo")
    assert difference(logo, await phone.logo()) == 0
    assert await phone.turns() == 2


async def test_a_list_that_is_flung_goes_on(phone: Phone) -> None:
    """Flings until the page detects one: after 40 ms without touch events a finger stands (S7)."""
    for number in range(1, 9):
        await phone.finger.fling((190, 640), (190, 300))
        await phone.moment("scrolls", "home settled", number)
        ended = [each for each in await phone.moments("scrolls") if "ended" in each][-1]
        left, velocity = map(float, re.search(r"y (\S+), (\S+) pt/s", ended).groups())
        if velocity != 0:
            break
    assert abs(await phone.offset() - left) > 50


async def test_a_pull_opens_the_second_floor_and_a_tap_closes_it(floor_phone: Phone) -> None:
    phone, part = floor_phone, (30, 420, 315, 180)
    closed = await phone.still(*part)
    await phone.finger.down(190, 150)
    await phone.finger.move(190, 640, 0.5)
    await phone.finger.rest()
    await phone.moment("directives", "floor armed")
    await phone.finger.up()
    await phone.moment("directives", "floor open(,| )")
    assert difference(closed, await phone.still(*part)) > 0.9
    await phone.finger.tap(340, 72)
    await phone.moment("directives", "floor closed")
    assert difference(closed, await phone.still(*part)) < 0.01


async def test_a_touch_scrolls_a_list_to_its_top_and_pulls_it_from_there(
    floor_phone: Phone,
) -> None:
    phone = floor_phone
    await phone.finger.down(*HIGH)
    await phone.scroll_to(60)
    await phone.finger.up()
    await phone.moment("scrolls", "home settled")
    await phone.finger.down(190, 200)
    await phone.finger.move(190, 680, 0.6)
    await phone.finger.rest()
    await phone.moment("directives", "floor armed")
    assert sum("began" in each for each in await phone.moments("scrolls")) == 2
    await phone.finger.up()
    await phone.moment("directives", "floor open(,| )")


async def test_a_mouse_drags_a_list_and_a_wheel_turns_it_back(pages: Pages) -> None:
    phone = await pages.phone(
        viewport={"width": 1600, "height": 1000}, is_mobile=False, has_touch=False)
    mouse = phone.page.mouse
    await mouse.move(*phone.on_page(*HIGH))
    await mouse.down()
    await mouse.move(*phone.on_page(*LOW), steps=20)
    await phone.page.wait_for_timeout(150)
    await mouse.move(*phone.on_page(*LOW))
    await mouse.up()
    await phone.moment("directives", "rocket = rocket")
    assert await phone.offset() > 456
    await phone.moment("scrolls", "home ended")
    for _ in range(10):
        await mouse.wheel(0, -60)
    await phone.moment("directives", "rocket = logo")
    # A wheel that begins at the top overscrolls the list as a finger does.
    await phone.moment("scrolls", "home settled, y 0")
    for _ in range(10):
        await mouse.wheel(0, -60)
        await phone.page.wait_for_timeout(20)
    await phone.moment("directives", "floor pulling")
    await phone.moment("scrolls", "home settled, y 0", 2)
