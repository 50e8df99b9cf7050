"""Single calls, how they fail, and the watch of health."""

from collections.abc import Awaitable
from typing import Any

import grpc

from checks import Check, Lab, expect
from conversation import Failure
from health.v1 import health_pb2
from interaction.v1 import interaction_service_pb2
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub

HEALTH = "/grpc.health.v1.Health"
SERVING = health_pb2.HealthCheckResponse.SERVING


async def failure(call: Awaitable[Any]) -> Failure:
    try:
        response = await call
    except grpc.aio.AioRpcError as error:
        return Failure.of(error)
    return Failure("OK", str(response))


def simulate(lab: Lab, *events: Any, **fields: Any) -> Awaitable[Any]:
    request = interaction_service_pb2.SimulateRequest(events=events, **fields)
    return InteractionServiceStub(lab.channel).Simulate(request)


def health_check(lab: Lab, service: str) -> Awaitable[Any]:
    call = lab.channel.unary_unary(
        f"{HEALTH}/Check", health_pb2.HealthCheckRequest.SerializeToString,
        health_pb2.HealthCheckResponse.FromString)  # fmt: skip
    return call(health_pb2.HealthCheckRequest(service=service))


def watch(channel: grpc.aio.Channel, service: str) -> Any:
    call = channel.unary_stream(
        f"{HEALTH}/Watch", health_pb2.HealthCheckRequest.SerializeToString,
        health_pb2.HealthCheckResponse.FromString)  # fmt: skip
    return call(health_pb2.HealthCheckRequest(service=service))


async def health_watch(lab: Lab) -> None:
    unknown = health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
    for service, status in [("", SERVING), ("attic", unknown)]:
        call = watch(lab.channel, service)
        expect(f"first state of {service!r}", (await call.read()).status, status)
        call.cancel()


CHECKS = [
    Check("health Watch: first state, of known and unknown services", health_watch),
]
