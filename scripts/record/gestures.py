"""What the thumb does in each recording. The numbers are points from the top of the screen."""

from asyncio import sleep

from thumb import Thumb


async def flings(thumb: Thumb) -> None:
    await thumb.throw(640, 330, 0.18)
    await thumb.throw(290, 650, 0.16)

    await thumb.throw(660, 300, 0.15, grabbed_after=0.3)
    await thumb.pull(420, 560, seconds=0.5)  # grabs it
    await thumb.throw(300, 640, 0.15)

    await thumb.throw(640, 400, 0.2, grabbed_after=0.12)
    await thumb.pull(450, 540, seconds=0.4)  # grabs it about the threshold
    await thumb.throw(330, 560, 0.2)

    for _ in range(3):  # each grabs the one before
        await thumb.throw(650, 380, 0.14, grabbed_after=0.25)
    await thumb.until_settled()
    for _ in range(4):
        await thumb.throw(320, 650, 0.13, grabbed_after=0.2)
    await thumb.until_settled()


async def browse(thumb: Thumb) -> None:
    await thumb.pull(620, 380, seconds=0.8)
    await thumb.pull(640, 330, 450, 300, seconds=0.7)  # to and fro over the threshold
    await thumb.throw(360, 560, 0.25)

    await thumb.throw(620, 400, 0.2)
    await thumb.tap_tab(2)
    await sleep(0.9)
    await thumb.tap_tab(0)
    await sleep(0.6)

    await thumb.throw(600, 350, 0.2, grabbed_after=0.4)
    await thumb.pull(500, 500, seconds=0.3)  # grabs it, only to stop it
    for _ in range(2):
        await thumb.throw(330, 640, 0.16)


async def pulldown(thumb: Thumb) -> None:
    await thumb.pull(240, 560, seconds=0.7)
    await thumb.pull(220, 520, 690, seconds=0.5, rest=0.05)

    await thumb.press(300)
    await thumb.slide(420, 0.3)
    await thumb.up("touchCancel")
    await thumb.until_settled()

    await thumb.throw(650, 330, 0.18)
    await thumb.throw(640, 420, 0.2, grabbed_after=0.25)
    await thumb.pull(400, 470, seconds=0.3)  # grabs it
    for _ in range(2):
        await thumb.throw(290, 650, 0.15)

    await thumb.throw(260, 600, 0.3, grabbed_after=0.15)
    await thumb.pull(400, 500, seconds=0.4)  # grabs it on its way back
