"""Bundled traces, as far as other clients need them: how they open, and what happens."""

from pathlib import Path
from typing import Any

from google.protobuf import json_format, proto

from directives import Directive
from frames import Event
from interaction.storage.v1 import trace_pb2
from trace_words import current, environment, read_event, split

# All recordings in the repository.
ROOT = Path(__file__).parents[2]
FOLDERS = [ROOT / "Tests/Traces", ROOT / "Sources/InteractionReplay/Resources"]
BUNDLED = sorted(file for folder in FOLDERS for file in folder.rglob("*") if file.is_file())

# What a client opens with, and its events.
Trace = tuple[dict[str, Any], list[Event]]


def read_trace(path: Path) -> Trace:
    return read_text(path) if path.suffix == ".txt" else read_binary(path)


def read_text(path: Path) -> Trace:
    """A trace in lines such as `> 16000 scroll home 1 moved x=0 y=8`."""
    fields: dict[str, Any] = {}
    events: list[Event] = []
    for line in path.read_text().splitlines():
        kind, rest = line.split(maxsplit=1)
        match kind:
            case "experience":
                fields["experience"] = rest
            case "environment":
                fields["environment"] = environment(split(rest)[1])
            case "current":
                fields["current"] = current(split(rest)[1])
            case ">":
                events.append(read_event(rest))
    return fields, events


def read_binary(path: Path) -> Trace:
    fields: dict[str, Any] = {}
    events: list[Event] = []
    with path.open("rb") as file:
        while record := proto.parse_length_prefixed(trace_pb2.TraceRecord, file):
            match record.WhichOneof("record"):
                case "header":
                    header = record.header
                    fields = {"experience": header.experience, "environment": header.environment,
                              "time_us": header.time_us}  # fmt: skip
                    if header.HasField("current"):
                        fields["current"] = header.current
                case "event":
                    events.append(record.event)
    return fields, events


def recorded(path: Path) -> list[Directive]:
    """The directives that a trace holds."""
    if path.suffix == ".txt":
        lines = path.read_text().splitlines()
        return [json_format.Parse(line[2:], Directive()) for line in lines if line[0] == "<"]
    with path.open("rb") as file:
        records = iter(lambda: proto.parse_length_prefixed(trace_pb2.TraceRecord, file), None)
        return [each.directive for each in records if each.HasField("directive")]
