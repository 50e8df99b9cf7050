"""Health over gRPC, as probes ask for it."""

from typing import Any

import grpc

from health.v1 import health_pb2

CHECK, WATCH = "/grpc.health.v1.Health/Check", "/grpc.health.v1.Health/Watch"
SERVING = health_pb2.HealthCheckResponse.SERVING


async def is_serving(channel: grpc.aio.Channel, service: str = "", seconds: float = 60) -> bool:
    call = channel.unary_unary(
        CHECK, health_pb2.HealthCheckRequest.SerializeToString,
        health_pb2.HealthCheckResponse.FromString)  # fmt: skip
    answer = await call(health_pb2.HealthCheckRequest(service=service), timeout=seconds)
    return answer.status == SERVING


def watch(channel: grpc.aio.Channel, service: str = "") -> Any:
    """A call whose answers are the states of a service."""
    call = channel.unary_stream(
        WATCH, health_pb2.HealthCheckRequest.SerializeToString,
        health_pb2.HealthCheckResponse.FromString)  # fmt: skip
    return call(health_pb2.HealthCheckRequest(service=service))
