"""Selects the tabs that standard input names. The session survives lost connections."""

import asyncio
import random
import sys
import time
import uuid
from collections.abc import Iterable

import grpc
from interaction.v1 import event_pb2, setting_pb2
from interaction.v1 import interaction_service_pb2 as contract
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub

LOST = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.INTERNAL}
CHANNEL = [("grpc.use_local_subchannel_pool", 1)]  # A new channel makes a new connection.


def now_us() -> int:
    return time.monotonic_ns() // 1000


class Client:
    def __init__(self) -> None:
        self.events = list[event_pb2.InteractionEvent]()  # Those after the newest checkpoint.
        self.first = 1  # The number of the first of them.
        self.sent = self.acked = self.applied = 0  # Two event numbers, and a directive's.
        self.settings = dict[tuple[str | None, str, int], setting_pb2.Setting]()
        self.changed, self.is_finished = asyncio.Event(), False
        self.open = contract.Open(
            level=1, session_id=str(uuid.uuid4()), capabilities={"resumes": True},
            surface={"width": 390, "height": 844, "scale": 3})  # fmt: skip

    def tap(self, tab: int) -> None:
        self.events.append(event_pb2.InteractionEvent(time_us=now_us(), tap={"tab": tab}))
        self.changed.set()

    async def run(self, address: str) -> None:
        while True:
            self.open.epoch += 1
            try:
                async with grpc.aio.insecure_channel(address, options=CHANNEL) as channel:
                    return await self.connect(InteractionServiceStub(channel).Interact())
            except TimeoutError:
                pass  # The server is silent.
            except grpc.aio.AioRpcError as error:
                if error.code() not in LOST:
                    raise
            await asyncio.sleep(random.uniform(0, 1))

    async def connect(self, call: grpc.aio.StreamStreamCall) -> None:
        self.open.time_us = self.events[0].time_us if self.events else now_us()
        await call.write(contract.InteractRequest(open=self.open))
        self.receive(await asyncio.wait_for(call.read(), 25))
        sending = asyncio.create_task(self.send(call))
        try:
            while (frame := await asyncio.wait_for(call.read(), 25)) is not grpc.aio.EOF:
                self.receive(frame)
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def send(self, call: grpc.aio.StreamStreamCall) -> None:
        acknowledged = 0
        while True:
            last = self.first + len(self.events) - 1
            if self.sent < last:
                events = self.events[self.sent + 1 - self.first :][:1024]
                frame = {"events": {"first_sequence": self.sent + 1, "events": events}}
                self.sent += len(events)
            elif acknowledged < self.applied:
                acknowledged = self.applied
                frame = {"ack": {"directive": acknowledged}}
            elif self.is_finished and self.acked == last:
                return await call.done_writing()
            else:
                self.changed.clear()
                try:
                    await asyncio.wait_for(self.changed.wait(), 10)
                    continue
                except TimeoutError:
                    frame = {"heartbeat": {"time_us": now_us()}}
            await call.write(contract.InteractRequest(**frame))

    def receive(self, frame: contract.InteractResponse) -> None:
        if frame.HasField("opened"):
            print(contract.OpenOutcome.Name(frame.opened.outcome), flush=True)
            self.sent = frame.opened.applied_event
            if frame.opened.outcome != contract.OPEN_OUTCOME_RESUMED:
                del self.events[: self.acked + 1 - self.first]
                self.first, self.acked, self.applied = 1, 0, 0
                self.settings.clear()
                self.apply(frame.opened.snapshot.settings)
                self.open.ClearField("resume")
        for directive in frame.directives:
            if directive.sequence > self.applied:
                self.applied = directive.sequence
                if directive.replaces_all:
                    self.settings.clear()
                self.apply(directive.settings)
        self.acked = max(self.acked, frame.acked_event)
        if frame.HasField("checkpoint") and frame.checkpoint.event + 1 >= self.first:
            self.open.resume.token = frame.checkpoint.token
            del self.events[: frame.checkpoint.event + 1 - self.first]
            self.first = frame.checkpoint.event + 1
        if self.open.HasField("resume"):
            self.open.resume.directive, self.open.resume.first_event = self.applied, self.first
        self.changed.set()

    def apply(self, settings: Iterable[setting_pb2.Setting]) -> None:
        for setting in settings:
            key = setting.WhichOneof("state"), setting.toggle.id, setting.badge.tab
            if key not in self.settings or self.settings[key].generation < setting.generation:
                self.settings[key] = setting
                if setting.HasField("selection"):
                    self.open.current.selected_tab = setting.selection.selected
                    print(f"tab {setting.selection.selected}", flush=True)


async def main(address: str) -> None:
    client = Client()
    running = asyncio.create_task(client.run(address))
    while line := await asyncio.to_thread(sys.stdin.readline):
        client.tap(int(line))
    client.is_finished = True
    client.changed.set()
    await running


asyncio.run(main(sys.argv[1]))
