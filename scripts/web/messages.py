#!/usr/bin/env python3
"""Encodes the messages of the recorded sessions with Google's protobuf, for the codec's tests.

usage: scripts/web/messages.py          (prints lines of JSON; needs scripts/lib and Python's stubs)

One line for each message: its type, its bytes in base64, and itself as protobuf's JSON. Directives
are those of all traces, events those of the scene vectors and the traces in binary form; both come
in frames of Interact, one to a frame.
"""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf import json_format, proto

from frames import Request, Response
from interaction.storage.v1.trace_pb2 import TraceRecord

ROOT = Path(__file__).resolve().parents[2]
BUNDLED = ROOT / "Sources/InteractionReplay/Resources"
TRACES = ROOT / "Tests/Traces"
TOKEN = base64.b64encode(bytes(range(256))).decode()


def main() -> None:
    for number, (kind, found) in enumerate(things(), start=1):
        message = frame(number, kind, found)
        print(json.dumps({
            "type": message.DESCRIPTOR.name,
            "bytes": base64.b64encode(message.SerializeToString(deterministic=True)).decode(),
            "json": json_format.MessageToDict(message),
        }))  # fmt: skip


def frame(number: int, kind: str, found: Any) -> Request | Response:
    match kind:
        case "events":
            events = {"firstSequence": number, "events": [found]}
            return json_format.ParseDict({"events": events}, Request())
        case "directives":
            deadline = 0 if number % 2 else 1000 * number
            fields = {"directives": [found], "ackedEvent": number, "nextDeadlineUs": deadline}
            return json_format.ParseDict(fields, Response())
        case "snapshot":
            opened = {"snapshot": found, "heartbeatIntervalUs": "2500000"}
            fields = {"opened": opened, "checkpoint": {"token": TOKEN}}
            return json_format.ParseDict(fields, Response())
    return json_format.ParseDict({"open": {kind: found}}, Request())


def things() -> Iterator[tuple[str, Any]]:
    """Yields the messages of the recorded sessions, by their names in frames."""
    for folder in [BUNDLED, TRACES / "recorded", TRACES / "vectors"]:
        for file in sorted(folder.glob("*.txt")):
            for line in file.read_text("utf-8").split("\n"):
                if line.startswith("< "):
                    yield "directives", json.loads(line[2:])
    for file in sorted((ROOT / "Tests/Scenes").glob("*.txt")):
        for line in file.read_text("utf-8").split("\n"):
            word, _, rest = line.partition(" ")
            if word in ("surface", "snapshot"):
                yield word, json.loads(rest)
            elif word == "at" and " see " in line:
                yield "events", json.loads(rest.split(" ", 2)[2])
    for trace in sorted([*TRACES.glob("generated/*.trace"), *BUNDLED.glob("*.trace")]):
        with trace.open("rb") as stream:
            records = [*iter(lambda: proto.parse_length_prefixed(TraceRecord, stream), None)]
        for record in map(json_format.MessageToDict, records):
            if "current" in record.get("header", {}):
                yield "current", record["header"]["current"]
            elif "event" in record:
                yield "events", record["event"]
            elif "directive" in record:
                yield "directives", record["directive"]


if __name__ == "__main__":
    main()
