"""grpcurl and buf curl: good calls, and how they show bad ones."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from google.protobuf import json_format

from checks import Check, Lab, expect, expect_in, expect_that
from directives import Directive, selected_tabs
from json_frames import count_responses, opening, taps

INTERACT = "interaction.v1.InteractionService/Interact"
SIMULATE = "interaction.v1.InteractionService/Simulate"
SELECT_TAB = "interaction.v1.ControlService/SelectTab"
INSPECTOR = "interaction.inspector.v1.InspectorService"
HEALTH_CHECK = "grpc.health.v1.Health/Check"
GOOD = '{"experience_name": "home-refined", "events": [{"time_us": 1, "tap": {"tab": 2}}]}'
# The drag of the page Writing-an-experience.
EXPLAINED = """{"experience_name": "home-refined", "explain": true, "events": [
  {"time_us": 0, "scroll": {"source": "home", "drag": 1, "phase": "SCROLL_PHASE_BEGAN", "y": 200}},
  {"time_us": 16, "scroll": {"source": "home", "drag": 1, "phase": "SCROLL_PHASE_MOVED", "y": 350}}
]}"""
BAD = '{"experience_name": "home-refined", "events": [{"time_us": 1, "tap": {"tab": 9}}]}'


@dataclass(frozen=True)
class Output:
    code: int
    out: str
    err: str

    def good(self) -> str:
        expect_that(self.code == 0, f"exit code {self.code}: {self.err}")
        return self.out


async def run(
    lab: Lab, tool: str, *arguments: str, lines: AsyncIterator[str] | None = None
) -> Output:
    process = await asyncio.create_subprocess_exec(
        lab.tools / tool, *arguments, stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)  # fmt: skip
    assert process.stdin and process.stdout and process.stderr
    try:
        _, out, err = await asyncio.gather(
            feed(process.stdin, lines), process.stdout.read(), process.stderr.read())
        return Output(await process.wait(), out.decode(), err.decode())
    finally:
        if process.returncode is None:
            process.kill()


async def feed(stdin: asyncio.StreamWriter, lines: AsyncIterator[str] | None) -> None:
    try:
        if lines:
            async for line in lines:
                stdin.write(line.encode())
                await stdin.drain()
        stdin.close()
    except (BrokenPipeError, ConnectionResetError):
        pass  # Its exit code says more.


async def grpcurl(lab: Lab, *arguments: str, data: str | None = None) -> Output:
    options = ["-plaintext"] if data is None else ["-plaintext", "-d", data]
    return await run(lab, "grpcurl", *options, lab.engine.address, *arguments)


async def grpcurl_interact(lab: Lab, lines: AsyncIterator[str]) -> Output:
    arguments = ["-plaintext", "-d", "@", lab.engine.address, INTERACT]
    return await run(lab, "grpcurl", *arguments, lines=lines)


async def buf(
    lab: Lab, method: str, *options: str, lines: AsyncIterator[str] | None = None
) -> Output:
    url = f"http://{lab.engine.address}/{method}"
    return await run(
        lab, "buf", "curl", "--protocol", "grpc", "--http2-prior-knowledge", *options, url,
        lines=lines)  # fmt: skip


async def frames(count: int, pause: float = 0) -> AsyncIterator[str]:
    """An opening and so many taps."""
    yield opening()
    for frame in taps(count):
        yield frame
        await asyncio.sleep(pause)


def documents(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    decoder = json.JSONDecoder()
    while text := text.lstrip():
        document, end = decoder.raw_decode(text)
        found.append(document)
        text = text[end:]
    return found


def selected(text: str) -> list[int]:
    """The tabs that the printed responses select."""
    return selected_in(*documents(text))


def selected_in(*frames: dict[str, Any]) -> list[int]:
    found = [item for frame in frames for item in frame.get("directives", [])]
    return selected_tabs(json_format.ParseDict(item, Directive()) for item in found)


async def grpcurl_version(lab: Lab) -> None:
    output = await run(lab, "grpcurl", "--version")
    expect_in("1.8.6", output.out + output.err)


async def grpcurl_health(lab: Lab) -> None:
    text = (await grpcurl(lab, HEALTH_CHECK)).good()
    expect("health", json.loads(text), {"status": "SERVING"})


async def grpcurl_good(lab: Lab) -> None:
    text = (await grpcurl(lab, SIMULATE, data=GOOD)).good()
    expect("tabs", selected(text), [2])


UNKNOWN = '{"session_id": "attic"}'
COMMAND = '{"tab": 1, "command": {"command_id": "ID", "session_id": "attic"}}'
# What grpcurl is to show of calls that fail: the status, a message or field, and the reason.
FAILING = [
    (SIMULATE, BAD, ["InvalidArgument", "google.rpc.ErrorInfo", '"reason":"INVALID_ARGUMENT"',
                     "google.rpc.BadRequest", '"field":"events[0].tap.tab"']),
    *((f"interaction.v1.InteractionService/{name}", '{"session_id": "attic", "session_key": "0"}',
       ["NotFound", "session 'attic' with this key", '"reason":"UNKNOWN_SESSION"'])
      for name in ["SendEvents", "Subscribe"]),
    (SELECT_TAB, COMMAND.replace("ID", "go"),
     ["NotFound", "no session 'attic' is open", '"reason":"UNKNOWN_SESSION"']),
    (SELECT_TAB, COMMAND.replace("ID", "g o"), ["InvalidArgument", '"field":"command.command_id"']),
    *((f"{INSPECTOR}/{name}", UNKNOWN, ["NotFound", "attic", '"reason":"UNKNOWN_SESSION"'])
      for name in ["GetSession", "WatchSession", "EndSession"]),
    (f"{INSPECTOR}/GetRecording", UNKNOWN,
     ["FailedPrecondition", "--record", '"reason":"RECORDING_OFF"']),
    (f"{INSPECTOR}/ListSessions", '{"page_size": 1001}',
     ["InvalidArgument", '"field":"page_size"']),
]  # fmt: skip


async def grpcurl_explained(lab: Lab) -> str:
    answer = json.loads((await grpcurl(lab, SIMULATE, data=EXPLAINED)).good())
    expect("directives", answer.get("directives", []), [])
    expect("events", [each["sequence"] for each in answer["explanations"]], ["1", "2"])
    finding = answer["explanations"][1]["findings"][-1]
    expect("finding", finding, {
        "rule": "R3", "subject": "toggle rocket",
        "text": "from 200 to 350 pt does not cross 456 pt"})  # fmt: skip
    return f"{finding['rule']}: {finding['text']}"


async def grpcurl_bad(lab: Lab) -> None:
    for method, data, parts in FAILING:
        output = await grpcurl(lab, method, data=data)
        expect_that(output.code != 0, f"the exit code of {method} is 0")
        for part in parts:
            expect_in(part, output.err)


async def grpcurl_session(lab: Lab) -> None:
    text = (await grpcurl_interact(lab, frames(4))).good()
    expect("first frame", documents(text)[0]["opened"]["outcome"], "OPEN_OUTCOME_NEW")
    expect("tabs", selected(text), [1, 2, 1, 2])


def grpcurl_long_session(count: int, pause: float, seconds: int) -> Check:
    """The stack's HTTP/2 layer drops clients that send 200 pings in 30 s; grpcurl answers every
    response with one."""
    async def run(lab: Lab) -> None:
        output = await grpcurl_interact(lab, frames(count, pause))
        found = count_responses(output.out)
        expect_that(output.code == 0, f"exit code {output.code} after {found}: {output.err}")
        expect("responses", found, count + 1)

    return Check(f"grpcurl Interact, {count} responses", run, seconds)


async def buf_health(lab: Lab) -> None:
    text = (await buf(lab, HEALTH_CHECK)).good()
    expect("health", json.loads(text), {"status": "SERVING"})


async def buf_good(lab: Lab) -> None:
    expect("tabs", selected((await buf(lab, SIMULATE, "-d", GOOD)).good()), [2])


async def buf_bad(lab: Lab) -> None:
    output = await buf(lab, SIMULATE, "-d", BAD)
    # buf's exit code is the gRPC status, shifted by three bits.
    expect("exit code", output.code, 3 << 3)
    error = json.loads(output.err)
    expect("code", error["code"], "invalid_argument")
    expect_in("events[0].tap.tab is 9", error["message"])
    # buf shows the details' types and, whatever reflection knows, only the bytes of their values.
    values = {detail["type"]: unpadded(detail["value"]) for detail in error["details"]}
    expect_in(b"INVALID_ARGUMENT", values["google.rpc.ErrorInfo"])
    expect_in(b"events[0].tap.tab", values["google.rpc.BadRequest"])
    output = await buf(lab, SELECT_TAB, "-d", COMMAND.replace("ID", "go"))
    expect("exit code", output.code, 5 << 3)
    expect_in("no session 'attic' is open", json.loads(output.err)["message"])


def unpadded(text: str) -> bytes:
    """Reads Base64 that lacks its padding."""
    return base64.b64decode(text + "=" * (-len(text) % 4))


async def buf_session(lab: Lab) -> None:
    text = (await buf(lab, INTERACT, "-d", "@-", lines=frames(4))).good()
    expect("first frame", documents(text)[0]["opened"]["outcome"], "OPEN_OUTCOME_NEW")
    expect("tabs", selected(text), [1, 2, 1, 2])


CHECKS = [
    Check("grpcurl is 1.8.6", grpcurl_version),
    Check("grpcurl health", grpcurl_health),
    Check("grpcurl Simulate, good", grpcurl_good),
    Check("grpcurl Simulate explains why nothing came", grpcurl_explained),
    Check("grpcurl shows why a call failed", grpcurl_bad),
    Check("grpcurl Interact from standard input", grpcurl_session),
    grpcurl_long_session(1500, pause=0.004, seconds=40),
    Check("buf curl health", buf_health),
    Check("buf curl Simulate, good", buf_good),
    Check("buf curl shows why a call failed: readable message, details by type", buf_bad),
    Check("buf curl Interact from standard input", buf_session),
]

# At 60 Hz for five minutes.
LONG_CHECKS = [grpcurl_long_session(18_000, pause=1 / 60, seconds=400)]
