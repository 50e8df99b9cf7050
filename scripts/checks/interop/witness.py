"""A client and a backend of one session, which write down what becomes of it."""

import asyncio
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import grpc

from checks import Lab
from conversation import Conversation, StreamEnded
from frames import NUMBERS, Event, Response, ack, batch, event
from interaction.v1 import control_service_pb2
from ordered import Order, Step
from resuming import Survivor
from single_calls import inspect, order, simulate

APPLIED = control_service_pb2.COMMAND_OUTCOME_APPLIED
UNCONFIRMED = control_service_pb2.COMMAND_OUTCOME_UNCONFIRMED
REFUSED = control_service_pb2.COMMAND_OUTCOME_REFUSED

# What a call comes to: an outcome, or the name of a status.
Answer = int | str


class PatientConversation(Conversation):
    """A read outlives the task that waits for it; grpc would end the stream with a read."""

    acknowledges = False
    _reading: asyncio.Task[Response] | None = None

    async def receive(self, seconds: float = 10) -> Response:
        if not self._reading:
            self._reading = asyncio.create_task(super().receive(3600))
            # No task may be left to ask how it ended.
            self._reading.add_done_callback(lambda read: read.cancelled() or read.exception())
        done, _ = await asyncio.wait({self._reading}, timeout=seconds)
        if not done:
            raise TimeoutError
        reading, self._reading = self._reading, None
        return reading.result()


class Witness:
    def __init__(self, opening: dict[str, Any]) -> None:
        self._opening = opening
        self.id = f"witness-{next(NUMBERS)}"
        self.survivor = Survivor(self.id, (opening, []))
        # What the session took in and has survived, each with the client's last event then.
        self._inputs: list[tuple[Event, int]] = []
        # The commands whose directives have come.
        self.heard: set[str] = set()

    @property
    def conversation(self) -> Conversation:
        return self.survivor.conversation

    async def open(self, lab: Lab) -> None:
        self.lab = lab
        await self.survivor.open(PatientConversation(lab.channel))

    async def resume(self, lab: Lab) -> None:
        """Goes on at another engine, up to the last event."""
        self.lab = lab
        self.conversation.cancel()
        await self.survivor.resume(PatientConversation(lab.channel))
        await self.catch_up()

    async def play(self, steps: Sequence[Step]) -> None:
        """Events come as fast as they can, orders one by one; all of them are applied."""
        for is_order, some in groupby(steps, lambda step: isinstance(step, Order)):
            if is_order:
                for each in some:
                    await self.carry_out(each)
            else:
                await self.send(*some)

    async def send(self, *events: Event) -> None:
        for each in events:
            self.survivor.events.append(each)
            self._inputs.append((each, len(self.survivor.events)))
        await self.catch_up()

    async def catch_up(self) -> None:
        """Sends what the engine does not know yet, and the last event once more: the answer to
        that comes at once."""
        events = self.survivor.events
        await self.survivor.play_unread(len(events))
        if events:
            await self.conversation.send(batch(len(events), events[-1]))
            for frame in await self.conversation.acked(len(events)):
                self.take(frame)
        await self.acknowledge()

    async def carry_out(self, each: Order) -> Answer:
        """Orders it, and acknowledges what comes of it."""
        call = self.ask(each)
        await self.hear(each, call)
        await self.acknowledge()
        answer = await call
        await self.note(each)
        return answer

    def ask(self, each: Order) -> asyncio.Task[Answer]:
        return asyncio.create_task(self._answer(each))

    async def _answer(self, each: Order) -> Answer:
        try:
            answer = await order(self.lab, each.method, each.name, self.id, **each.fields)
        except grpc.aio.AioRpcError as error:
            return error.code().name
        (result,) = answer.results
        assert result.session_id == self.id
        return result.outcome

    async def hear(self, each: Order, call: asyncio.Task[Answer]) -> None:
        """Reads until the command's directives have come; if it has none, until it is answered. A
        refusal is one, and may come after the answer."""
        while each.name not in self.heard:
            reading = asyncio.create_task(self.conversation.receive(60))
            await asyncio.wait({call, reading}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done() and await call != REFUSED:
                reading.cancel()
                return
            self.take(await reading)

    async def hear_rest(self) -> None:
        """Takes in what has arrived before the end."""
        try:
            while True:
                self.take(await self.conversation.receive())
        except StreamEnded:
            return

    def take(self, frame: Response) -> None:
        self.survivor.note(frame)
        self.heard |= {item.cause.command for item in frame.directives}

    async def acknowledge(self) -> None:
        await self.conversation.send(ack(self.survivor.applied))

    async def note(self, each: Order) -> None:
        """Writes down that it was carried out, and when; what was due by then came before."""
        now = (await inspect(self.lab, "GetSession", session_id=self.id)).state.now_us
        command = Event()
        command.CopyFrom(each.event)
        command.time_us = now
        sent = len(self.survivor.events)
        self._inputs += [(event(now, tick={"by_server": True}), sent), (command, sent)]

    async def survived(self, lab: Lab) -> dict[int, bytes]:
        """The directives that a fresh session decides for the same, in the client's numbers."""
        fields = {name: value for name, value in self._opening.items()
                  if name in ("environment", "current", "time_us")}  # fmt: skip
        answer = await simulate(
            lab, *(each for each, _ in self._inputs),
            experience_name=self._opening["experience"], **fields)  # fmt: skip
        for item in answer.directives:
            if number := item.cause.event_sequence:
                item.cause.event_sequence = self._inputs[number - 1][1]
        return {item.sequence: item.SerializeToString(deterministic=True)
                for item in answer.directives}  # fmt: skip
