"""The fate of sessions."""

from base64 import b64decode
from collections import Counter
from dataclasses import dataclass, field

from google.rpc import error_details_pb2, status_pb2

# When something happened, and how many seconds it took.
Moments = list[tuple[float, float]]


@dataclass
class Tally:
    """The fate of all sessions, and its time."""

    offered: int = 0
    # The ends of sessions: OK, or the reason.
    ends_of_taken: Counter[str] = field(default_factory=Counter)
    ends_of_others: Counter[str] = field(default_factory=Counter)
    # Refusals that do not say when to come back.
    without_delay: int = 0
    # From the moment that a tap was to be sent, late or not, to its first directive.
    taps: Moments = field(default_factory=list)
    # From arrival.
    opens: Moments = field(default_factory=list)
    refusals: Moments = field(default_factory=list)
    # The delay of the load itself with a tap.
    delays: Moments = field(default_factory=list)


def ending(fields: dict[bytes, bytes]) -> tuple[str, float | None]:
    """The reason in a stream's trailers, and when to come back."""
    if fields.get(b"grpc-status") == b"0":
        return "OK", None
    packed = fields.get(b"grpc-status-details-bin", b"")
    status = status_pb2.Status.FromString(b64decode(packed + b"=" * (-len(packed) % 4)))
    reason, delay = "UNKNOWN", None
    for detail in status.details:
        info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        if detail.Unpack(info):
            reason = info.reason
        elif detail.Unpack(retry):
            delay = retry.retry_delay.ToTimedelta().total_seconds()
    return reason, delay
