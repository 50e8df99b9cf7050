"""The session that no test may disturb, and engines with additional options."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import grpc
import pytest

from certificates import Files
from checks import Lab
from conversation import Conversation
from frames import heartbeat, now_us
from own_engine import Start, add_key_by
from securing import Secured
from services import experiences
from steps import close_well, expect_answers

# A session times out after 30 s.
BEAT_SECONDS = 10
SHOP = """
name: shop
sources: [{id: list, tab: 0}]
tab_bar:
  transition: {}
  items:
    - {title: {text: Home}}
    - {title: {text: News}, badge: {content: {count: {count: 3}}}}
    - {title: {text: Me}, login_required: true, badge: {}}
    - {title: {text: Soon}, disabled: true}
toggles:
  - {id: top, source: list, threshold: 300, below_name: down, above_name: up}
  - {id: bar, source: list, threshold: 50, below_name: shown, above_name: gone}
second_floor: {source: list}
navigation: {style: NAVIGATION_STYLE_SPRING}
"""


@pytest.fixture(scope="session")
async def bystander(channel: grpc.aio.Channel) -> AsyncIterator[Conversation]:
    """A session on the channel of all tests. After its end no session is left."""
    conversation = Conversation(channel)
    await conversation.open(session_id="bystander", time_us=now_us())
    yield conversation
    await expect_answers(conversation)
    await close_well(conversation)
    await asyncio.sleep(0.5)
    left = {name: each.active_sessions for name, each in (await experiences(channel)).items()}
    assert not any(left.values()), left


@pytest.fixture(autouse=True)
async def undisturbed(bystander: Conversation) -> AsyncIterator[None]:
    """The bystander lives through each test, and answers after it."""
    is_over = asyncio.Event()

    async def beat() -> None:
        while not is_over.is_set():
            await bystander.send(heartbeat(now_us()))
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await is_over.wait()

    beating = asyncio.create_task(beat())
    yield
    is_over.set()
    await beating
    await expect_answers(bystander)


@pytest.fixture
async def keys(binary: Path, tmp_path: Path) -> Path:
    """A file with one key, `first`."""
    file = tmp_path / "keys"
    await add_key_by(binary, file, "first")
    return file


@pytest.fixture
async def shop(start: Start, tmp_path: Path) -> Lab:
    """An engine whose experience has everything that a backend can act on."""
    folder = tmp_path / "experiences"
    folder.mkdir()
    (folder / "shop.yaml").write_text(SHOP)
    return await start("--experiences", folder)


@pytest.fixture
async def secure(start: Start, tmp_path: Path) -> AsyncIterator[Callable[..., Awaitable[Secured]]]:
    """Starts an engine with a certificate, which may ask clients for theirs."""
    async with AsyncExitStack() as channels:

        async def secured(*options: str, mutual: bool = False, **process: object) -> Secured:
            files = Files(tmp_path)
            own = await start(*(files.mutual if mutual else files.options), *options, **process)
            return Secured(own, files, files.authority, channels)

        yield secured
