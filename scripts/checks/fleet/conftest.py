"""Engines behind Envoy."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fronted import FrontedFleet, running_fronted_fleet
from places import NAMES


@pytest.fixture(scope="module")
async def fleet(request: pytest.FixtureRequest, binary: Path) -> AsyncIterator[FrontedFleet]:
    """Three engines behind Envoy, with the module's `OPTIONS`."""
    async with running_fronted_fleet(binary, NAMES, *request.module.OPTIONS) as fleet:
        yield fleet
