"""Callers that stay within the contract, and ask for as much as they can get."""

import asyncio
from contextlib import suppress
from typing import Any

import grpc

from call_checks import failure, simulate
from checks import Check, Lab, expect, expect_in, expect_that
from frames import tap
from interaction.inspector.v1 import inspector_service_pb2
from interaction.inspector.v1.inspector_service_pb2_grpc import InspectorServiceStub
from interaction.v1 import interaction_service_pb2
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub
from own_engine import limits, own_engine
from process import Process

# What a request may take while it is refused; before it was counted first, it took 470 MiB.
MOST_MIB = 64

Request = interaction_service_pb2.SimulateRequest


def slides(seconds: int) -> dict[str, Any]:
    """Pages that slide for so long at each tap."""
    return {"name": "slides", "sources": [{"id": "list"}], "tab_bar": {
        "items": [{}, {}], "transition": {"duration": {"seconds": seconds}}}}  # fmt: skip


def costly(count: int) -> Request:
    """Taps whose pages slide for ten seconds, drawn keyframe by keyframe."""
    events = [tap(at % 2, at * 1_000_000) for at in range(1, count + 1)]
    return Request(definition=slides(10), events=events, samples_springs=True)


async def cancelled(lab: Lab) -> None:
    """What callers have given up neither runs on nor keeps a place."""
    options = limits(
        simulation_bytes=64 << 20, simulation_ms=600_000, simulation_events=1_000_000,
        simulations_waiting=1)  # fmt: skip
    async with own_engine(lab, *options) as own:
        stub = InteractionServiceStub(own.channel)
        for _ in range(20):
            calls = [stub.Simulate(costly(2_000)) for _ in range(2)]
            await asyncio.sleep(0.05)
            for call in calls:
                call.cancel()
        for _ in range(200):
            with suppress(grpc.aio.AioRpcError):
                await stub.Simulate(costly(1))
                return
            await asyncio.sleep(0.05)
        expect_that(False, "the simulations that were given up are still there")


async def empty_elements(lab: Lab) -> None:
    """An empty element takes two bytes on the wire, and hundreds once it is decoded."""
    async with own_engine(lab) as own:
        await simulate(own, tap(1))
        process = Process(own.engine.pid)
        before = process.resident_mib
        watching = asyncio.create_task(process.watch())
        event, definition = b"\x32\x00", {"sources": [{}] * 250_000}
        several = {
            "events has more than 16384 elements": event * 500_000,
            "request has 4000000 bytes; at most 1048576": event * 2_000_000,
            "definition has more than 65536 bytes":
                Request(definition=definition).SerializeToString(),
        }
        call = own.channel.unary_unary("/interaction.v1.InteractionService/Simulate")
        for problem, body in several.items():
            # As many at once as one connection may have unfinished.
            at_once = 4 if len(body) <= 2 << 20 else 2
            for end in await asyncio.gather(*(failure(call(body)) for _ in range(at_once))):
                expect("code", end.code, "INVALID_ARGUMENT")
                expect_in(problem, end.message)
        request = inspector_service_pb2.ValidateExperienceRequest(definition=definition)
        end = await failure(InspectorServiceStub(own.channel).ValidateExperience(request))
        expect("code and fields", (end.code, end.fields), ("INVALID_ARGUMENT", ("definition",)))
        watching.cancel()
        grown = process.peak_mib - before
        expect_that(grown < MOST_MIB, f"it took {grown:.0f} MiB")


CHECKS = [
    Check("simulations that are given up make room", cancelled, seconds=60),
    Check("lists are counted before they are decoded", empty_elements, seconds=60),
]
