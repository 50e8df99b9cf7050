"""ControlService by grpcurl and buf curl: one-liners."""

import asyncio
import json
from typing import Any

from backend import SESSION, applied, commands, shopping
from checks import Check, Lab, expect
from conversation import Conversation
from shop import shop
from tool_checks import buf, documents, grpcurl

SERVICE = "interaction.v1.ControlService"


def json_result(outcome: str, **others: str) -> dict[str, Any]:
    result = {"sessionId": SESSION, "outcome": f"COMMAND_OUTCOME_{outcome}"} | others
    return {"results": [result]}


ONE_LINERS: list[tuple[str, str, int]] = [
    ("OpenSecondFloor", "", 1),
    ("SetBadge", '"badge": {"tab": 1, "set": {"text": "12"}}', 1),
    ("SelectTab", '"tab": 2', 1),
    ("ResolveGate", '"signed_in": true', 2),
    ("OrderToggle", '"look": "LOOK_ABOVE"', 1),
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


async def buf_one_liners(lab: Lab) -> None:
    async with shop(lab) as own:
        conversation = await shopping(own)
        for method, fields, count in ONE_LINERS:
            output, _ = await asyncio.gather(
                buf(own, f"{SERVICE}/{method}", "-d", one_liner(method, fields)),
                applied_commands(conversation, count))
            expect(f"answer to {method}", documents(output.good()), [json_result("APPLIED")])


CHECKS = [
    Check("grpcurl calls every method of ControlService", grpcurl_one_liners),
    Check("buf curl calls its methods", buf_one_liners),
]
