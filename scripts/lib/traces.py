"""Traces: how their sessions open, and what happens."""

import subprocess
import tempfile
from pathlib import Path
from typing import Any

from google.protobuf import proto

from frames import Event
from interaction.storage.v1 import trace_pb2

ROOT = Path(__file__).parents[2]

# What a client opens with, and its events.
Trace = tuple[dict[str, Any], list[Event]]
Record = trace_pb2.TraceRecord
# What the header of a trace says of how its session opens.
OPENING = {"experience", "environment", "time_us", "current"}
BUNDLED = ROOT / "Sources/InteractionReplay/Resources"


def read_trace(text: Path, load: Path) -> Trace:
    """A trace, whose text `load`, which is interaction-load, turns into messages."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "messages.trace"
        subprocess.run([load, "record", text, "--output", file], check=True, capture_output=True)
        first, *others = records(file)
    found = first.header.ListFields()
    opening = {field.name: value for field, value in found if field.name in OPENING}
    return opening, [each.event for each in others if each.HasField("event")]


def records(file: Path) -> list[Record]:
    with file.open("rb") as stream:
        return list(iter(lambda: proto.parse_length_prefixed(Record, stream), None))
