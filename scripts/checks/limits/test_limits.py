"""Clients that stall, fall silent or lose their connections for long, and sessions that are too
many: the short forms of what scripts/measure-limits measures."""

from pathlib import Path

import half_open
import lossy_soak
import overload
import pytest
import stalled
from process import raise_descriptors


@pytest.fixture(scope="module", autouse=True)
def descriptors() -> None:
    raise_descriptors()


async def test_sessions_of_silent_peers_end_in_time_and_leave_nothing(binary: Path) -> None:
    await half_open.run(binary, [], is_long=False)


@pytest.mark.timeout(240)
async def test_clients_that_stop_reading_are_ended_and_find_everything_again(binary: Path) -> None:
    await stalled.run(binary, [], is_long=False)


@pytest.mark.timeout(600)
async def test_more_sessions_than_it_can_serve(binary: Path) -> None:
    await overload.run(binary, [], is_long=False)


@pytest.mark.timeout(400)
async def test_sessions_that_lose_their_connections_leave_nothing(binary: Path) -> None:
    await lossy_soak.run(binary, [], is_long=False)
