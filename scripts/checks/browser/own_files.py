"""A playground with a folder of the user's own experience files."""

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from pages import Pages
from phone import Phone
from playground import Playground

TEXT = "textarea.code"
NAME = "home-mine.yaml"
BUILT_IN = Path("Sources/InteractionExperience/Resources/home-refined.yaml")


def yaml(threshold: int) -> str:
    text = BUILT_IN.read_text("utf-8").replace("name: home-refined", "name: home-mine", 1)
    return "# Mine.\n" + text.replace("threshold: 456", f"threshold: {threshold}")


@asynccontextmanager
async def opened_file(
    pages: Pages, binary: Path, folder: Path, mode: int = 0o755, user: int | None = None
) -> AsyncIterator[tuple[Phone, Path]]:
    """The page of a playground of its own, and the file that it has opened."""
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
    """Waits until the page says so."""
    await phone.page.wait_for_selector(f"#notice >> text={text}")
    return await phone.page.inner_text("#notice")
