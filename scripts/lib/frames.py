"""Request frames and events, short enough for tables."""

import time
from itertools import count
from typing import Any

from interaction.v1 import event_pb2, interaction_service_pb2, surface_pb2

Request = interaction_service_pb2.InteractRequest
Response = interaction_service_pb2.InteractResponse
Event = event_pb2.InteractionEvent
HeldDrag = event_pb2.HeldDrag

PHONE = surface_pb2.Surface(width=375, height=812, scale=3)

BEGAN = event_pb2.SCROLL_PHASE_BEGAN
MOVED = event_pb2.SCROLL_PHASE_MOVED


# Each opening has another session ID, since a session has one client.
NUMBERS = count(1)


def opening(**fields: Any) -> Request:
    """Returns a valid `open` with these `fields`."""
    good: dict[str, Any] = {
        "level": 1,
        "client_name": "interop",
        "client_version": "1",
        "session_id": f"interop-{next(NUMBERS)}",
        "surface": PHONE,
    }
    return Request(open=interaction_service_pb2.Open(**(good | fields)))


def batch(first: int, *events: Event) -> Request:
    return Request(events=interaction_service_pb2.EventBatch(first_sequence=first, events=events))


def ack(directive: int) -> Request:
    return Request(ack=interaction_service_pb2.Ack(directive=directive))


def heartbeat(time_us: int, *held: HeldDrag) -> Request:
    return Request(heartbeat=interaction_service_pb2.Heartbeat(time_us=time_us, held_drags=held))


def held(source: str = "home", drag: int = 1) -> HeldDrag:
    return HeldDrag(source=source, drag=drag)


def now_us() -> int:
    """Returns the time of a client's clock."""
    return time.monotonic_ns() // 1000


def event(time_us: int = 0, **kind: Any) -> Event:
    """Returns an event of any kind, such as `event(tap={"tab": 1})`."""
    return Event(time_us=time_us, **kind)


def tap(tab: int, time_us: int = 0) -> Event:
    return event(time_us, tap={"tab": tab})


def scroll(
    y: float, phase: int = MOVED, *, time_us: int = 0, source: str = "home", drag: int = 1,
    **fields: Any,
) -> Event:  # fmt: skip
    report = {"source": source, "drag": drag, "phase": phase, "y": y}
    return event(time_us, scroll=report | fields)


def samples(*y: float, delta_us: list[int] | None = None, phase: int = MOVED) -> Event:
    deltas = [0] * len(y) if delta_us is None else delta_us
    run = {"source": "home", "drag": 1, "phase": phase, "delta_us": deltas, "y": y}
    return event(scroll_samples=run)


def costly(taps: int) -> interaction_service_pb2.SimulateRequest:
    """Returns a session with a ten-second slide at each of many taps, expanded to keyframes."""
    tab_bar = {"items": [{}, {}], "transition": {"duration": {"seconds": 10}}}
    return interaction_service_pb2.SimulateRequest(
        definition={"name": "costly", "sources": [{"id": "list"}], "tab_bar": tab_bar}, level=1,
        events=[tap(number % 2, number * 1_000_000) for number in range(taps)],
        samples_springs=True)


def count_of(event: Event) -> int:
    """Returns the number of sequence numbers that an event uses."""
    return max(len(event.scroll_samples.y), 1) if event.HasField("scroll_samples") else 1
