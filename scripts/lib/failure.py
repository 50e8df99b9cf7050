"""The end of a call that failed."""

from dataclasses import dataclass, field
from typing import Any

import grpc
from google.rpc import error_details_pb2, status_pb2

DETAILS = "grpc-status-details-bin"


@dataclass(frozen=True)
class Failure:
    """The status of a call, with its error details."""

    code: str
    message: str = ""
    reason: str = ""
    domain: str = ""
    metadata: dict[str, str] = field(default_factory=dict)
    fields: tuple[str, ...] = ()
    retry_delay: float | None = None

    @classmethod
    def read(cls, code: grpc.StatusCode, message: str, trailers: Any) -> "Failure":
        values: dict[str, Any] = {}
        for key, value in trailers or ():
            if key == DETAILS:
                for detail in status_pb2.Status.FromString(value).details:
                    values |= read_detail(detail)
        return cls(code=code.name, message=message, **values)

    @classmethod
    def of(cls, error: grpc.aio.AioRpcError) -> "Failure":
        return cls.read(error.code(), error.details() or "", error.trailing_metadata())


def read_detail(detail: Any) -> dict[str, Any]:
    info = error_details_pb2.ErrorInfo()
    request = error_details_pb2.BadRequest()
    retry = error_details_pb2.RetryInfo()
    if detail.Unpack(info):
        return {"reason": info.reason, "domain": info.domain, "metadata": dict(info.metadata)}
    if detail.Unpack(request):
        return {"fields": tuple(violation.field for violation in request.field_violations)}
    if detail.Unpack(retry):
        return {"retry_delay": retry.retry_delay.ToTimedelta().total_seconds()}
    return {}


OK = Failure("OK")


class StreamEnded(Exception):
    def __init__(self, failure: Failure) -> None:
        reason = f" {failure.reason}" if failure.reason else ""
        super().__init__(f"the stream ended with {failure.code}{reason}: {failure.message}")
        self.failure = failure
