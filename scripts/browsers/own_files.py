"""The user's own experience files: opened, edited, saved, and changed by others."""

import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from checks import expect, expect_that
from lab import REPOSITORY, Check, Lab
from phone import Phone
from playground import Playground

TEXT = "textarea.code"
NAME = "home-mine.yaml"
BUILT_IN = REPOSITORY / "Sources/InteractionExperience/Resources/home-refined.yaml"


def yaml(threshold: int) -> str:
    text = BUILT_IN.read_text(encoding="utf-8").replace("name: home-refined", "name: home-mine", 1)
    return "# Mine.\n" + text.replace("threshold: 456", f"threshold: {threshold}")


@asynccontextmanager
async def opened(lab: Lab) -> AsyncIterator[tuple[Phone, Path]]:
    """The page of a playground of its own, and the file that it has opened."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "experiences"
        folder.mkdir()
        (folder / NAME).write_text(yaml(456), encoding="utf-8")
        playground = await Playground.start(lab.binary, Path(temporary), folder=folder)
        try:
            async with lab.page() as page:
                yield await Phone.of(page, playground.url), folder / NAME
        finally:
            await playground.kill()


async def notice(phone: Phone, text: str) -> str:
    """Waits until the page says so."""
    await phone.page.wait_for_selector(f"#notice >> text={text}")
    return await phone.page.inner_text("#notice")


async def threshold(phone: Phone, value: int) -> None:
    await phone.page.wait_for_selector(f".trigger >> text='{value} pt'")


async def edit(phone: Phone, former: str, text: str) -> str:
    edited = (await phone.page.input_value(TEXT)).replace(former, text, 1)
    await phone.page.fill(TEXT, edited)
    return edited


async def saves(lab: Lab) -> str:
    async with opened(lab) as (phone, file):
        page = phone.page
        expect("what is chosen", await page.input_value("#experiences"), NAME)
        expect("the text", await page.input_value(TEXT), file.read_text(encoding="utf-8"))
        text = await edit(phone, "threshold: 456", "threshold: 200 # lower")
        await page.click("text='Restart with this'")
        await threshold(phone, 200)
        expect("the file before it is saved", file.read_text(encoding="utf-8"), yaml(456))
        await page.focus(TEXT)
        await page.keyboard.press("Control+s")
        await notice(phone, f"Saved {NAME}")
        expect("the file", file.read_text(encoding="utf-8"), text)
        await page.wait_for_url(f"**/#file={NAME}")
        await page.reload()
        await phone.connected()
        await threshold(phone, 200)
        expect("the text after a reload", await page.input_value(TEXT), text)

        # A mistake is not saved.
        await edit(phone, "threshold: 200", "threshold: high")
        await page.click("text='Save'")
        told = await notice(phone, "is not saved")
        line = 1 + text[: text.index("threshold: 200")].count("\n")
        expect_that(re.search(rf"{line}:\d+ toggles\[0\]\.threshold", told) is not None, told)
        expect("the file after a mistake", file.read_text(encoding="utf-8"), text)

        # A new file: under the same experience's name it is refused, too.
        await edit(phone, "threshold: high", "threshold: 300")
        await save_as(phone, "other")
        await notice(phone, f"is also that of {NAME}")
        text = await edit(phone, "name: home-mine", "name: home-other")
        await save_as(phone, "other")
        await notice(phone, "Saved other.yaml")
        expect("the new file", file.with_name("other.yaml").read_text(encoding="utf-8"), text)
        expect("what is chosen", await page.input_value("#experiences"), "other.yaml")
        names = sorted(each.name for each in file.parent.iterdir())
        expect("the files", names, [NAME, "other.yaml"])
        return told


async def save_as(phone: Phone, name: str) -> None:
    await phone.page.click("#save-as")
    await phone.page.fill("#file-name", name)
    await phone.page.keyboard.press("Enter")
    await phone.page.wait_for_selector("#naming", state="hidden")


async def others(lab: Lab) -> str:
    async with opened(lab) as (phone, file):
        page = phone.page
        # Without edits, the page takes the new text.
        file.write_text(yaml(200), encoding="utf-8")
        await notice(phone, "has changed on disk")
        await threshold(phone, 200)
        expect("the text", await page.input_value(TEXT), yaml(200))

        # With edits, it asks; and saves over nothing unasked.
        mine = await edit(phone, "# Mine.", "# Mine alone.")
        file.write_text(yaml(300), encoding="utf-8")
        await notice(phone, "since it was opened")
        await page.click("text='Save'")
        await notice(phone, "since it was opened")
        expect("the text that is kept", await page.input_value(TEXT), mine)
        expect("the file", file.read_text(encoding="utf-8"), yaml(300))
        await page.click("text='Overwrite'")
        await notice(phone, f"Saved {NAME}")
        expect("the file that is overwritten", file.read_text(encoding="utf-8"), mine)

        await edit(phone, "# Mine alone.", "# Neither.")
        file.write_text(yaml(350), encoding="utf-8")
        await notice(phone, "since it was opened")
        await page.click("text='Reload'")
        await threshold(phone, 350)
        expect("the text that is reloaded", await page.input_value(TEXT), yaml(350))

        file.unlink()
        await notice(phone, "was deleted on disk")
        await page.click("text='Save it again'")
        await notice(phone, f"Saved {NAME}")
        expect("the file that was deleted", file.read_text(encoding="utf-8"), yaml(350))

        # A file that comes is offered.
        file.with_name("new.yaml").write_text("name: [", encoding="utf-8")
        await page.wait_for_selector("#experiences option[value='new.yaml']", state="attached")
        await page.select_option("#experiences", "new.yaml")
        await page.wait_for_selector("#problem-count >> text='1 problem'")
        expect("a text with a mistake", await page.input_value(TEXT), "name: [")
        return "reloaded, kept, overwritten, and written again"


CHECKS = [
    Check("a file of one's own is opened, edited and saved, unless it has a mistake", saves),
    Check("a file of one's own that changes on disk is noticed, and not overwritten unasked", others),
]
