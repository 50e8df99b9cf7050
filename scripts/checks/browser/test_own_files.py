"""The user's experience files: opened, edited, saved, changed by others; and their folder."""

import os
import re
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pages import BUILT_IN, TEXT, Pages
from phone import Phone
from playground import Playground

Opened = tuple[Phone, Path]
NAME = "home-mine.yaml"


def yaml(threshold: int) -> str:
    text = BUILT_IN.read_text("utf-8").replace("name: home-refined", "name: home-mine", 1)
    return "# Mine.\n" + text.replace("threshold: 456", f"threshold: {threshold}")


@asynccontextmanager
async def opened_file(
    pages: Pages, binary: Path, folder: Path, mode: int = 0o755, user: int | None = None
) -> AsyncIterator[Opened]:
    """The page of a separate playground, and the file opened in it."""
    experiences = folder / "experiences"
    experiences.mkdir()
    file = experiences / NAME
    file.write_text(yaml(456), encoding="utf-8")
    experiences.chmod(mode)
    playground = Playground(binary, folder, experiences, user)
    await playground.start()
    try:
        yield await Phone.of(await pages.page(), playground.url), file
    finally:
        await playground.end(signal.SIGKILL)


async def notice(phone: Phone, text: str) -> str:
    """Waits until the page shows a notice that contains the text."""
    await phone.page.wait_for_selector(f"#notice >> text={text}")
    return await phone.page.inner_text("#notice")


@pytest.fixture
async def opened(pages: Pages, binary: Path, tmp_path: Path) -> AsyncIterator[Opened]:
    async with opened_file(pages, binary, tmp_path) as opened:
        yield opened


async def threshold(phone: Phone, value: int) -> None:
    await phone.page.wait_for_selector(f".trigger >> text='{value} pt'")


async def edit(phone: Phone, former: str, text: str) -> str:
    edited = (await phone.page.input_value(TEXT)).replace(former, text, 1)
    await phone.page.fill(TEXT, edited)
    return edited


async def save_as(phone: Phone, name: str) -> None:
    await phone.page.click("#save-as")
    await phone.page.fill("#file-name", name)
    await phone.page.keyboard.press("Enter")
    await phone.page.wait_for_selector("#naming", state="hidden")


async def test_a_file_is_opened_edited_and_saved(opened: Opened) -> None:
    phone, file = opened
    assert await phone.page.input_value("#experiences") == NAME
    assert await phone.page.input_value(TEXT) == file.read_text("utf-8")
    text = await edit(phone, "threshold: 456", "threshold: 200 # lower")
    await phone.page.click("text='Restart with this'")
    await threshold(phone, 200)
    assert file.read_text("utf-8") == yaml(456)
    await phone.page.focus(TEXT)
    await phone.page.keyboard.press("Control+s")
    await notice(phone, f"Saved {NAME}")
    assert file.read_text("utf-8") == text
    await phone.page.wait_for_url(f"**/#file={NAME}")
    await phone.page.reload()
    await phone.connected()
    await threshold(phone, 200)
    assert await phone.page.input_value(TEXT) == text

    # An invalid text is not saved.
    await edit(phone, "threshold: 200", "threshold: high")
    await phone.page.click("text='Save'")
    told = await notice(phone, "was not saved")
    line = 1 + text[: text.index("threshold: 200")].count("\n")
    assert re.search(rf"{line}:\d+ toggles\[0\]\.threshold", told)
    assert file.read_text("utf-8") == text

    # A new file of an experience with the same name is refused as well.
    await edit(phone, "threshold: high", "threshold: 300")
    await save_as(phone, "other")
    await notice(phone, f"is also the name in {NAME}")
    text = await edit(phone, "name: home-mine", "name: home-other")
    await save_as(phone, "other")
    await notice(phone, "Saved other.yaml")
    assert file.with_name("other.yaml").read_text("utf-8") == text
    assert await phone.page.input_value("#experiences") == "other.yaml"
    assert {each.name for each in file.parent.iterdir()} == {NAME, "other.yaml"}


async def test_a_file_that_changes_on_disk_is_not_overwritten_unasked(opened: Opened) -> None:
    phone, file = opened
    # Without edits, the page loads the new text.
    file.write_text(yaml(200), encoding="utf-8")
    await notice(phone, "has changed on disk")
    await threshold(phone, 200)
    assert await phone.page.input_value(TEXT) == yaml(200)

    # With edits, it asks before anything is replaced.
    mine = await edit(phone, "# Mine.", "# Mine alone.")
    file.write_text(yaml(300), encoding="utf-8")
    await notice(phone, "since it was opened")
    await phone.page.click("text='Save'")
    await notice(phone, "since it was opened")
    assert await phone.page.input_value(TEXT) == mine
    assert file.read_text("utf-8") == yaml(300)
    await phone.page.click("text='Overwrite'")
    await notice(phone, f"Saved {NAME}")
    assert file.read_text("utf-8") == mine

    await edit(phone, "# Mine alone.", "# Neither.")
    file.write_text(yaml(350), encoding="utf-8")
    await notice(phone, "since it was opened")
    await phone.page.click("text='Reload'")
    await threshold(phone, 350)
    assert await phone.page.input_value(TEXT) == yaml(350)

    file.unlink()
    await notice(phone, "was deleted on disk")
    await phone.page.click("text='Save it again'")
    await notice(phone, f"Saved {NAME}")
    assert file.read_text("utf-8") == yaml(350)


async def test_a_file_that_comes_is_offered(opened: Opened) -> None:
    phone, file = opened
    file.with_name("new.yaml").write_text("name: [", encoding="utf-8")
    await phone.page.wait_for_selector("#experiences option[value='new.yaml']", state="attached")
    await phone.page.select_option("#experiences", "new.yaml")
    await phone.page.wait_for_selector("#problem-count >> text='1 problem'")
    assert await phone.page.input_value(TEXT) == "name: ["


async def test_without_a_folder_the_page_says_how_to_save(phone: Phone) -> None:
    await notice(phone, "interaction-engine playground --experiences FOLDER")
    assert not await phone.page.is_visible("#save-as")


async def test_with_a_folder_that_cannot_be_written_to_the_page_says_how_to_save(
    pages: Pages, binary: Path
) -> None:
    # Root bypasses permissions; another user needs a readable folder.
    user = 65534 if os.getuid() == 0 else None
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        async with opened_file(pages, binary, Path(folder), 0o555, user) as (phone, _):
            await notice(phone, "chmod u+w")
            assert not await phone.page.is_visible("#save-as")
            assert await phone.page.input_value(TEXT) == yaml(456)
