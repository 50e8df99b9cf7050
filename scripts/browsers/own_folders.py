"""Folders of the user's own experience files: who may write to them, and which cannot be used."""

import asyncio
import os
import tempfile
from pathlib import Path

from checks import expect, expect_in, expect_that
from lab import Check, Lab
from own_files import NAME, TEXT, notice, opened, yaml
from phone import Phone
from playground import Playground
from served_folder import served

# No tab has the big logo.
DOUBTFUL = """name: doubtful
sources: [{ id: home, tab: 0 }]
tab_bar: { items: [{ title: Home }] }
toggles:
  - id: rocket
    source: home
    threshold: 456
"""


async def foreign(lab: Lab) -> None:
    """A page of another origin on the same machine."""
    with tempfile.TemporaryDirectory() as elsewhere:
        (Path(elsewhere) / "index.html").write_text("<title>evil</title>", encoding="utf-8")
        async with opened(lab) as (phone, file):
            with served(Path(elsewhere)) as url:
                page = await phone.page.context.new_page()
                await page.goto(url)
                for kind in ["application/json", "text/plain"]:
                    await page.evaluate("""([url, type]) => {
                      const text = JSON.stringify({ name: "evil.yaml", text: "name: evil" });
                      const body = new Blob([text], { type });
                      return fetch(`${url}playground/save`, { method: "POST", body, mode: "no-cors" })
                        .catch(() => undefined);
                    }""", [phone.page.url.partition("#")[0], kind])  # fmt: skip
                expect("the files", [each.name for each in file.parent.iterdir()], [NAME])


async def hints(lab: Lab) -> str:
    """Without a folder, and with one that cannot be written to, the page says what to do."""
    async with lab.phone() as phone:
        await notice(phone, "interaction-engine playground --experiences FOLDER")
        expect("the buttons", await phone.page.is_visible("#save-as"), False)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "experiences"
        folder.mkdir()
        (folder / NAME).write_text(yaml(456), encoding="utf-8")
        os.chmod(temporary, 0o777)
        folder.chmod(0o555)
        # No rights hold for root.
        user = 65534 if os.getuid() == 0 else None
        playground = await Playground.start(
            lab.binary, Path(temporary), folder=folder, user=user)
        try:
            async with lab.page() as page:
                phone = await Phone.of(page, playground.url)
                told = await notice(phone, "chmod u+w")
                expect("the buttons", await page.is_visible("#save-as"), False)
                expect("the text", await page.input_value(TEXT), yaml(456))
        finally:
            await playground.kill()
    return told


async def warnings(lab: Lab) -> str:
    async with lab.phone() as phone:
        await phone.page.fill(TEXT, DOUBTFUL)
        row = phone.page.locator("#problems [data-severity=warning]")
        await row.wait_for()
        told = await row.inner_text()
        expect_in("no tab shows 'rocket'", told)
        line = await phone.page.inner_text(".numbers .doubtful")
        expect_that(told.startswith(f"{line.strip()}:"), told)
        return told


async def refusals(lab: Lab) -> str:
    """A folder that is not there ends the command."""
    told = []
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "home.yaml"
        file.touch()
        for name, remedy in [(f"{temporary}/none", "mkdir -p"), (str(file), "is a file")]:
            process = await asyncio.create_subprocess_exec(
                lab.binary, "playground", "--port", "0", "--experiences", name,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)  # fmt: skip
            _, error = await process.communicate()
            expect("the exit code", process.returncode, 1)
            expect_in(f"--experiences: '{name}'", error.decode())
            expect_in(remedy, error.decode())
            told.append(remedy)
    return ", ".join(told)


CHECKS = [
    Check("a page from elsewhere saves no file of one's own", foreign),
    Check("without a folder that can be written to, the page says how to save files of one's own",
          hints),
    Check("a folder of one's own files that is not there is refused with the remedy", refusals),
    Check("a warning shows at its line", warnings),
]
