"""A playground, Chromium, and phones on the playground's page."""

import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser

from own_chromium import own_chromium
from pages import Pages
from phone import Phone
from playground import Playground


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--pictures", type=Path, metavar="FOLDER", help="keep pictures of the pages there")


@pytest.fixture(scope="session")
async def playground(
    binary: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Playground]:
    playground = Playground(binary, tmp_path_factory.mktemp("playground"))
    await playground.start()
    try:
        yield playground
        assert await playground.end() == 0
    finally:
        await playground.end(signal.SIGKILL)


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with own_chromium() as browser:
        yield browser


@pytest.fixture
async def pages(browser: Browser, playground: Playground) -> AsyncIterator[Pages]:
    pages = Pages(browser, playground.url)
    yield pages
    await pages.close()
    assert not pages.errors


@pytest.fixture
async def phone(pages: Pages) -> Phone:
    """A phone with the playground's first experience."""
    return await pages.phone()


@pytest.fixture
async def floor_phone(pages: Pages) -> Phone:
    return await pages.phone("second-floor")
