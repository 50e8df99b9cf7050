"""The tools of checks."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import grpc

from conversation import Conversation
from engine import Engine
from expectations import eventually, shortened

__all__ = ["Lab", "eventually", "shortened"]


@dataclass
class Lab:
    """An engine, a channel to it, and programs."""

    binary: Path
    tools: Path
    engine: Engine
    channel: grpc.aio.Channel
    conversations: list[Conversation] = field(default_factory=list)

    def conversation(self, deadline: float | None = None) -> Conversation:
        """Opens a new stream, for as long as the check runs."""
        self.conversations.append(Conversation(self.channel, deadline))
        return self.conversations[-1]

    @contextmanager
    def own_conversations(self) -> Iterator["Lab"]:
        lab = replace(self, conversations=[])
        try:
            yield lab
        finally:
            for conversation in lab.conversations:
                conversation.cancel()
