"""ControlService: what backends order, what becomes of it, and who hears of it."""

import asyncio
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from typing import Any


from call_checks import failure
from checks import Check, Lab, expect, expect_that
from conversation import Conversation
from frames import ack, event
from interaction.v1 import control_service_pb2, directive_pb2, event_pb2
from interaction.v1.control_service_pb2_grpc import ControlServiceStub
from session_checks import close_well, directives, floor_phases, toggled
from shop import shop

SERVICE = "interaction.v1.ControlService"
METHODS = [
    "CloseSecondFloor", "OpenSecondFloor", "PushRocket", "ResolveGate", "SelectTab", "SetBadge"]

Command = control_service_pb2.Command
Result = control_service_pb2.CommandResult
Directive = directive_pb2.Directive

APPLIED = control_service_pb2.COMMAND_OUTCOME_APPLIED
UNCONFIRMED = control_service_pb2.COMMAND_OUTCOME_UNCONFIRMED
REFUSED = control_service_pb2.COMMAND_OUTCOME_REFUSED
INVALID = control_service_pb2.COMMAND_OUTCOME_INVALID


# The session that is meant where none is named.
SESSION = "shop"

COUNT_UP = {"badge": {"tab": 1, "increase": 1}}


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


async def carried_out(
    lab: Lab, conversation: Conversation, method: str, command_id: str, count: int = 1,
    **fields: Any,
) -> list[Directive]:  # fmt: skip
    """Orders something that leads to so many directives, which the client applies. Returns them."""
    result, found = await asyncio.gather(
        order(lab, method, command_id, **fields), applied(conversation, count))
    expect(f"what became of {command_id}", described(result), (APPLIED, 0, ""))
    expect("causes", commands(found), [command_id] * count)
    return found


def described(result: Result) -> tuple[int, int, str]:
    return result.outcome, result.reason, result.problem


def commands(found: Iterable[Directive]) -> list[str]:
    """The commands that caused directives, in order; empty for those that none did."""
    return [item.cause.command for item in found]


def numbers(found: Iterable[Directive]) -> list[int]:
    return [item.sequence for item in found]


def setting(directive: Directive) -> directive_pb2.Setting:
    kind = directive.WhichOneof("action")
    return getattr(directive, kind).setting if kind else directive_pb2.Setting()


async def shopping(lab: Lab, **fields: Any) -> Conversation:
    """A client in the shop."""
    conversation = lab.conversation()
    await conversation.open(**({"session_id": SESSION, "experience": "shop"} | fields))
    return conversation


async def gate_that_opens(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        (found,) = await carried_out(own, conversation, "SelectTab", "go", tab=2)
        expect("tab that waits", found.request_login.tab, 2)
        gate, selected = await carried_out(
            own, conversation, "ResolveGate", "in", count=2, signed_in=True)
        expect("signed in", setting(gate).gate.signed_in, True)
        expect("tab", selected.select_tab.to, 2)


async def rocket(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        steps: list[tuple[dict[str, Any], str]] = [
            ({}, "up"),
            ({"look": event_pb2.LOOK_BELOW}, "down"),
            ({"toggle": "bar"}, "gone"),
            ({"toggle": "bar", "look": event_pb2.LOOK_BELOW}, "shown"),
            ({"toggle": "top", "look": event_pb2.LOOK_ABOVE}, "up"),
        ]
        for number, (fields, look) in enumerate(steps):
            (found,) = await carried_out(own, conversation, "PushRocket", f"p{number}", **fields)
            expect(f"look after {fields}", toggled(found), look)


async def second_floor(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        for method, during, after in [
            ("OpenSecondFloor", directive_pb2.FLOOR_PHASE_OPENING, directive_pb2.FLOOR_PHASE_OPEN),
            ("CloseSecondFloor", directive_pb2.FLOOR_PHASE_CLOSING,
             directive_pb2.FLOOR_PHASE_CLOSED),
        ]:  # fmt: skip
            found = await carried_out(own, conversation, method, method)
            expect("phase", setting(found[0]).floor.phase, during)
            ended = {"directive": found[0].sequence, "outcome": 1}
            frames = await conversation.exchange(event(animation_ended=ended))
            expect("phase after it", floor_phases(frames)[-1], after)


@dataclass(frozen=True)
class BadCommand:
    """A call that fails, and how."""

    name: str
    method: str
    command: Command | None
    code: str
    reason: str
    violated: tuple[str, ...] = ()
    fields: dict[str, Any] = field(default_factory=dict)

    async def run(self, lab: Lab) -> None:
        end = await failure(call(lab, self.method, self.command, **self.fields))
        expect("code and reason", (end.code, end.reason), (self.code, self.reason))
        expect("domain", end.domain, "interaction.v1")
        expect("fields", end.fields, self.violated)
        expect_that(0 < len(end.message) < 500, f"the message has {len(end.message)} characters")


def invalid(name: str, command: Command | None, *violated: str, **fields: Any) -> BadCommand:
    method = "SetBadge" if "badge" in fields else "PushRocket" if "look" in fields else "SelectTab"
    return BadCommand(
        name, method, command, "INVALID_ARGUMENT", "INVALID_ARGUMENT", violated, fields)


@dataclass(frozen=True)
class Unsuitable:
    """An order that a session does not carry out, and the field or reason that it gives."""

    method: str
    why: str | int
    experience: str = "shop"
    fields: dict[str, Any] = field(default_factory=dict)


async def expect_refused(lab: Lab, conversation: Conversation, case: Unsuitable) -> None:
    result, found = await asyncio.gather(
        order(lab, case.method, "bad", **case.fields), applied(conversation))
    expect(f"outcome of {case}", described(result), (REFUSED, case.why, ""))
    expect("what the client hears", [item.refusal.reason for item in found], [case.why])
    expect("its cause", commands(found), ["bad"])
    expect("directives after it", directives(await close_well(conversation)), [])


CHECKS = [
    Check("SelectTab and ResolveGate: a gate that opens", gate_that_opens),
    Check("PushRocket: every toggle and look", rocket),
    Check("OpenSecondFloor and CloseSecondFloor", second_floor),
]
