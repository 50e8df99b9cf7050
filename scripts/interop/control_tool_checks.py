"""ControlService by grpcurl and buf curl: one-liners, reflection, health."""

import asyncio
import json
from typing import Any

from backend import METHODS, SESSION, applied, commands, shopping
from bad_input_checks import undisturbing
from call_checks import health_check
from checks import Check, Lab, expect, expect_in, expect_that
from conversation import Conversation
from health.v1 import health_pb2
from shop import shop
from tool_checks import buf, documents, grpcurl

SERVICE = "interaction.v1.ControlService"


def json_result(outcome: str, **others: str) -> dict[str, Any]:
    result = {"sessionId": SESSION, "outcome": f"COMMAND_OUTCOME_{outcome}"} | others
    return {"results": [result]}


ONE_LINERS: list[tuple[str, str, int]] = [
    ("SetBadge", '"badge": {"tab": 1, "set": {"text": "12"}}', 1),
    ("SelectTab", '"tab": 2', 1),
    ("ResolveGate", '"signed_in": true', 2),
    ("OrderToggle", '"look": "LOOK_ABOVE"', 1),
    ("OpenSecondFloor", "", 1),
]


def one_liner(name: str, fields: str) -> str:
    command = f'"command": {{"command_id": "{name}", "session_id": "{SESSION}"}}'
    return "{" + ", ".join(filter(None, [command, fields])) + "}"


async def grpcurl_one_liners(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        for method, fields, count in ONE_LINERS:
            output, _ = await asyncio.gather(
                grpcurl(own, f"{SERVICE}/{method}", data=one_liner(method, fields)),
                applied_commands(conversation, count))
            expect(f"answer to {method}", json.loads(output.good()), json_result("APPLIED"))
        output = await grpcurl(
            own, f"{SERVICE}/CloseSecondFloor", data=one_liner("close", ""))
        expect("answer to CloseSecondFloor", json.loads(output.good()), json_result("APPLIED"))
        # What is not as usual reads as well.
        output = await grpcurl(own, f"{SERVICE}/SelectTab", data=one_liner("go", '"tab": 3'))
        expect("answer for a disabled tab", json.loads(output.good()),
               json_result("REFUSED", reason="REFUSAL_REASON_DISABLED"))  # fmt: skip
        output = await grpcurl(own, f"{SERVICE}/SelectTab", data=one_liner("no", '"tab": 9'))
        expect("answer for no tab", json.loads(output.good()), json_result(
            "INVALID", problem="select_tab.tab is 9; must be 0 to 3"))  # fmt: skip


async def applied_commands(conversation: Conversation, count: int) -> None:
    """Applies what comes, until so many directives of commands are among it."""
    while count > 0:
        count -= sum(bool(name) for name in commands(await applied(conversation)))


async def grpcurl_errors(lab: Lab) -> None:
    data = one_liner("go", '"tab": 1').replace(SESSION, "attic")
    output = await grpcurl(lab, f"{SERVICE}/SelectTab", data=data)
    expect_that(output.code != 0, "the exit code is 0")
    for part in ["NotFound", "no session 'attic' is open", '"reason":"UNKNOWN_SESSION"']:
        expect_in(part, output.err)
    output = await grpcurl(lab, f"{SERVICE}/SelectTab", data=data.replace('"go"', '"g o"'))
    for part in ["InvalidArgument", '"field":"command.command_id"']:
        expect_in(part, output.err)


async def grpcurl_reflection(lab: Lab) -> None:
    expect_in(SERVICE, (await grpcurl(lab, "list")).good())
    methods = (await grpcurl(lab, "list", SERVICE)).good().split()
    expect("methods", methods, [f"{SERVICE}.{name}" for name in METHODS])
    for name, comment in [
        (SERVICE, "// Lets backends act on the sessions that are open on this server."),
        (SERVICE, "// Selects a tab, as the app would (rule T6)."),
        ("interaction.v1.Command", "// All sessions of this user."),
        ("interaction.v1.CommandOutcome", "// It is done here, but the client has not"),
        ("interaction.v1.CommandResult", "// What is wrong with it for this session"),
        ("interaction.v1.SetBadgeRequest", "// The change."),
        ("interaction.v1.BadgeEvent", "// Count up by this; 0 to 999999999."),
    ]:
        expect_in(comment, (await grpcurl(lab, "describe", name)).good())
    for method in METHODS:
        for side in ["Request", "Response"]:
            (await grpcurl(lab, "describe", f"interaction.v1.{method}{side}")).good()


async def buf_reflection(lab: Lab) -> None:
    expect_in(SERVICE, (await buf(lab, "", "--list-services")).good())
    methods = (await buf(lab, "", "--list-methods")).good().split()
    for method in METHODS:
        expect_that(f"{SERVICE}/{method}" in methods, f"{method} is not in {methods}")


async def buf_one_liners(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        for method, fields, count in ONE_LINERS:
            output, _ = await asyncio.gather(
                buf(own, f"{SERVICE}/{method}", "-d", one_liner(method, fields)),
                applied_commands(conversation, count))
            expect(f"answer to {method}", documents(output.good()), [json_result("APPLIED")])


async def buf_errors(lab: Lab) -> None:
    data = one_liner("go", '"tab": 1').replace(SESSION, "attic")
    output = await buf(lab, f"{SERVICE}/SelectTab", "-d", data)
    expect("exit code", output.code, 5 << 3)
    error = json.loads(output.err)
    expect("code", error["code"], "not_found")
    expect_in("no session 'attic' is open", error["message"])


async def healthy(lab: Lab) -> None:
    status = (await health_check(lab, SERVICE)).status
    expect("status", status, health_pb2.HealthCheckResponse.SERVING)


CHECKS = [
    Check("grpcurl calls every method", grpcurl_one_liners),
    undisturbing("grpcurl shows why a command failed", grpcurl_errors),
    undisturbing("grpcurl describes ControlService with comments", grpcurl_reflection),
    undisturbing("buf curl lists ControlService", buf_reflection),
    Check("buf curl calls its methods", buf_one_liners),
    undisturbing("buf curl shows why a command failed", buf_errors),
    undisturbing("health knows ControlService", healthy),
]
