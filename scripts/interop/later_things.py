"""What a later server and a later client say that level 1 does not know."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from later import FORMS, LATER

# In lists of these a client leaves out the whole of what says one of these in a later way.
LEFT_OUT = {
    "Effect": ["later_kind", "haptic.haptic", "media.operation", "perform.kind", "refusal.floor",
               "refusal.navigate"],
    "Setting": ["later_state"],
    "Track": ["later_easing", "property"],
    "ScrollLink": ["property"],
}  # fmt: skip


class Additions:
    """Puts a later field into every message, and later elements into every list that takes some."""

    def __init__(self, seed: int) -> None:
        self.counts: Counter[str] = Counter()
        self._random = Random(seed)

    def apply(self, message: Message) -> None:
        for field in message.DESCRIPTOR.fields:
            if field.message_type is None or field.name.startswith("later_"):
                continue
            if field.is_repeated:
                self._extend(getattr(message, field.name), field.message_type.name)
            elif message.HasField(field.name):
                self.apply(getattr(message, field.name))
        name = self._random.choice(list(FORMS)) if is_ours(message) else None
        if name:
            setattr(message, name, "later" if name == "later_text" else 7)
            self.counts["fields"] += 1

    def _extend(self, elements: Any, name: str) -> None:
        known = list(elements)
        for each in known:
            self.apply(each)
        for path in LEFT_OUT.get(name, []):
            made = elements.add()
            if known:
                made.CopyFrom(self._random.choice(known))
            make_later(made, path)
            # At any place among the others.
            elements.insert(self._random.randint(0, len(elements) - 1), made)
            elements.pop()
            self.counts[f"{name} {path}"] += 1


class Changes:
    """Changes a single field of each directive and of what opens a session: a known value of an
    enumeration to a later one."""

    def __init__(self, seed: int) -> None:
        self.counts: Counter[str] = Counter()
        self._random = Random(seed)

    def apply(self, response: Any) -> None:
        for part in [response.opened, *response.directives]:
            if found := list(enumerations(part)):
                holder, field = self._random.choice(found)
                setattr(holder, field.name, LATER)
                self.counts[f"{holder.DESCRIPTOR.name} {field.name}"] += 1


def is_ours(message: Message) -> bool:
    return "later_text" in message.DESCRIPTOR.fields_by_name


def make_later(message: Message, path: str) -> None:
    """Gives the field of this path a later value."""
    *outer, last = path.split(".")
    for name in outer:
        message = getattr(message, name)
    if message.DESCRIPTOR.fields_by_name[last].enum_type:
        setattr(message, last, LATER)
    else:
        getattr(message, last).text = "later"


def enumerations(message: Message) -> Iterator[tuple[Message, FieldDescriptor]]:
    """Each field that has a value of an enumeration, with the message that holds it."""
    for field, value in message.ListFields():
        if field.enum_type and not field.is_repeated:
            yield message, field
        elif field.message_type:
            for each in value if field.is_repeated else [value]:
                yield from enumerations(each)
