"""A client that can resume its session, and detects lost and repeated directives."""

from typing import Any

from conversation import Conversation
from directives import numbers_of
from frames import Event, Response
from interaction.v1 import interaction_service_pb2

RESUMED = interaction_service_pb2.OPEN_OUTCOME_RESUMED
RESTARTED = interaction_service_pb2.OPEN_OUTCOME_RESTARTED

Opened = interaction_service_pb2.Opened
Checkpoint = interaction_service_pb2.Checkpoint
Resume = interaction_service_pb2.Resume

RESUMES = {"resumes": True}
# The fields of a client's opening, and its events.
Trace = tuple[dict[str, Any], list[Event]]


class Survivor:
    """One session over any number of connections."""

    def __init__(self, session_id: str, trace: Trace | None = None, **fields: Any) -> None:
        opening, self.events = trace or ({}, [])
        self.fields = {"session_id": session_id, "capabilities": RESUMES} | opening | fields
        self.checkpoint = Checkpoint()
        # The directives by number, as bytes.
        self.directives: dict[int, bytes] = {}
        self.applied = 0
        self.epoch = 0
        self._conversation: Conversation | None = None

    @property
    def conversation(self) -> Conversation:
        assert self._conversation
        return self._conversation

    async def open(self, conversation: Conversation, **fields: Any) -> Opened:
        """Opens the session on a new connection."""
        self._conversation = conversation
        self.epoch += 1
        frame = await conversation.open(**(self.fields | {"epoch": self.epoch} | fields))
        self.note(frame)
        return frame.opened

    async def resume(self, conversation: Conversation) -> Opened:
        """Resumes from the newest checkpoint, which must succeed."""
        event = self.checkpoint.event
        opened = await self.open(conversation, resume=Resume(
            token=self.checkpoint.token, directive=self.applied,
            first_event=event + 1))  # fmt: skip
        assert (opened.outcome, opened.restart_reason) == (RESUMED, 0), f"it opened with {opened}"
        assert (opened.applied_event, self.checkpoint.event) == (event, event)
        assert not opened.HasField("snapshot"), "a resumed session brings a snapshot"
        return opened

    async def play(self) -> None:
        """Sends the remaining events, and receives their directives."""
        while events := self.events[self.conversation.sent :][:40]:
            await self.exchange(*events)

    async def exchange(self, *events: Event) -> list[Response]:
        frames = await self.conversation.exchange(*events)
        for frame in frames:
            self.note(frame)
        return frames

    def note(self, frame: Response) -> None:
        """Records a frame, whose directives must continue the numbering."""
        if frame.opened.outcome == RESTARTED:
            self.applied, self.directives = 0, {}
        numbers, first = numbers_of(frame), self.applied + 1
        assert numbers == list(range(first, first + len(numbers))), f"after {first - 1}"
        for item in frame.directives:
            self.directives[item.sequence] = item.SerializeToString(deterministic=True)
        self.applied += len(numbers)
        if frame.HasField("checkpoint"):
            assert frame.checkpoint.directive <= self.applied, "the checkpoint is ahead"
            self.checkpoint = frame.checkpoint


async def uninterrupted(conversation: Conversation, trace: Trace) -> dict[int, bytes]:
    """Returns the directives of an undisturbed session."""
    whole = Survivor("uninterrupted", trace)
    await whole.open(conversation)
    await whole.play()
    await conversation.close()
    assert len(whole.directives) > 50
    return whole.directives


def expect_same(actual: dict[int, bytes], expected: dict[int, bytes]) -> None:
    assert list(actual) == list(expected)
    changed = [number for number, directive in actual.items() if directive != expected[number]]
    assert not changed, f"not byte-equal: {changed}"
