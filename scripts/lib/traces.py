"""Sessions and recordings as traces."""

from pathlib import Path
from typing import Any

from google.protobuf import proto

from frames import Event
from interaction.storage.v1 import trace_pb2

# What a client opens with, and its events.
Trace = tuple[dict[str, Any], list[Event]]
Record = trace_pb2.TraceRecord


def records(file: Path) -> list[Record]:
    with file.open("rb") as stream:
        return list(iter(lambda: proto.parse_length_prefixed(Record, stream), None))
