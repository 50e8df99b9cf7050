"""Callers that stay within the contract, and ask for as much as they can get."""

import asyncio

from call_checks import failure, simulate
from checks import Check, Lab, expect, expect_in, expect_that
from frames import tap
from interaction.inspector.v1 import inspector_service_pb2
from interaction.inspector.v1.inspector_service_pb2_grpc import InspectorServiceStub
from interaction.v1 import interaction_service_pb2
from own_engine import own_engine
from process import Process

# What a request may take while it is refused; before it was counted first, it took 470 MiB.
MOST_MIB = 64

Request = interaction_service_pb2.SimulateRequest


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
    Check("lists are counted before they are decoded", empty_elements, seconds=60),
]
