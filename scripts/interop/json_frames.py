"""Interact frames as the JSON lines that grpcurl and buf curl read."""

import json
from collections.abc import Iterator

FRAME_US = 1_000_000 // 60
TAPS_PER_ACK = 30
# How far acknowledgements stay behind the taps.
TAPS_BEHIND = 60


def opening() -> str:
    frame = {
        "level": 1,
        "client_name": "interop",
        "session_id": "json",
        "environment": {"width": 375, "height": 812, "scale": 3},
    }
    return json.dumps({"open": frame}) + "\n"


def taps(count: int | None = None) -> Iterator[str]:
    """Frames with a tap each, on another tab than the one before, so that each is answered by one
    directive; and now and then an acknowledgement of those that must have come by then."""
    sequence = 1
    while count is None or sequence <= count:
        tap = {"time_us": sequence * FRAME_US, "tap": {"tab": 2 - sequence % 2}}
        frames = [{"events": {"first_sequence": sequence, "events": [tap]}}]
        if sequence % TAPS_PER_ACK == 0 and sequence > TAPS_BEHIND:
            frames.append({"ack": {"directive": sequence - TAPS_BEHIND}})
        yield "".join(json.dumps(frame) + "\n" for frame in frames)
        sequence += 1


def starts_response(line: str) -> bool:
    """Whether a line of grpcurl's indented output begins a response."""
    return line.rstrip("\r\n") in ("{", "{}")


def count_responses(text: str) -> int:
    return sum(map(starts_response, text.splitlines()))
