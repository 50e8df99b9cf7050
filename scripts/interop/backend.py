"""A backend that orders something of a session, and the client there."""

from collections.abc import Awaitable, Iterable
from typing import Any

from checks import Lab, expect
from conversation import Conversation
from directives import Directive
from frames import ack
from interaction.v1 import control_service_pb2
from interaction.v1.control_service_pb2_grpc import ControlServiceStub

Command = control_service_pb2.Command
Result = control_service_pb2.CommandResult

APPLIED = control_service_pb2.COMMAND_OUTCOME_APPLIED
UNCONFIRMED = control_service_pb2.COMMAND_OUTCOME_UNCONFIRMED
REFUSED = control_service_pb2.COMMAND_OUTCOME_REFUSED

# The session that is meant where none is named.
SESSION = "shop"


def call(lab: Lab, method: str, command: Command | None, **fields: Any) -> Awaitable[Any]:
    request = getattr(control_service_pb2, f"{method}Request")(command=command, **fields)
    return getattr(ControlServiceStub(lab.channel), method)(request)


async def order(
    lab: Lab, method: str, command_id: str, session_id: str = SESSION, **fields: Any
) -> Result:
    """Orders something of one session. Returns what became of it."""
    command = Command(command_id=command_id, session_id=session_id)
    (result,) = (await call(lab, method, command, **fields)).results
    expect("session of the result", result.session_id, session_id)
    return result


async def applied(conversation: Conversation, count: int = 1) -> list[Directive]:
    """Waits for so many directives and acknowledges the last of each frame. Returns them."""
    found: list[Directive] = []
    while len(found) < count:
        frame = await conversation.receive()
        found += frame.directives
        if frame.directives:
            await conversation.send(ack(found[-1].sequence))
    return found


def commands(found: Iterable[Directive]) -> list[str]:
    """The commands that caused directives, in order; empty for those that none did."""
    return [item.cause.command for item in found]


async def shopping(lab: Lab, **fields: Any) -> Conversation:
    """A client in the shop."""
    conversation = lab.conversation()
    await conversation.open(**({"session_id": SESSION, "experience": "shop"} | fields))
    return conversation
