"""What a session took in, in order, and what the core makes of it."""

from typing import Any

from checks import Lab
from frames import Event
from interaction.v1 import interaction_service_pb2
from interaction.v1.interaction_service_pb2_grpc import InteractionServiceStub


class History:
    """The inputs of a session that have survived."""

    def __init__(self, opening: dict[str, Any]) -> None:
        self._opening = opening
        # Each with the number of the client's last event.
        self._inputs: list[tuple[Event, int]] = []
        self._sent = 0

    def sent(self, *events: Event) -> None:
        """The client has sent these."""
        for each in events:
            self._sent += 1
            self._inputs.append((each, self._sent))

    def came(self, *events: Event) -> None:
        """These have come in between, and are not the client's."""
        self._inputs += [(each, self._sent) for each in events]

    async def directives(self, lab: Lab) -> dict[int, bytes]:
        """What a fresh session decides for the same, in the client's numbers."""
        fields = {name: value for name, value in self._opening.items()
                  if name in ("environment", "current", "time_us")}  # fmt: skip
        answer = await InteractionServiceStub(lab.channel).Simulate(
            interaction_service_pb2.SimulateRequest(
                experience_name=self._opening["experience"],
                events=[each for each, _ in self._inputs], **fields))  # fmt: skip
        for item in answer.directives:
            if number := item.cause.event_sequence:
                item.cause.event_sequence = self._inputs[number - 1][1]
        return {item.sequence: item.SerializeToString(deterministic=True)
                for item in answer.directives}  # fmt: skip
