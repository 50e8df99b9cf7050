"""Sessions in which a backend orders what a recording has of its kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from frames import Event
from interaction.v1 import event_pb2


@dataclass(frozen=True)
class Order:
    """A call of a backend's."""

    method: str
    fields: dict[str, Any]
    # What it is to the session, under the backend's name for it.
    event: Event

    @property
    def name(self) -> str:
        return self.event.command_id


Step = Event | Order


def ordered(events: Sequence[Event]) -> list[Step]:
    """Events as they are, but for those that a backend can order."""
    return [named(each, number) for number, each in enumerate(events)]


def named(own: Event, number: int) -> Step:
    order = order_of(own)
    if not order:
        return own
    command = Event()
    command.CopyFrom(own)
    command.command_id = own.command_id or f"order-{number}"
    return Order(*order, command)


def order_of(own: Event) -> tuple[str, dict[str, Any]] | None:
    match own.WhichOneof("kind"):
        case "badge":
            return "SetBadge", {"badge": own.badge}
        case "select_tab":
            return "SelectTab", {"tab": own.select_tab.tab}
        case "order_toggle":
            return "OrderToggle", {"toggle": own.order_toggle.toggle, "look": own.order_toggle.look}
        case "account" if own.account.change != event_pb2.ACCOUNT_CHANGE_SIGNED_OUT:
            signed_in = own.account.change == event_pb2.ACCOUNT_CHANGE_SIGNED_IN
            return "ResolveGate", {"signed_in": signed_in}
        case "floor" if own.floor.command == event_pb2.FLOOR_COMMAND_OPEN:
            return "OpenSecondFloor", {}
        case "floor" if own.floor.command == event_pb2.FLOOR_COMMAND_CLOSE:
            return "CloseSecondFloor", {}
    return None
