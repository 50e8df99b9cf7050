"""Folders of the user's own experience files: who may write to them, and which cannot be used."""

import asyncio
import os
import tempfile
from pathlib import Path

import pytest

from own_files import NAME, TEXT, notice, opened_file, yaml
from pages import Pages
from phone import Phone
from served_folder import served

SAVE = """([url, type]) => {
  const body = new Blob([JSON.stringify({ name: "evil.yaml", text: "name: evil" })], { type });
  return fetch(`${url}playground/save`, { method: "POST", body, mode: "no-cors" })
    .catch(() => undefined);
}"""


async def test_a_page_from_elsewhere_saves_nothing(
    pages: Pages, binary: Path, tmp_path: Path
) -> None:
    """From another origin on the same machine."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "index.html").write_text("<title>evil</title>", encoding="utf-8")
    async with opened_file(pages, binary, tmp_path) as (phone, file):
        with served(elsewhere) as url:
            page = await phone.page.context.new_page()
            await page.goto(url)
            for kind in ["application/json", "text/plain"]:
                await page.evaluate(SAVE, [phone.page.url.partition("#")[0], kind])
            assert [each.name for each in file.parent.iterdir()] == [NAME]


async def test_without_a_folder_the_page_says_how_to_save(phone: Phone) -> None:
    await notice(phone, "interaction-engine playground --experiences FOLDER")
    assert not await phone.page.is_visible("#save-as")


async def test_with_a_folder_that_cannot_be_written_to_the_page_says_how_to_save(
    pages: Pages, binary: Path
) -> None:
    # No rights hold for root; another user needs a folder that others can read.
    user = 65534 if os.getuid() == 0 else None
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        async with opened_file(pages, binary, Path(folder), 0o555, user) as (phone, _):
            await notice(phone, "chmod u+w")
            assert not await phone.page.is_visible("#save-as")
            assert await phone.page.input_value(TEXT) == yaml(456)


@pytest.mark.parametrize("name, remedy", [("none", "mkdir -p"), ("home.yaml", "is a file")])
async def test_a_folder_that_is_not_there_is_refused_with_the_remedy(
    name: str, remedy: str, binary: Path, tmp_path: Path
) -> None:
    (tmp_path / "home.yaml").touch()
    process = await asyncio.create_subprocess_exec(
        binary, "playground", "--port", "0", "--experiences", tmp_path / name,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)  # fmt: skip
    _, error = await process.communicate()
    assert process.returncode == 1
    assert f"--experiences: '{tmp_path / name}'" in error.decode()
    assert remedy in error.decode()
