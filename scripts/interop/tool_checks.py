"""grpcurl, which knows reflection v1alpha, and buf curl, which knows v1."""

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
HEALTH_CHECK = "grpc.health.v1.Health/Check"
SERVICES = [
    "grpc.health.v1.Health",
    "grpc.reflection.v1.ServerReflection",
    "grpc.reflection.v1alpha.ServerReflection",
    "interaction.inspector.v1.InspectorService",
    "interaction.v1.ControlService",
    "interaction.v1.InteractionService",
]
GOOD = '{"experience_name": "home-refined", "events": [{"time_us": 1, "tap": {"tab": 2}}]}'
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


async def grpcurl_list(lab: Lab) -> None:
    expect("services", (await grpcurl(lab, "list")).good().split(), SERVICES)
    methods = (await grpcurl(lab, "list", "interaction.v1.InteractionService")).good().split()
    expect("methods", [name.rsplit(".", 1)[1] for name in methods],
           ["Interact", "OpenSession", "SendEvents", "Simulate", "Subscribe"])


async def grpcurl_describe(lab: Lab) -> None:
    text = (await grpcurl(lab, "describe", "interaction.v1.InteractionService")).good()
    expect_in("// The main job: a client streams what its user does", text)
    text = (await grpcurl(lab, "describe", "interaction.v1.Open")).good()
    expect_in("// The session's name, made by the client; 1 to 64 bytes of A-Z a-z 0-9 . _ -", text)
    text = (await grpcurl(lab, "describe", "interaction.v1.ScrollPhase")).good()
    expect_in("// A finger starts to drag.", text)
    for service in SERVICES:
        (await grpcurl(lab, "describe", service)).good()


async def grpcurl_health(lab: Lab) -> None:
    text = (await grpcurl(lab, HEALTH_CHECK)).good()
    expect("health", json.loads(text), {"status": "SERVING"})


async def grpcurl_good(lab: Lab) -> None:
    text = (await grpcurl(lab, SIMULATE, data=GOOD)).good()
    expect("tabs", selected(text), [2])


async def grpcurl_bad(lab: Lab) -> None:
    output = await grpcurl(lab, SIMULATE, data=BAD)
    expect_that(output.code != 0, "the exit code is 0")
    expect_in("InvalidArgument", output.err)
    for part in ["google.rpc.ErrorInfo", '"reason":"INVALID_ARGUMENT"', "google.rpc.BadRequest",
                 '"field":"events[0].tap.tab"']:  # fmt: skip
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


async def buf_list(lab: Lab) -> None:
    expect("services", (await buf(lab, "", "--list-services")).good().split(), SERVICES)
    methods = (await buf(lab, "", "--list-methods")).good().split()
    for method in [INTERACT, SIMULATE, "interaction.inspector.v1.InspectorService/ListExperiences"]:
        expect_that(method in methods, f"{method} is not in {methods}")


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


def unpadded(text: str) -> bytes:
    """Reads Base64 that lacks its padding."""
    return base64.b64decode(text + "=" * (-len(text) % 4))


async def buf_session(lab: Lab) -> None:
    text = (await buf(lab, INTERACT, "-d", "@-", lines=frames(4))).good()
    expect("first frame", documents(text)[0]["opened"]["outcome"], "OPEN_OUTCOME_NEW")
    expect("tabs", selected(text), [1, 2, 1, 2])


CHECKS = [
    Check("grpcurl is 1.8.6", grpcurl_version),
    Check("grpcurl list", grpcurl_list),
    Check("grpcurl describe shows comments", grpcurl_describe),
    Check("grpcurl health", grpcurl_health),
    Check("grpcurl Simulate, good", grpcurl_good),
    Check("grpcurl Simulate, bad: readable details", grpcurl_bad),
    Check("grpcurl Interact from standard input", grpcurl_session),
    grpcurl_long_session(1500, pause=0.004, seconds=40),
    Check("buf curl lists services and methods", buf_list),
    Check("buf curl health", buf_health),
    Check("buf curl Simulate, good", buf_good),
    Check("buf curl Simulate, bad: readable message, details by type", buf_bad),
    Check("buf curl Interact from standard input", buf_session),
]

# At 60 Hz for five minutes.
LONG_CHECKS = [grpcurl_long_session(18_000, pause=1 / 60, seconds=400)]
