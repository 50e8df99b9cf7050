"""What grpcurl, by reflection v1alpha, and buf curl, by v1, find out about the services."""

from checks import Check, Lab, expect, expect_in, expect_that
from tool_checks import buf, grpcurl

METHODS = {
    "grpc.health.v1.Health": ["Check", "List", "Watch"],
    "grpc.reflection.v1.ServerReflection": ["ServerReflectionInfo"],
    "grpc.reflection.v1alpha.ServerReflection": ["ServerReflectionInfo"],
    "interaction.inspector.v1.InspectorService": [
        "Drain", "EndSession", "GetExperience", "GetRecording", "GetSession", "ListExperiences",
        "ListSessions", "ValidateExperience", "WatchSession"],
    "interaction.v1.ControlService": [
        "CloseSecondFloor", "OpenSecondFloor", "OrderToggle", "ResolveGate", "SelectTab",
        "SetBadge"],
    "interaction.v1.InteractionService": [
        "Interact", "OpenSession", "SendEvents", "Simulate", "Subscribe"],
}  # fmt: skip
COMMENTS = {
    "interaction.v1.InteractionService": "// The main job: a client streams what its user does",
    "interaction.v1.Open": "// The session's name, made by the client; 1 to 64 bytes",
    "interaction.v1.ScrollPhase": "// A finger starts to drag.",
    "interaction.v1.OpenOutcome.OPEN_OUTCOME_RESUMED": "// It goes on where it was; nothing is lost.",
    "interaction.v1.InteractRequest.frame": "is a one-of",
    "interaction.v1.OpenSessionResponse": "// Proves to later calls that they belong to",
    "interaction.v1.ControlService": "// Selects a tab, as the app would (rule T6).",
    "interaction.v1.CommandOutcome": "// It is done here, but the client has not",
    "interaction.inspector.v1.InspectorService": "// Ends a session. Its client is told",
    "interaction.inspector.v1.DrainRequest": "// How long clients have until they are cut",
}


async def by_grpcurl(lab: Lab) -> None:
    expect("services", (await grpcurl(lab, "list")).good().split(), list(METHODS))
    for service, names in METHODS.items():
        methods = (await grpcurl(lab, "list", service)).good().split()
        expect(f"methods of {service}", methods, [f"{service}.{name}" for name in names])
    for name in [*METHODS, *COMMENTS]:
        expect_in(COMMENTS.get(name, ""), (await grpcurl(lab, "describe", name)).good())


async def by_buf(lab: Lab) -> None:
    expect("services", (await buf(lab, "", "--list-services")).good().split(), list(METHODS))
    methods = (await buf(lab, "", "--list-methods")).good().split()
    for service, names in METHODS.items():
        for name in names:
            expect_that(f"{service}/{name}" in methods, f"{service}/{name} is not in {methods}")


CHECKS = [
    Check("grpcurl lists services and methods, and describes them with comments", by_grpcurl),
    Check("buf curl lists services and methods", by_buf),
]
