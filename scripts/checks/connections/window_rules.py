"""Flow-control windows: WINDOW_UPDATE, and the room that settings make (RFC 9113 §6.9)."""

from http2 import (
    FIRST_WINDOW, LARGEST_WINDOW, WINDOW_UPDATE, call_fields, cancel, frame, message, room,
    settings,
)  # fmt: skip
from rule import (
    ANSWERED, FLOW_CONTROL, FRAME_SIZE, PROTOCOL, SERVED, STREAM_ERROR, Code, body, check, headers,
    received, reset, sent,
)  # fmt: skip

# A call whose answer is longer than a window: the descriptors of a service.
SYMBOL = b"interaction.v1.InteractionService"
LONG_ANSWER = (
    headers(fields=call_fields("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"))
    + body(content=message(1, bytes([0x22, len(SYMBOL)]) + SYMBOL)[9:]))

RULES = [
    ("6.9", "WINDOW_UPDATE by 0 on the connection", PROTOCOL, room(0, 0)),
    ("6.9", "WINDOW_UPDATE by 0 on a stream", STREAM_ERROR, headers() + room(1, 0)),
    ("6.9", "WINDOW_UPDATE of 3 bytes", FRAME_SIZE, frame(WINDOW_UPDATE, 0, 0, bytes(3))),
    ("6.9", "the reserved bit of an increment", SERVED, room(0, 1 << 31 | 1) + check()),
    ("6.9.1", "the connection's window beyond 2^31 - 1", FLOW_CONTROL, room(0, LARGEST_WINDOW)),
    ("6.9.1", "a stream's window beyond 2^31 - 1", reset(Code.FLOW_CONTROL_ERROR),
     headers() + room(1, LARGEST_WINDOW)),
    ("6.9.1", "no room", sent(0), settings(_4=0) + check(), ANSWERED),
    ("6.9.1", "room for a part", sent(3), settings(_4=3) + check(), received(3)),
    ("6.9.1", "room in parts", SERVED,
     settings(_4=3) + check(), received(3), room(1, 1), received(4), room(1, 3)),
    ("6.9.1", "the connection's window, smaller than the stream's", sent(FIRST_WINDOW + 10),
     settings(_4=1 << 20) + LONG_ANSWER, received(FIRST_WINDOW),
     room(0, 10), received(FIRST_WINDOW + 10), cancel(1) + room(0, FIRST_WINDOW)),
    ("6.9.2", "a larger initial window while DATA wait", SERVED,
     settings(_4=3) + check(), received(3), settings(_4=7)),
    ("6.9.2", "a smaller initial window, and room to make up for it", sent(5),
     settings(_4=4) + check(), received(4), settings(_4=1), room(1, 4)),
    ("6.9.2", "a negative window", sent(4),
     settings(_4=4) + check(), received(4), settings(_4=1), room(1, 3)),
    ("6.9.2", "an initial window that makes a stream's too large", FLOW_CONTROL,
     headers() + room(1, LARGEST_WINDOW - FIRST_WINDOW) + settings(_4=FIRST_WINDOW + 1)),
    ("6.9.2", "the initial window is not the connection's", SERVED,
     settings(_4=LARGEST_WINDOW) + settings(_4=FIRST_WINDOW) + check()),
    ("6.9.3", "the order of settings", sent(2), settings(_4=0) + settings(_4=2) + check(),
     received(2)),
]
