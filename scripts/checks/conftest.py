"""Options, fixtures and time limits of all suites."""

import asyncio
import functools
import inspect
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import grpc
import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
# The time for cleanup after a timeout.
CLEANING = 20

# pytest rewrites their assertions like those of tests.
for folder in (HERE, ROOT / "scripts/lib"):
    pytest.register_assert_rewrite(*(file.stem for file in folder.rglob("*.py")))

from checks import Lab  # noqa: E402
from engine import Engine  # noqa: E402
from own_engine import Start, own_engine  # noqa: E402


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine", type=Path, default=ROOT / ".build/debug/interaction-engine", metavar="PATH",
        help="the engine to check (default: .build/debug/interaction-engine)")  # fmt: skip
    parser.addoption("--long", action="store_true", help="also run tests marked 'long'")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        left_out = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            marker = item.get_closest_marker("timeout")
            seconds = float(marker.args[0] if marker else config.getini("timeout"))
            item.obj = within(seconds, item.obj)
            item.add_marker(pytest.mark.timeout(seconds + CLEANING), append=False)


def within(seconds: float, test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Wraps a test, which is cancelled after its time limit, so that it cleans up."""

    @functools.wraps(test)
    async def limited(*args: Any, **fixtures: Any) -> None:
        try:
            async with asyncio.timeout(seconds) as limit:
                await test(*args, **fixtures)
        except TimeoutError:
            if limit.expired():
                pytest.fail(f"not over after {seconds} s")
            raise

    return limited


@pytest.fixture(scope="session")
def binary(pytestconfig: pytest.Config) -> Path:
    binary = pytestconfig.getoption("--engine").resolve()
    if not os.access(binary, os.X_OK):
        pytest.fail(f"there is no engine at {binary}; build it with 'swift build'", pytrace=False)
    return binary


@pytest.fixture(scope="session")
def tools() -> Path:
    """The folder of programs from PyPI."""
    return ROOT / ".venv/bin"


@pytest.fixture(scope="session")
async def engine(binary: Path) -> AsyncIterator[Engine]:
    """An engine of many tests; it outlives them, and SIGTERM ends it."""
    engine = await Engine.start(binary)
    try:
        yield engine
        assert engine.is_running
    finally:
        code = await engine.stop()
    assert code == 0


@pytest.fixture(scope="session")
async def channel(engine: Engine) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(engine.address) as channel:
        yield channel


@pytest.fixture
def lab(binary: Path, tools: Path, engine: Engine, channel: grpc.aio.Channel) -> Iterator[Lab]:
    """The engine of many tests, with conversations that end with this test."""
    with Lab(binary, tools, engine, channel).own_conversations() as own:
        yield own


@pytest.fixture
async def start(lab: Lab) -> AsyncIterator[Start]:
    """Starts engines for one test. Those that it does not end itself have to survive it."""
    async with AsyncExitStack() as stack:
        engines: list[Engine] = []

        async def started(*options: str | Path, **process: Any) -> Lab:
            own = await stack.enter_async_context(own_engine(lab, *options, **process))
            engines.append(own.engine)
            return own

        yield started
        for each in engines:
            assert each.is_running or each.was_told_to_end, f"it ended with {each.exit_code}"
