"""The playground's page, and the phone on it."""

import re
from io import BytesIO

from PIL import Image, ImageChops
from playwright.async_api import CDPSession, Page

from finger import Finger

# Of a bar with five tabs.
TAB, TAB_Y = 75, 750
# The ends of a finger's drag of the list.
HIGH, LOW = (190, 690), (190, 160)


class Phone:
    def __init__(self, page: Page, devtools: CDPSession) -> None:
        self.page, self.devtools = page, devtools
        self.finger = Finger(devtools, self.on_page)
        self._place = {"left": 0.0, "top": 0.0, "scale": 1.0}

    @classmethod
    async def of(cls, page: Page, url: str, experience: str | None = None) -> "Phone":
        """Opens the page, and a session on it."""
        phone = cls(page, await page.context.new_cdp_session(page))
        await page.goto(url)
        await phone.connected()
        if experience:
            await phone.choose(experience)
        await phone.measure()
        return phone

    async def choose(self, experience: str) -> None:
        await self.page.select_option("#experiences", experience)
        await self.page.wait_for_function(
            "name => [...document.querySelectorAll('.moments li')].at(-1)?.textContent.includes("
            "`new session of ${name}`)", arg=experience)  # fmt: skip
        # Until then the state is that of the session before.
        await self.page.wait_for_selector(".moments li:has-text('connected')")
        await self.connected()

    async def connected(self) -> None:
        await self.page.wait_for_selector("#connection[data-state=open]")
        await self.page.wait_for_selector(".tab[data-tab='0']")

    async def measure(self) -> None:
        """Measures the phone's place in the window."""
        await self.page.evaluate("document.querySelector('#screen').scrollIntoView()")
        self._place = await self.page.evaluate("""() => {
          const screen = document.querySelector("#screen");
          const { left, top, width } = screen.getBoundingClientRect();
          return { left, top, scale: width / screen.offsetWidth };
        }""")

    def on_page(self, x: float, y: float) -> tuple[float, float]:
        place = self._place
        return place["left"] + x * place["scale"], place["top"] + y * place["scale"]

    async def tap_tab(self, tab: int, of: int = 5) -> None:
        await self.finger.tap(375 / of * (tab + 0.5), TAB_Y)

    async def scroll_to(self, offset: float) -> None:
        """Moves the finger that is down until the home tab's list has this offset."""
        x, y = self.finger.position
        await self.finger.move(x, y + await self.offset() - offset)
        await self.finger.rest()

    async def offset(self) -> float:
        """Returns the offset of the home tab's list."""
        return await self.page.evaluate(
            "document.querySelector('.port[data-source=home]').scrollTop")

    async def moments(self, kind: str) -> list[str]:
        """Returns the lines of the timeline, the oldest first."""
        texts: list[str] = await self.page.evaluate(
            "kind => [...document.querySelectorAll(`.moments [data-kind=${kind}]`)]"
            ".map(({ lastChild }) => lastChild.textContent)", kind)  # fmt: skip
        return texts[::-1]

    async def moment(self, kind: str, pattern: str, count: int = 1) -> None:
        """Waits until `count` lines of the timeline match."""
        await self.page.wait_for_function(
            "([kind, pattern, count]) => [...document.querySelectorAll("
            "`.moments [data-kind=${kind}]`)].filter(({ lastChild }) =>"
            "new RegExp(pattern).test(lastChild.textContent)).length >= count",
            arg=[kind, pattern, count])  # fmt: skip

    async def turns(self) -> int:
        """Returns the number of the logo's turns."""
        return sum("rocket = " in each for each in await self.moments("directives"))

    async def picture(self, x: float, y: float, width: float, height: float) -> Image.Image:
        """Returns a screenshot of a part of the phone's screen."""
        (left, top), scale = self.on_page(x, y), self._place["scale"]
        clip = {"x": left, "y": top, "width": width * scale, "height": height * scale}
        return Image.open(BytesIO(await self.page.screenshot(clip=clip))).convert("RGB")

    async def logo(self) -> Image.Image:
        """Returns the home tab's logo, once it rests."""
        return await self.still(16, 728, 43, 43)

    async def still(self, x: float, y: float, width: float, height: float) -> Image.Image:
        former = await self.picture(x, y, width, height)
        while True:
            await self.page.wait_for_timeout(100)
            picture = await self.picture(x, y, width, height)
            if difference(former, picture) == 0:
                return picture
            former = picture

    async def numbers(self) -> list[int]:
        """Returns the numbers of the presented directives, in the order of their arrival."""
        found = [re.match(r"#(\d+) ", each) for each in await self.moments("directives")]
        return [int(each[1]) for each in found if each]


def difference(one: Image.Image, other: Image.Image) -> float:
    """Returns the share of visibly different pixels."""
    if one.size != other.size:
        return 1
    changes = ImageChops.difference(one, other).convert("L").point(lambda it: 255 * (it > 24))
    return changes.histogram()[255] / (one.width * one.height)
