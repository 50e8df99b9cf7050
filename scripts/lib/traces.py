"""Bundled traces: how they open, and what happens."""

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


def bundled(name: str, load: Path) -> Trace:
    """A trace that ships, whose text `load`, which is interaction-load, turns into messages."""
    text = ROOT / f"Sources/InteractionReplay/Resources/{name}.txt"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "messages.trace"
        subprocess.run([load, "record", text, "--output", file], check=True, capture_output=True)
        header, *others = records(file)
    found = header.header
    fields = {"experience": found.experience, "environment": found.environment,
              "time_us": found.time_us}  # fmt: skip
    if found.HasField("current"):
        fields["current"] = found.current
    return fields, [each.event for each in others if each.HasField("event")]


def records(file: Path) -> list[Record]:
    with file.open("rb") as stream:
        return list(iter(lambda: proto.parse_length_prefixed(Record, stream), None))
