"""Fingers on the phone: lists that are dragged, flung and pulled, and tabs that are tapped."""

import re

from checks import expect, expect_that
from lab import Check, Lab
from phone import Phone, difference

HIGH, LOW = (190, 690), (190, 160)


async def to(phone: Phone, offset: float) -> None:
    """Moves the finger that is down until the list of the home tab stands there."""
    x, y = phone.finger.position
    await phone.finger.move(x, y + await phone.offset() - offset)
    await phone.finger.rest()


async def rocket(lab: Lab) -> str:
    async with lab.phone() as phone:
        logo = await phone.logo()
        await phone.finger.down(*HIGH)
        await to(phone, 400)
        expect("the logo's change at 400 pt", difference(logo, await phone.logo()), 0)
        await to(phone, 500)
        await phone.moment("directives", "rocket = rocket")
        rocket = await phone.logo()
        changed = difference(logo, rocket)
        expect_that(changed > 0.05, f"past 456 pt {changed:.1%} of the logo's pixels are others")
        await to(phone, 400)
        expect("the rocket's change as the same drag goes back",
               difference(rocket, await phone.logo()), 0)  # fmt: skip
        await to(phone, 500)
        await phone.finger.up()
        expect("the rocket's change at the second crossing",
               difference(rocket, await phone.logo()), 0)  # fmt: skip
        expect("how often the logo turned", len(await turns(phone)), 1)
        # The next drag may turn it again.
        await phone.finger.drag(LOW, (190, 500))
        await phone.moment("directives", "rocket = logo")
        expect("the logo's difference after the way back", difference(logo, await phone.logo()), 0)
        expect("how often the logo turned in two drags", len(await turns(phone)), 2)
        return f"{changed:.0%} of its pixels are others"


async def turns(phone: Phone) -> list[str]:
    return [each for each in await phone.moments("directives") if "rocket = " in each]


# A page that hears nothing of the finger for 40 ms takes it to stand (S7): a busy machine's flings.
TRIES = 5


async def fling(lab: Lab) -> str:
    """A list that is flung again and again, back and forth, until the page has heard of a fling."""
    async with lab.phone() as phone:
        velocity = 0.0
        for number in range(1, TRIES + 1):
            high, low = ((190, 640), (190, 300)) if number % 2 else ((190, 300), (190, 640))
            await phone.finger.fling(high, low)
            left = await phone.offset()
            await phone.moment("scrolls", "home settled", number)
            ended = [each for each in await phone.moments("scrolls") if "ended" in each][-1]
            velocity = float(re.search(r"(\S+) pt/s", ended)[1])
            if velocity != 0:
                break
        stands = await phone.offset()
        expect_that(abs(stands - left) > 50,
                    f"let go of at {left} pt with {velocity} pt/s, the list stands at {stands} pt")
        return f"let go of at {left:.0f} pt with {velocity:.0f} pt/s, at rest at {stands:.0f} pt"


async def floor(lab: Lab) -> None:
    async with lab.phone("second-floor") as phone:
        await pull(phone)


async def pull(phone: Phone) -> None:
    part = (30, 420, 315, 180)
    closed = await phone.still(*part)
    await phone.finger.down(190, 150)
    await phone.finger.move(190, 640, 0.5)
    await phone.finger.rest()
    await phone.moment("directives", "floor armed")
    await phone.finger.up()
    await phone.moment("directives", "floor open(,| )")
    opened = await phone.still(*part)
    changed = difference(closed, opened)
    expect_that(changed > 0.9, f"with the floor open {changed:.0%} of the pixels are others")
    await phone.finger.tap(340, 72)
    await phone.moment("directives", "floor closed")
    left = difference(closed, await phone.still(*part))
    expect_that(left < 0.01, f"with the floor closed {left:.0%} of the pixels are others")


async def in_one_touch(lab: Lab) -> str:
    """A touch that scrolls a list to its top goes on to pull it."""
    async with lab.phone("second-floor") as phone:
        await phone.finger.down(*HIGH)
        await to(phone, 60)
        await phone.finger.up()
        await phone.moment("scrolls", "home settled")
        await phone.finger.down(190, 200)
        await phone.finger.move(190, 680, 0.6)
        await phone.finger.rest()
        await phone.moment("directives", "floor armed")
        began = [each for each in await phone.moments("scrolls") if "began" in each]
        expect("how many drags there were", len(began), 2)
        await phone.finger.up()
        await phone.moment("directives", "floor open(,| )")
        return began[-1]


async def mouse(lab: Lab) -> str:
    desk = {"viewport": {"width": 1600, "height": 1000}, "is_mobile": False, "has_touch": False}
    async with lab.phone(**desk) as phone:
        mouse = phone.page.mouse
        await mouse.move(*phone.on_page(*HIGH))
        await mouse.down()
        await mouse.move(*phone.on_page(*LOW), steps=20)
        await phone.page.wait_for_timeout(150)
        await mouse.move(*phone.on_page(*LOW))
        await mouse.up()
        await phone.moment("directives", "rocket = rocket")
        dragged = await phone.offset()
        expect_that(dragged > 456, f"the mouse has dragged the list to {dragged} pt")
        await phone.moment("scrolls", "home ended")
        for _ in range(10):
            await mouse.wheel(0, -60)
        await phone.moment("directives", "rocket = logo")
        # A wheel that begins at the top pulls the list as a finger does.
        await phone.moment("scrolls", "home settled, y 0")
        for _ in range(10):
            await mouse.wheel(0, -60)
            await phone.page.wait_for_timeout(20)
        await phone.moment("directives", "floor pulling")
        await phone.moment("scrolls", "home settled, y 0", 2)
        return f"dragged to {dragged:.0f} pt, turned back by the wheel, pulled beyond the top"


CHECKS = [
    Check("a list past 456 pt turns the logo into the rocket, once per drag", rocket),
    Check("a list that is flung goes on", fling),
    Check("a pull opens the second floor, a tap closes it", floor),
    Check("a touch scrolls a list to its top, and pulls it from there", in_one_touch),
    Check("a mouse drags a list, and a wheel turns it back", mouse),
]
