"""The other calls: Simulate, the inspector, health."""

import math
from collections.abc import Awaitable
from typing import Any

import grpc

from checks import Check, Lab, expect, expect_in, expect_that
from conversation import Failure
from frames import BEGAN, scroll, tap
from health.v1 import health_pb2
from interaction.v1 import inspector_service_pb2, interaction_service_pb2
from interaction.v1.inspector_service_pb2_grpc import InspectorServiceStub
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub
from services import experiences
from session_checks import tabs, toggled

HEALTH = "/grpc.health.v1.Health"
SERVICES = ["", "interaction.v1.ControlService", "interaction.v1.InspectorService",
            "interaction.v1.InteractionService"]  # fmt: skip
SERVING = health_pb2.HealthCheckResponse.SERVING

YAML = """
name: tiny
sources: [{id: list}]
tab_bar: {items: [{title: {text: One}}]}
toggles: [{id: top, source: list, threshold: THRESHOLD}]
"""


async def failure(call: Awaitable[Any]) -> Failure:
    try:
        response = await call
    except grpc.aio.AioRpcError as error:
        return Failure.of(error)
    return Failure("OK", str(response))


def simulate(lab: Lab, *events: Any, **fields: Any) -> Awaitable[Any]:
    request = interaction_service_pb2.SimulateRequest(events=events, **fields)
    return InteractionServiceStub(lab.channel).Simulate(request)


async def good_simulation(lab: Lab) -> None:
    response = await simulate(
        lab, scroll(0, BEGAN), scroll(400), scroll(500), tap(1), experience_name="home-literal")
    expect("looks", [toggled(item) for item in response.directives if toggled(item)], ["rocket"])
    expect("tabs", tabs([response]), [0, 1])  # literal pops at launch
    digests = {name: summary.digest for name, summary in (await experiences(lab.channel)).items()}
    expect("digest", response.experience_digest, digests["home-literal"])
    expect_that(len(response.snapshot.settings) > 0, "the snapshot is empty")


async def simulated_definition(lab: Lab) -> None:
    definition = {
        "name": "tiny", "sources": [{"id": "list"}], "tab_bar": {"items": [{}]},
        "toggles": [{"id": "top", "source": "list", "threshold": 100}],
    }  # fmt: skip
    response = await simulate(
        lab, scroll(0, BEGAN, source="list"), scroll(150, source="list"), definition=definition)
    expect("directives", len(response.directives), 1)


async def bad_events(lab: Lab) -> None:
    end = await failure(simulate(lab, scroll(math.nan), tap(1), tap(5)))
    expect("code", end.code, "INVALID_ARGUMENT")
    expect("reason", (end.reason, end.domain), ("INVALID_ARGUMENT", "interaction.v1"))
    expect("fields", end.fields, ("events[0].scroll.y", "events[2].tap.tab"))


async def bad_definition(lab: Lab) -> None:
    definition = {"name": "tiny", "tab_bar": {"items": [{}]}}
    end = await failure(simulate(lab, definition=definition))
    expect("code and reason", (end.code, end.reason), ("INVALID_ARGUMENT", "INVALID_ARGUMENT"))
    expect("fields", end.fields, ("definition.sources",))


async def unknown_experience(lab: Lab) -> None:
    end = await failure(simulate(lab, experience_name="nowhere"))
    expect("code and reason", (end.code, end.reason), ("NOT_FOUND", "UNKNOWN_EXPERIENCE"))
    request = inspector_service_pb2.GetExperienceRequest(name="nowhere")
    end = await failure(InspectorServiceStub(lab.channel).GetExperience(request))
    expect("code and reason", (end.code, end.reason), ("NOT_FOUND", "UNKNOWN_EXPERIENCE"))


async def most_events(lab: Lab) -> None:
    response = await simulate(lab, *[scroll(100, time_us=index) for index in range(16_384)])
    expect("directives", list(response.directives), [])


async def too_many_events(lab: Lab) -> None:
    end = await failure(simulate(lab, *[tap(1)] * 16_385))
    expect("code and reason", (end.code, end.reason), ("INVALID_ARGUMENT", "INVALID_ARGUMENT"))
    expect("fields", end.fields, ("events",))


async def one_experience(lab: Lab) -> None:
    request = inspector_service_pb2.GetExperienceRequest(name="home-refined")
    response = await InspectorServiceStub(lab.channel).GetExperience(request)
    expect("origin", response.summary.origin, "built-in")
    expect("written threshold", response.definition.toggles[0].threshold, 456)
    expect("preset's swap time", response.resolved.toggles[0].duration.ToMilliseconds(), 300)


def validate(lab: Lab, yaml: str) -> Awaitable[Any]:
    request = inspector_service_pb2.ValidateExperienceRequest(yaml=yaml)
    return InspectorServiceStub(lab.channel).ValidateExperience(request)


async def good_yaml(lab: Lab) -> None:
    response = await validate(lab, YAML.replace("THRESHOLD", "300"))
    expect("violations", list(response.violations), [])
    expect("valid", response.valid, True)
    expect("digest's length", len(response.digest), 64)
    expect("resolved threshold", response.resolved.toggles[0].threshold, 300)


async def bad_yaml(lab: Lab) -> None:
    response = await validate(lab, YAML.replace("THRESHOLD", "-1"))
    expect("valid", response.valid, False)
    expect("digest", response.digest, "")
    expect("fields", [violation.field for violation in response.violations],
           ["toggles[0].threshold"])  # fmt: skip
    for text in ["name: [", "name: tiny\nattic: 1", "- 1", "\0", "a: &a [*a]", "x" * 262_145]:
        response = await validate(lab, text)
        expect(f"{text[:20]!r} is valid", response.valid, False)
        expect_that(len(response.violations) > 0, f"nothing is said about {text[:20]!r}")


async def no_source(lab: Lab) -> None:
    request = inspector_service_pb2.ValidateExperienceRequest()
    response = await InspectorServiceStub(lab.channel).ValidateExperience(request)
    expect("fields", [violation.field for violation in response.violations], ["source"])


def health_check(lab: Lab, service: str) -> Awaitable[Any]:
    call = lab.channel.unary_unary(
        f"{HEALTH}/Check", health_pb2.HealthCheckRequest.SerializeToString,
        health_pb2.HealthCheckResponse.FromString)  # fmt: skip
    return call(health_pb2.HealthCheckRequest(service=service))


async def health(lab: Lab) -> None:
    for service in SERVICES:
        expect(f"status of {service!r}", (await health_check(lab, service)).status, SERVING)


async def health_of_unknown(lab: Lab) -> None:
    end = await failure(health_check(lab, "attic"))
    expect("code", end.code, "NOT_FOUND")
    expect_in("attic", end.message)


async def health_list(lab: Lab) -> None:
    call = lab.channel.unary_unary(
        f"{HEALTH}/List", health_pb2.HealthListRequest.SerializeToString,
        health_pb2.HealthListResponse.FromString)  # fmt: skip
    response = await call(health_pb2.HealthListRequest())
    found = {name: status.status for name, status in response.statuses.items()}
    expect("statuses", found, dict.fromkeys(SERVICES, SERVING))


def watch(channel: grpc.aio.Channel, service: str) -> Any:
    call = channel.unary_stream(
        f"{HEALTH}/Watch", health_pb2.HealthCheckRequest.SerializeToString,
        health_pb2.HealthCheckResponse.FromString)  # fmt: skip
    return call(health_pb2.HealthCheckRequest(service=service))


async def health_watch(lab: Lab) -> None:
    unknown = health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
    for service, status in [("", SERVING), ("attic", unknown)]:
        call = watch(lab.channel, service)
        expect(f"first state of {service!r}", (await call.read()).status, status)
        call.cancel()


async def unknown_method(lab: Lab) -> None:
    call = lab.channel.unary_unary("/interaction.v1.InteractionService/Attic")
    expect("code", (await failure(call(b""))).code, "UNIMPLEMENTED")


CHECKS = [
    Check("Simulate plays events", good_simulation),
    Check("Simulate plays them by a definition of one's own", simulated_definition),
    Check("Simulate names the fields of bad events", bad_events),
    Check("Simulate names the fields of a bad definition", bad_definition),
    Check("Simulate takes 16384 events", most_events),
    Check("Simulate refuses 65537 events", too_many_events),
    Check("Simulate and GetExperience: unknown experience", unknown_experience),
    Check("GetExperience gives what was written and what was filled in", one_experience),
    Check("ValidateExperience: good YAML", good_yaml),
    Check("ValidateExperience: bad YAML", bad_yaml),
    Check("ValidateExperience: nothing to check", no_source),
    Check("health Check: known services", health),
    Check("health Check: unknown service", health_of_unknown),
    Check("health List", health_list),
    Check("health Watch: first state, of known and unknown services", health_watch),
    Check("a method that does not exist", unknown_method),
]
