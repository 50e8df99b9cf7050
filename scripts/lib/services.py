"""Calls of the inspector, and of health as by probes."""

import grpc

from health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from health.v1.health_pb2_grpc import HealthStub
from interaction.inspector.v1 import inspector_service_pb2
from interaction.inspector.v1.inspector_service_pb2_grpc import InspectorServiceStub

Summary = inspector_service_pb2.ExperienceSummary
Session = inspector_service_pb2.SessionSummary
LARGEST_PAGE = 1_000


async def experiences(channel: grpc.aio.Channel) -> dict[str, Summary]:
    request = inspector_service_pb2.ListExperiencesRequest()
    response = await InspectorServiceStub(channel).ListExperiences(request)
    return {summary.name: summary for summary in response.experiences}


async def active_sessions(channel: grpc.aio.Channel, name: str) -> int:
    return (await experiences(channel))[name].active_sessions


async def sessions(channel: grpc.aio.Channel) -> list[Session]:
    """Returns all sessions of an engine, at most a thousand."""
    request = inspector_service_pb2.ListSessionsRequest(page_size=LARGEST_PAGE)
    return list((await InspectorServiceStub(channel).ListSessions(request)).sessions)


async def is_serving(channel: grpc.aio.Channel) -> bool:
    answer = await HealthStub(channel).Check(HealthCheckRequest(), timeout=60)
    return answer.status == HealthCheckResponse.SERVING
