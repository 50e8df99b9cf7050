"""Bundled traces, as far as other clients need them: how they open, and what happens."""

import re
from pathlib import Path
from typing import Any

from google.protobuf import proto

from frames import Event, event
from interaction.v1 import event_pb2, trace_pb2

# What a client opens with, and its events.
Trace = tuple[dict[str, Any], list[Event]]


def read_trace(path: Path) -> Trace:
    return read_text(path) if path.suffix == ".txt" else read_binary(path)


def read_text(path: Path) -> Trace:
    """A trace in lines such as `> 16000 scroll home 1 moved x=0 y=8`."""
    fields: dict[str, Any] = {}
    events: list[Event] = []
    for kind, *words in map(str.split, path.read_text().splitlines()):
        match kind:
            case "experience":
                fields["experience"] = words[0]
            case "environment":
                values = named(words)
                insets = {side: values.pop(side) for side in ["top", "bottom"]}
                fields["environment"] = values | {"insets": insets}
            case ">":
                events.append(read_event(int(words[0]), words[1], words[2:]))
    return fields, events


def read_event(time_us: int, kind: str, words: list[str]) -> Event:
    match kind, words:
        case "scroll", [source, drag, phase, *values]:
            name = re.sub("([A-Z])", r"_\1", phase).upper()
            phase_value = event_pb2.ScrollPhase.Value(f"SCROLL_PHASE_{name}")
            report = {"source": source, "drag": int(drag), "phase": phase_value}
            return event(time_us, scroll=report | named(values))
        case "order", [toggle, look]:
            value = event_pb2.Look.Value(f"LOOK_{look.upper()}")
            return event(time_us, order_toggle={"toggle": toggle, "look": value})
    raise ValueError(f"no event is written '{kind} {' '.join(words)}'")


def named(words: list[str]) -> dict[str, float]:
    return {name: float(value) for name, value in (word.split("=") for word in words)}


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
