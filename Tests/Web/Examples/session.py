import sys
import uuid

from connectrpc.protocol import ProtocolType
from interaction.v1 import interaction_service_pb2 as contract
from interaction.v1.interaction_service_connect import InteractionServiceClientSync

BEGAN, MOVED = 1, 2


def drag(address: str, protocol: ProtocolType) -> contract.InteractResponse:
    """Drags a list past a trigger line, and returns the frame that says what to show."""
    client = InteractionServiceClientSync(address, protocol=protocol, send_compression=None)
    name = str(uuid.uuid4())
    surface = {"width": 375, "height": 812, "scale": 3}
    opened = client.open_session(contract.OpenSessionRequest(
        open={"level": 1, "session_id": name, "surface": surface}))  # fmt: skip
    session = {"session_id": name, "session_key": opened.session_key}
    events = [
        {"time_us": 0, "scroll": {"source": "home", "drag": 1, "phase": BEGAN, "y": 400}},
        {"time_us": 16_000, "scroll": {"source": "home", "drag": 1, "phase": MOVED, "y": 480}},
    ]
    client.send_events(contract.SendEventsRequest(
        **session, events={"first_sequence": 1, "events": events}))  # fmt: skip
    for answer in client.subscribe(contract.SubscribeRequest(**session)):
        if answer.frame.directives:
            client.send_events(contract.SendEventsRequest(**session, end=True))
            return answer.frame
    raise EOFError("the session has ended")


print(drag(sys.argv[1], ProtocolType[sys.argv[2]]))
