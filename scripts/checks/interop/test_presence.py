"""A field that is missing never acts: requests without one are refused, or it has a default."""

from functools import partial
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from interaction.v1 import control_service_pb2, event_pb2, interaction_service_pb2
from single_calls import failure, simulate

# An event of each kind with all that it must say, and nothing else.
COMPLETE: dict[str, dict[str, Any]] = {
    "scroll": {"source": "home", "drag": 1, "phase": 3, "y": 0},
    "scroll_samples": {"source": "home", "drag": 1, "phase": 2, "delta_us": [0], "y": [0]},
    "pointer": {"pointer": 0, "phase": 1, "x": 0, "y": 0},
    "tap": {"tab": 0},
    "select_tab": {"tab": 0},
    "order_toggle": {"toggle": "rocket", "look": 1},
    "tick": {},
    "animation_ended": {"directive": 1, "outcome": 1},
    "asset": {"kind": 1, "width": 0, "height": 0},
    "floor": {"command": 1},
    "environment": {"width": 375, "height": 812},
    "lifecycle": {"state": 1},
    "held_drags": {},
    "account": {"change": 1},
    "menu": {"chosen": 0},
    "badge": {"tab": 3, "clear": {}},
    "navigate": {"operation": 2},
    "page_drag": {"subject": 1, "phase": 3, "translation": 0, "velocity": 0},
    "swiping": {"on": False},
    "refresh_done": {},
    "hold_expired": {"target": 1},
    "content_size": {"source": "home", "width": 0, "height": 0},
    "asset_looped": {},
    "selection_verdict": {"tab": 0, "allowed": False},
}

# Optional fields, and the effect of their absence.
OPTIONAL = {
    "scroll.x": "most lists do not move sideways",
    "scroll.velocity": "estimated (S7)",
    "scroll_samples.x": "all 0",
    "pointer.target": "no view that the engine knows",
    "tick.by_server": "the client's own",
    "asset.slot": "no place: ignored",
    "asset_looped.slot": "no place: ignored",
    "environment.insets": "none",
    "environment.scale": "1",
    "environment.direction": "left to right",
    "environment.reduced_motion": "not reduced",
    "environment.locale": "none",
    "environment.text_scale": "1",
    "held_drags.drags": "none is down",
    "held_drags.pointers": "none is down",
    "navigate.route": "a page without a name, as the client knows it",
    "navigate.style": "the experience's",
    "navigate.key_frame": "a strip across the middle",
    "page_drag.route": "presents no page",
}

# Numbers and truth values of other requests that need not be set.
DEFAULTS = {
    "BadgeCount.count", "BadgeMove.dx", "BadgeMove.dy", "CurrentBadge.hidden",
    "Capabilities.resumes", "Capabilities.samples_springs", "Capabilities.skips_samples",
    "Current.floor_open", "Current.signed_in", "Insets.bottom", "Insets.left", "Insets.right",
    "Insets.top", "Open.epoch", "Open.time_us", "Open.wants_definition", "Page.dx", "Page.dy",
    "Page.mask", "Page.presented", "Rect.height", "Rect.width", "Rect.x", "Rect.y",
    "SendEventsRequest.end", "SimulateRequest.explain", "SimulateRequest.level",
    "SimulateRequest.samples_springs", "SimulateRequest.time_us", "Event.time_us",
    "Heartbeat.time_us", "Ack.directive", "Resume.directive", "Environment.scale",
    "Environment.text_scale", "Environment.reduced_motion", "ScrollEvent.x",
    "TickEvent.by_server", "ScrollSamples.drag",
    # Refused where they are 0.
    "Open.level", "Events.first_sequence", "Resume.first_event", "Environment.width",
    "Environment.height", "ScrollEvent.drag", "AnimationEndedEvent.directive", "HeldDrag.drag",
}  # fmt: skip


KINDS = list(event_pb2.Event.DESCRIPTOR.oneofs_by_name["kind"].fields)


@pytest.mark.fast
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_an_event_without_each_of_its_fields_is_refused_by_name(lab, kind):
    """Without each of the fields that it must have, and none else."""
    name, message = kind.name, kind.message_type
    experience = "extended-tabs" if name == "badge" else "home-refined"
    simulated = partial(simulate, lab, experience_name=experience)
    complete = COMPLETE[name]
    choices = {field.name for oneof in message.oneofs for field in oneof.fields
               if not oneof.name.startswith("_")}  # fmt: skip
    optional = {path.partition(".")[2] for path in OPTIONAL if path.startswith(f"{name}.")}
    fields = {field.name for field in message.fields}
    assert fields - choices == (complete.keys() - choices) | optional
    assert (await failure(simulated(event_pb2.Event(**{name: complete})))).code == "OK"
    for field in complete:
        others = {each: value for each, value in complete.items() if each != field}
        refused = await failure(simulated(event_pb2.Event(**{name: others})))
        assert refused.code == "INVALID_ARGUMENT", field
        if field not in choices:
            # A packed sample is named as the scroll event that it stands for.
            assert field in refused.message


def reached(message: Descriptor, seen: set[Descriptor]) -> set[Descriptor]:
    if message not in seen and message.name != "ExperienceDefinition":
        seen.add(message)
        for field in message.fields:
            if field.message_type is not None:
                reached(field.message_type, seen)
    return seen


@pytest.mark.fast
def test_numbers_of_requests_are_optional_or_have_a_default():
    """A number or truth value that a request may leave out is known to do no harm."""
    seen: set[Descriptor] = set()
    for file in (interaction_service_pb2, control_service_pb2):
        for service in file.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                reached(method.input_type, seen)
    bare = {
        f"{message.name}.{field.name}"
        for message in seen
        for field in message.fields
        if message.file.package.startswith("interaction") and not field.has_presence
        and not field.is_repeated
        and field.cpp_type not in (FieldDescriptor.CPPTYPE_STRING, FieldDescriptor.CPPTYPE_ENUM)
    }  # fmt: skip
    assert bare == DEFAULTS
