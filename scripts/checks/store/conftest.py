"""Engines on their own etcd."""

from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest

from fleet import Fleet
from store import running_store
from store_relay import StoreRelay


@pytest.fixture
async def fleet(binary: Path, tmp_path: Path) -> AsyncIterator[Fleet]:
    """A store without engines."""
    async with running_store() as store:
        fleet = Fleet(binary, store, tmp_path)
        try:
            yield fleet
        finally:
            await fleet.stop()


@pytest.fixture
async def pair(fleet: Fleet) -> Fleet:
    """The same store with the engines `engine-1` and `engine-2`."""
    await fleet.add("engine-1", "engine-2")
    return fleet


@pytest.fixture
async def relay(fleet: Fleet) -> AsyncIterator[StoreRelay]:
    """A relay to the store."""
    async with grpc.aio.insecure_channel(fleet.store.address) as channel:
        relay = StoreRelay(channel)
        await relay.open()
        try:
            yield relay
        finally:
            await relay.cut()
