"""A client that was built for level 1 of the contract, and knows nothing later."""

from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from conversation import Conversation
from frames import Response
from later import level_one, message_types
from resuming import Survivor

LevelOneResponse, Snapshot = message_types(level_one(), "InteractResponse", "Snapshot")
# What a setting is about: its kind, and the toggle or tab.
Aspect = tuple[str | int, Any]
KEYS = {"toggle": "id", "badge": "tab"}
MOVING = {"Track", "ScrollLink"}


class LevelOneConversation(Conversation):
    response_type = LevelOneResponse


class LevelOneClient(Survivor):
    """Keeps the newest setting of each aspect, as far as it knows what a setting says."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.settings: dict[Aspect, Message] = {}

    def note(self, frame: Response) -> None:
        super().note(frame)
        found = [(each.replaces_all, each.settings) for each in frame.directives]
        if frame.opened.HasField("snapshot"):
            found.insert(0, (True, frame.opened.snapshot.settings))
        for replaces_all, settings in found:
            if replaces_all:
                self.settings = {}
            for setting in settings:
                held = self.settings.get(aspect(setting))
                if not held or setting.generation > held.generation:
                    kept = self.settings[aspect(setting)] = type(setting)()
                    kept.CopyFrom(setting)
                    leave_out(kept)

    @property
    def shown(self) -> dict[Aspect, Message]:
        """What it knows of all that it keeps."""
        return known(self.settings.values())


def aspect(setting: Message) -> Aspect:
    kind = setting.WhichOneof("state")
    if kind is None:
        return UnknownFieldSet(setting)[0].field_number, None
    key = KEYS.get(kind)
    return kind, getattr(getattr(setting, kind), key) if key else None


def leave_out(message: Message) -> None:
    """Takes out tracks and links that move something unknown, or in an unknown way."""
    for field, value in message.ListFields():
        if field.message_type and not field.is_repeated:
            leave_out(value)
        elif field.message_type:
            for index in reversed(range(len(value))):
                leave_out(value[index])
                if field.message_type.name in MOVING and moves_unknown(value[index]):
                    del value[index]


def moves_unknown(moving: Message) -> bool:
    names = moving.DESCRIPTOR.fields_by_name
    return is_unknown(moving, names["property"]) or (
        "bezier" in names and not moving.WhichOneof("easing"))


def known(settings: Any) -> dict[Aspect, Message]:
    """Settings without what is not of level 1."""
    found = {aspect(each): each for each in settings if each.WhichOneof("state")}
    for each in found.values():
        each.DiscardUnknownFields()
    return found


def is_unknown(message: Message, field: FieldDescriptor) -> bool:
    return getattr(message, field.name) not in field.enum_type.values_by_number


def agrees(shown: Message, expected: Message) -> bool:
    """Whether both say the same where what is shown is known."""
    for field in shown.DESCRIPTOR.fields:
        one, other = getattr(shown, field.name), getattr(expected, field.name)
        if field.is_repeated and field.message_type:
            # Tracks and links that move something unknown have been left out.
            if not all(any(agrees(each, right) for right in other) for each in one):
                return False
        elif field.message_type:
            if shown.HasField(field.name) != expected.HasField(field.name):
                return False
            if not agrees(one, other):
                return False
        elif one != other and not (field.enum_type and is_unknown(shown, field)):
            return False
    return True
