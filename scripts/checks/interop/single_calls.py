"""Single calls, and how they fail."""

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


async def failure(call: Awaitable[Any]) -> Failure:
    try:
        response = await call
    except grpc.aio.AioRpcError as error:
        return Failure.of(error)
    return Failure("OK", str(response))


def simulate(lab: Lab, *events: Any, **fields: Any) -> Awaitable[Any]:
    request = interaction_service_pb2.SimulateRequest(events=events, **fields)
    return InteractionServiceStub(lab.channel).Simulate(request)


def inspect(lab: Lab, method: str, **fields: Any) -> Any:
    """A call of the inspector's, such as `inspect(lab, "GetSession", session_id="a")`."""
    request = getattr(inspector_service_pb2, f"{method}Request")(**fields)
    return getattr(InspectorServiceStub(lab.channel), method)(request)


def order(
    lab: Lab, method: str, command_id: str, session_id: str, **fields: Any
) -> Awaitable[Any]:
    """A backend's command to one session."""
    command = control_service_pb2.Command(command_id=command_id, session_id=session_id)
    request = getattr(control_service_pb2, f"{method}Request")(command=command, **fields)
    return getattr(ControlServiceStub(lab.channel), method)(request)
