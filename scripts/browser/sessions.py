"""What the finger does in each recording. The numbers are points from the top of the screen."""

from asyncio import sleep

from finger import Finger, gliding


async def flings(finger: Finger) -> None:
    await finger.fling(640, 330, 0.18)
    await finger.until_settled()
    await finger.fling(290, 650, 0.16)
    await finger.until_settled()

    await finger.fling(660, 300, 0.15)
    await sleep(0.3)
    await finger.drag(420, 560, seconds=0.5)  # grabs it
    await finger.until_settled()
    await finger.fling(300, 640, 0.15)
    await finger.until_settled()

    await finger.fling(640, 400, 0.2)
    await sleep(0.12)
    await finger.drag(450, 540, seconds=0.4)  # grabs it about the threshold
    await finger.until_settled()
    await finger.fling(330, 560, 0.2)
    await finger.until_settled()

    for _ in range(3):  # each grabs the one before
        await finger.fling(650, 380, 0.14)
        await sleep(0.25)
    await finger.until_settled()
    for _ in range(4):
        await finger.fling(320, 650, 0.13)
        await sleep(0.2)
    await finger.until_settled()


async def browse(finger: Finger) -> None:
    await finger.drag(620, 380, seconds=0.8)
    await finger.until_settled()
    await finger.drag(640, 330, 450, 300, seconds=0.7)  # to and fro over the threshold
    await finger.until_settled()
    await finger.fling(360, 560, 0.25)
    await finger.until_settled()

    await finger.fling(620, 400, 0.2)
    await finger.until_settled()
    await finger.tap_tab(2)
    await sleep(0.9)
    await finger.tap_tab(0)
    await sleep(0.6)

    await finger.fling(600, 350, 0.2)
    await sleep(0.4)
    await finger.drag(500, 500, seconds=0.3)  # grabs it, only to stop it
    await finger.until_settled()
    for _ in range(2):
        await finger.fling(330, 640, 0.16)
        await finger.until_settled()


async def pulldown(finger: Finger) -> None:
    await finger.drag(240, 560, seconds=0.7)
    await finger.until_settled()
    await finger.drag(220, 520, 690, seconds=0.5, rest=0.05)
    await finger.until_settled()

    await finger.down(300)
    await finger.move(420, 0.3, gliding)
    await finger.cancel()
    await finger.until_settled()

    await finger.fling(650, 330, 0.18)
    await finger.until_settled()
    await finger.fling(640, 420, 0.2)
    await sleep(0.25)
    await finger.drag(400, 470, seconds=0.3)  # grabs it
    await finger.until_settled()
    for _ in range(2):
        await finger.fling(290, 650, 0.15)
        await finger.until_settled()

    await finger.fling(260, 600, 0.3)
    await sleep(0.15)
    await finger.drag(400, 500, seconds=0.4)  # grabs it on its way back
    await finger.until_settled()
