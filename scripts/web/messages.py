#!/usr/bin/env python3
"""Writes the messages of the recorded sessions as Google's protobuf does: what the codec is held to.

usage: scripts/web/messages.py                                           (prints lines of JSON)

One line for each message: its type, its bytes in base64, and itself as protobuf's JSON. Directives
are those of all traces, events those of the scene vectors and the traces in binary form; both come
in frames of Interact, one to a frame.
"""

import base64
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pool, json_format, message_factory, proto
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.message import Message

ROOT = Path(__file__).resolve().parents[2]
TRACE = "interaction/storage/v1/trace.proto"
SERVICE = "interaction/v1/interaction_service.proto"


def main(arguments: list[str]) -> int:
    if arguments:
        print(__doc__)
        return 0
    contract = Contract()
    Request = contract.message("interaction.v1.InteractRequest")
    Response = contract.message("interaction.v1.InteractResponse")
    number = 0
    for kind, found in things(contract):
        number += 1
        frame = Response() if kind in ("directives", "snapshot") else Request()
        if kind == "events":
            frame.events.first_sequence = number
            given(frame.events.events.add(), found)
        elif kind == "directives":
            given(frame.directives.add(), found)
            frame.acked_event = number
            frame.next_deadline_us = 0 if number % 2 else 1000 * number
        elif kind == "snapshot":
            given(frame.opened.snapshot, found)
            frame.opened.heartbeat_interval.FromMilliseconds(2500)
            frame.checkpoint.token = bytes(range(256))
        else:
            given(getattr(frame.open, kind), found)
        print(json.dumps({
            "type": frame.DESCRIPTOR.name,
            "bytes": base64.b64encode(frame.SerializeToString(deterministic=True)).decode(),
            "json": json_format.MessageToDict(frame),
        }))  # fmt: skip
    return 0


class Contract:
    """The messages' classes, from the descriptors that protoc gives."""

    def __init__(self) -> None:
        self.pool = descriptor_pool.DescriptorPool()
        with tempfile.NamedTemporaryFile() as file:
            subprocess.run(["protoc", "-I", ROOT / "Protos", "--include_imports",
                            f"--descriptor_set_out={file.name}", TRACE, SERVICE],
                           check=True)  # fmt: skip
            described = FileDescriptorSet.FromString(Path(file.name).read_bytes())
        for each in described.file:
            self.pool.Add(each)

    def message(self, name: str) -> type[Message]:
        return message_factory.GetMessageClass(self.pool.FindMessageTypeByName(name))


def given(message: Message, found: Any) -> None:
    if isinstance(found, Message):
        message.CopyFrom(found)
    else:
        json_format.ParseDict(found, message)


def things(contract: Contract) -> Iterator[tuple[str, Any]]:
    """What the recorded sessions have, by the names that it has in frames."""
    for folder in ("Sources/InteractionReplay/Resources", "Tests/Traces/recorded",
                   "Tests/Traces/vectors"):  # fmt: skip
        for file in sorted((ROOT / folder).glob("*.txt")):
            for line in file.read_text("utf-8").split("\n"):
                if line.startswith("< "):
                    yield "directives", json.loads(line[2:])
    for file in sorted((ROOT / "Tests/Scenes").glob("*.txt")):
        for line in file.read_text("utf-8").split("\n"):
            word, _, rest = line.partition(" ")
            if word in ("environment", "snapshot"):
                yield word, json.loads(rest)
            elif word == "at" and " see " in line:
                yield "events", json.loads(rest.split(" ", 2)[2])
    Record = contract.message("interaction.storage.v1.TraceRecord")
    for trace in sorted([*ROOT.glob("Tests/Traces/generated/*.trace"),
                         *ROOT.glob("Sources/InteractionReplay/Resources/*.trace")]):  # fmt: skip
        with trace.open("rb") as stream:
            for record in iter(lambda: proto.parse_length_prefixed(Record, stream), None):
                if record.HasField("header") and record.header.HasField("current"):
                    yield "current", record.header.current
                elif record.HasField("event"):
                    yield "events", record.event
                elif record.HasField("directive"):
                    yield "directives", record.directive


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
