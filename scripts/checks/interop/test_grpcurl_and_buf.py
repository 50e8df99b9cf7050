"""grpcurl and buf curl: successful calls, the display of failures, and reflection."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from itertools import count

import pytest

from command_line import buf, documents, grpcurl, run, selected
from health.v1 import health_pb2
from interaction.inspector.v1 import inspector_service_pb2
from interaction.v1 import control_service_pb2, interaction_service_pb2
from reflection.v1 import reflection_pb2

INTERACT = "interaction.v1.InteractionService/Interact"
SIMULATE = "interaction.v1.InteractionService/Simulate"
SELECT_TAB = "interaction.v1.ControlService/SelectTab"
INSPECTOR = "interaction.inspector.v1.InspectorService"
HEALTH_CHECK = "grpc.health.v1.Health/Check"
GOOD = (
    '{"experience_name": "home-refined", "level": 1, "events": ['
    '{"time_us": 1, "tap": {"tab": 2}}]}')
BAD = GOOD.replace('"tab": 2', '"tab": 9')
# The drag of the page Writing-an-experience.
EXPLAINED = """{"experience_name": "home-refined", "level": 1, "explain": true, "events": [
  {"time_us": 0, "scroll": {"source": "home", "drag": 1, "phase": "SCROLL_PHASE_BEGAN", "y": 200}},
  {"time_us": 16, "scroll": {"source": "home", "drag": 1, "phase": "SCROLL_PHASE_MOVED", "y": 350}}
]}"""
COMMAND = '{"tab": 1, "command": {"command_id": "go", "session_id": "attic"}}'
# grpcurl's output for failed calls: the status, a message or field, and the reason.
FAILING = [
    (SIMULATE, BAD, ["InvalidArgument", "google.rpc.ErrorInfo", '"reason":"INVALID_ARGUMENT"',
                     "google.rpc.BadRequest", '"field":"events[0].tap.tab"']),
    (SELECT_TAB, COMMAND,
     ["NotFound", "no session 'attic' is open", '"reason":"UNKNOWN_SESSION"']),
    (f"{INSPECTOR}/GetRecording", '{"session_id": "attic"}',
     ["FailedPrecondition", "--record", '"reason":"RECORDING_OFF"']),
]  # fmt: skip

METHODS = {
    service.full_name: sorted(service.methods_by_name)
    for file in [health_pb2, reflection_pb2, inspector_service_pb2, control_service_pb2,
                 interaction_service_pb2]
    for service in file.DESCRIPTOR.services_by_name.values()}  # fmt: skip
REFLECTION = "grpc.reflection.v1.ServerReflection"
METHODS[REFLECTION.replace("v1", "v1alpha")] = METHODS[REFLECTION]
SERVICES = sorted(METHODS)
COMMENTS = {
    "interaction.v1.InteractionService": "// Streams a session: events from the client",
    "interaction.v1.Open": "// The session's name, chosen by the client; 1 to 64 bytes",
    "interaction.v1.ScrollPhase": "// A finger begins to drag.",
    "interaction.v1.OpenOutcome.OPEN_OUTCOME_RESUMED": "// Resumed: the session continues",
    "interaction.v1.InteractRequest.frame": "is a one-of",
    "interaction.v1.OpenSessionResponse": "// The key that later calls need to identify the session",
    "interaction.v1.ControlService": "// Selects a tab, as the app would.",
    "interaction.v1.CommandOutcome": "// Applied, but the client has not acknowledged",
    "interaction.inspector.v1.InspectorService": "// Ends a session. Its client gets",
    "interaction.inspector.v1.DrainRequest": "// Time until the remaining streams are ended",
}

FRAME_US = 1_000_000 // 60
TAPS_PER_ACK = 30
# The distance of acknowledgements behind the taps.
TAPS_BEHIND = 60


async def frames(taps: int, pause: float = 0) -> AsyncIterator[str]:
    """Yields an opening, and frames with a tap each, always on another tab, so that each leads
    to one directive; and occasionally an acknowledgement."""
    yield json.dumps({"open": {
        "level": 1, "client_name": "interop", "session_id": "json",
        "surface": {"width": 375, "height": 812, "scale": 3}}}) + "\n"  # fmt: skip
    for number in range(1, taps + 1):
        tap = {"time_us": number * FRAME_US, "tap": {"tab": 2 - number % 2}}
        yield json.dumps({"events": {"first_sequence": number, "events": [tap]}}) + "\n"
        if number % TAPS_PER_ACK == 0 and number > TAPS_BEHIND:
            yield json.dumps({"ack": {"directive": number - TAPS_BEHIND}}) + "\n"
        await asyncio.sleep(pause)


@pytest.mark.fast
@pytest.mark.parametrize("tool", [grpcurl, buf])
async def test_health_and_simulate(lab, tool):
    assert json.loads((await tool(lab, HEALTH_CHECK)).good()) == {"status": "SERVING"}
    assert selected(json.loads((await tool(lab, SIMULATE, data=GOOD)).good())) == [2]


async def test_simulate_explains_why_nothing_came(lab):
    answer = json.loads((await grpcurl(lab, SIMULATE, data=EXPLAINED)).good())
    assert answer.get("directives", []) == []
    assert [each["sequence"] for each in answer["explanations"]] == ["1", "2"]
    assert answer["explanations"][1]["findings"][-1] == {
        "rule": "R3", "subject": "toggle rocket",
        "text": "from 200 to 350 pt does not cross 456 pt"}  # fmt: skip


@pytest.mark.parametrize("method, data, parts", FAILING, ids=count())
async def test_grpcurl_shows_why_a_call_failed(lab, method, data, parts):
    output = await grpcurl(lab, method, data=data)
    assert output.code != 0
    for part in parts:
        assert part in output.err


async def test_buf_curl_shows_why_a_call_failed(lab):
    """A readable message, and details by type."""
    output = await buf(lab, SIMULATE, data=BAD)
    # buf's exit code is the gRPC status, shifted by three bits.
    assert output.code == 3 << 3
    error = json.loads(output.err)
    assert error["code"] == "invalid_argument"
    assert "events[0].tap.tab is 9" in error["message"]
    # buf prints the types of details, and only the bytes of their values, as unpadded Base64.
    values = {detail["type"]: base64.b64decode(detail["value"] + "==")
              for detail in error["details"]}  # fmt: skip
    assert b"INVALID_ARGUMENT" in values["google.rpc.ErrorInfo"]
    assert b"events[0].tap.tab" in values["google.rpc.BadRequest"]
    output = await buf(lab, SELECT_TAB, data=COMMAND)
    assert output.code == 5 << 3
    assert "no session 'attic' is open" in json.loads(output.err)["message"]


@pytest.mark.parametrize("tool", [grpcurl, buf])
async def test_interact_from_standard_input(lab, tool):
    data = "@" if tool is grpcurl else "@-"
    found = documents((await tool(lab, INTERACT, data=data, lines=frames(4))).good())
    assert found[0]["opened"]["outcome"] == "OPEN_OUTCOME_NEW"
    assert selected(*found) == [1, 2, 1, 2]


@pytest.mark.parametrize("taps, pause", [
    (1500, 0.004),
    # At 60 Hz for five minutes.
    pytest.param(18_000, 1 / 60, marks=[pytest.mark.long, pytest.mark.timeout(400)]),
])  # fmt: skip
async def test_so_many_responses(lab, taps, pause):
    """The server drops clients that send 200 pings in 30 s; grpcurl sends one for each response."""
    version = await run(lab.tools / "grpcurl", "--version")
    assert "1.8.6" in version.out + version.err
    output = await grpcurl(lab, INTERACT, data="@", lines=frames(taps, pause))
    found = sum(line.rstrip() in ("{", "{}") for line in output.out.splitlines())
    assert output.code == 0, f"after {found}: {output.err}"
    assert found == taps + 1


async def test_services_are_listed_and_described_with_comments(lab):
    # By reflection v1alpha.
    assert (await grpcurl(lab, "list")).good().split() == SERVICES
    for service, names in METHODS.items():
        methods = (await grpcurl(lab, "list", service)).good().split()
        assert methods == [f"{service}.{name}" for name in names]
    for name in [*METHODS, *COMMENTS]:
        assert COMMENTS.get(name, "") in (await grpcurl(lab, "describe", name)).good()
    # By reflection v1.
    assert (await buf(lab, "", "--list-services")).good().split() == SERVICES
    listed = set((await buf(lab, "", "--list-methods")).good().split())
    assert {f"{service}/{name}" for service, names in METHODS.items() for name in names} <= listed
