"""A client of one session; each line of standard input is an event to report, as JSON."""

import asyncio
import random
import sys
import time
import uuid
from collections.abc import AsyncIterator, Iterable

import grpc
from google.protobuf import json_format
from interaction.v1 import event_pb2, interaction_service_pb2_grpc, setting_pb2
from interaction.v1 import interaction_service_pb2 as contract

# A client in production decides by the error's reason. INTERNAL is how grpcio reports a connection
# that is lost during a write.
RETRIED = {
    grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.INTERNAL}
# Without this option the channels of a process share connections, even a dead one.
CHANNEL = [("grpc.use_local_subchannel_pool", 1)]


def now_us() -> int:
    return time.monotonic_ns() // 1000


class Session:
    def __init__(self) -> None:
        # The events after the newest checkpoint, and the number of the first of them.
        self.events, self.first = list[event_pb2.InteractionEvent](), 1
        # The last event acknowledged, the last event sent, the last directive applied.
        self.acked, self.sent, self.applied = 0, 0, 0
        self.interval_us, self.deadline_us = 10_000_000, sys.maxsize
        self.is_open, self.is_finishing = False, False
        self.open = contract.Open(
            level=1, client_name="minimal", session_id=str(uuid.uuid4()),
            surface={"width": 390, "height": 844, "scale": 3},
            capabilities={"resumes": True})  # fmt: skip

    def report(self, kind: str | bytes) -> None:
        self.events.append(json_format.Parse(kind, event_pb2.InteractionEvent(time_us=now_us())))

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.first + len(self.events) - 1

    async def run(self, address: str) -> None:
        """Connects until the session has ended in good order."""
        failures = 0
        while True:
            self.is_open, self.deadline_us = False, sys.maxsize
            self.open.epoch += 1
            self.open.time_us = self.events[0].time_us if self.events else now_us()
            try:
                return await self.connect(address)
            except TimeoutError:
                print("the server is silent", flush=True)
            except grpc.aio.AioRpcError as error:
                if error.code() not in RETRIED:
                    raise
                print("the connection is lost", flush=True)
            failures = 0 if self.is_open else failures + 1
            await asyncio.sleep(random.uniform(0, min(0.25 * 2**failures, 20)))

    async def connect(self, address: str) -> None:
        async with grpc.aio.insecure_channel(address, options=CHANNEL) as channel:
            service = interaction_service_pb2_grpc.InteractionServiceStub(channel)
            call = service.Interact(self.requests())
            while True:
                # Without a frame for two and a half heartbeat intervals the server is silent.
                async with asyncio.timeout(2.5 * self.interval_us / 1e6):
                    frame = await call.read()
                if frame is grpc.aio.EOF:
                    return
                self.receive(frame)

    async def requests(self) -> AsyncIterator[contract.InteractRequest]:
        """The request frames of one connection."""
        yield contract.InteractRequest(open=self.open)
        epoch, acknowledged, sent_us = self.open.epoch, 0, now_us()
        while epoch == self.open.epoch:
            await asyncio.sleep(0.01)
            if not self.is_open:
                continue
            if now_us() >= self.deadline_us:
                self.deadline_us = sys.maxsize
                self.report('{"tick": {}}')
            if self.sent < self.last:
                events = self.events[self.sent + 1 - self.first :][:1024]
                request = {"events": {"first_sequence": self.sent + 1, "events": events}}
                self.sent += len(events)
            elif acknowledged < self.applied:
                acknowledged = self.applied
                request = {"ack": {"directive": acknowledged}}
            elif now_us() >= sent_us + self.interval_us:
                request = {"heartbeat": {"time_us": now_us()}}
            elif self.is_finishing and self.acked == self.last:
                return
            else:
                continue
            sent_us = now_us()
            yield contract.InteractRequest(**request)

    def receive(self, frame: contract.InteractResponse) -> None:
        if frame.HasField("opened"):
            self.receive_opened(frame.opened)
        for directive in frame.directives:
            if directive.sequence <= self.applied:
                continue  # An earlier connection brought it.
            if {*range(self.applied + 1, directive.sequence)} - {*directive.supersedes}:
                sys.exit(f"directive {directive.sequence} came after {self.applied}")
            self.applied = directive.sequence
            self.show(f"directive {directive.sequence}", directive.settings)
        self.acked = max(self.acked, frame.acked_event)
        is_due = frame.HasField("next_deadline_us")
        self.deadline_us = frame.next_deadline_us if is_due else sys.maxsize
        if frame.HasField("checkpoint") and frame.checkpoint.event + 1 >= self.first:
            del self.events[: frame.checkpoint.event + 1 - self.first]
            self.first = frame.checkpoint.event + 1
            self.open.resume.token = frame.checkpoint.token
        if self.open.HasField("resume"):
            self.open.resume.directive, self.open.resume.first_event = self.applied, self.first

    def receive_opened(self, opened: contract.Opened) -> None:
        print(contract.OpenOutcome.Name(opened.outcome), flush=True)
        self.is_open, self.sent = True, opened.applied_event
        self.interval_us = opened.heartbeat_interval_us
        if opened.outcome != contract.OPEN_OUTCOME_RESUMED:
            # A new session gets the events that are not acknowledged, with new numbers.
            del self.events[: self.acked + 1 - self.first]
            self.first, self.acked, self.applied = 1, 0, 0
            self.open.ClearField("resume")
            self.show("snapshot", opened.snapshot.settings)

    def show(self, source: str, settings: Iterable[setting_pb2.Setting]) -> None:
        """Prints what an app would draw."""
        print(f"{source}:", *(setting.WhichOneof("state") for setting in settings), flush=True)
        for setting in settings:
            if setting.HasField("selection"):
                print(f"tab {setting.selection.selected}", flush=True)
                self.open.current.selected_tab = setting.selection.selected


async def main(address: str) -> None:
    session, lines = Session(), asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)  # fmt: skip
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(session.run(address))
        async for line in lines:
            session.report(line)
        session.is_finishing = True


asyncio.run(main(sys.argv[1]))
