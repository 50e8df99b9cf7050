"""Folders of the user's own experience files that cannot be written to, or cannot be used."""

import os
import subprocess
import tempfile
from pathlib import Path

import pytest

from own_files import TEXT, notice, opened_file, yaml
from pages import Pages
from phone import Phone


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
def test_a_folder_that_is_not_there_is_refused_with_the_remedy(
    name: str, remedy: str, binary: Path, tmp_path: Path
) -> None:
    (tmp_path / "home.yaml").touch()
    command = [binary, "playground", "--port", "0", "--experiences", tmp_path / name]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 1
    assert f"--experiences: '{tmp_path / name}'" in ran.stderr
    assert remedy in ran.stderr
