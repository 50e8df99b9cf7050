"""Unary calls, their failures, and the roles that they reveal."""

from collections.abc import Awaitable
from typing import Any

import grpc

from checks import Lab
from conversation import Failure
from interaction.inspector.v1 import inspector_service_pb2
from interaction.inspector.v1.inspector_service_pb2_grpc import InspectorServiceStub
from interaction.v1 import control_service_pb2, interaction_service_pb2
from interaction.v1.control_service_pb2_grpc import ControlServiceStub
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub

Metadata = list[tuple[str, str]]
# The reason with which each role's call fails for a caller with that role.
ENDS = {"client": "", "backend": "UNKNOWN_SESSION", "operator": ""}


async def failure(call: Awaitable[Any]) -> Failure:
    try:
        response = await call
    except grpc.aio.AioRpcError as error:
        return Failure.of(error)
    return Failure("OK", str(response))


def simulate(lab: Lab, *events: Any, metadata: Metadata | None = None) -> Awaitable[Any]:
    request = interaction_service_pb2.SimulateRequest(level=1, events=events)
    return InteractionServiceStub(lab.channel).Simulate(request, metadata=metadata)


def inspect(lab: Lab, method: str, metadata: Metadata | None = None, **fields: Any) -> Any:
    """Makes a call of the inspector, such as `inspect(lab, "GetSession", session_id="a")`."""
    request = getattr(inspector_service_pb2, f"{method}Request")(**fields)
    return getattr(InspectorServiceStub(lab.channel), method)(request, metadata=metadata)


async def expect_roles(lab: Lab, *roles: str, metadata: Metadata | None = None) -> None:
    """Checks that the caller has exactly these roles. The Swift tests of roles make every call."""
    command = control_service_pb2.CommandMetadata(command_id="c", session_id="s")
    selection = control_service_pb2.SelectTabRequest(command=command, tab=1)
    calls = {
        "client": simulate(lab, metadata=metadata),
        "backend": ControlServiceStub(lab.channel).SelectTab(selection, metadata=metadata),
        "operator": inspect(lab, "ListSessions", metadata=metadata),
    }
    found = {role: (await failure(call)).reason for role, call in calls.items()}
    assert found == {role: ENDS[role] if role in roles else "ROLE_MISSING" for role in ENDS}
