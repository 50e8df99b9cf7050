"""A contract later than level 1, made up: something new in every message, enumeration and oneof."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from traces import ROOT

LEVEL_1 = ROOT / "Protos/level-1.binpb"
PACKAGE = "interaction.v1"
# The number of every made-up value, and the first of the numbers of a message's made-up fields.
LATER = 9_000

Field = descriptor_pb2.FieldDescriptorProto
# One of each form on the wire.
FORMS = {
    "later_count": Field.TYPE_INT64,
    "later_share": Field.TYPE_DOUBLE,
    "later_tone": Field.TYPE_FIXED32,
    "later_text": Field.TYPE_STRING,
}
THING = descriptor_pb2.FileDescriptorProto(
    name="interaction/v1/later.proto", package=PACKAGE, syntax="proto3")
THING.message_type.add(name="Later").field.add(
    name="text", number=1, type=Field.TYPE_STRING, label=Field.LABEL_OPTIONAL)

# In lists of these a client leaves out the whole of what says one of these in a later way.
LEFT_OUT = {
    "Effect": ["later_kind", "haptic.haptic", "media.operation", "perform.kind", "refusal.floor",
               "refusal.navigate"],
    "Setting": ["later_state"],
    "Track": ["later_easing", "property"],
    "ScrollLink": ["property"],
}  # fmt: skip


def level_one() -> descriptor_pb2.FileDescriptorSet:
    return descriptor_pb2.FileDescriptorSet.FromString(LEVEL_1.read_bytes())


def later() -> descriptor_pb2.FileDescriptorSet:
    """Level 1 and what may come after it."""
    described = level_one()
    for file in described.file:
        if file.package == PACKAGE:
            file.dependency.append(THING.name)
            for message in file.message_type:
                extend(message)
            extend_enumerations(file.enum_type)
    described.file.insert(0, THING)
    return described


def extend(message: descriptor_pb2.DescriptorProto) -> None:
    for inner in message.nested_type:
        if not inner.options.map_entry:
            extend(inner)
    extend_enumerations(message.enum_type)
    fields = list(message.field)
    for place, oneof in enumerate(message.oneof_decl):
        members = [at for at, each in enumerate(fields) if in_oneof(each, place)]
        if members:
            # A oneof's members stand beside each other.
            fields.insert(members[-1] + 1, Field(
                name=f"later_{oneof.name}", number=LATER + 10 + place, oneof_index=place,
                label=Field.LABEL_OPTIONAL, type=Field.TYPE_MESSAGE,
                type_name=f".{PACKAGE}.Later"))  # fmt: skip
    for number, (name, form) in enumerate(FORMS.items(), LATER):
        fields.append(Field(name=name, number=number, label=Field.LABEL_OPTIONAL, type=form))
    del message.field[:]
    message.field.extend(fields)


def in_oneof(field: Field, place: int) -> bool:
    """Whether it is a member of a oneof that the contract names."""
    is_member = field.HasField("oneof_index") and field.oneof_index == place
    return is_member and not field.proto3_optional


def extend_enumerations(enumerations: Iterator[descriptor_pb2.EnumDescriptorProto]) -> None:
    for each in enumerations:
        each.value.add(name=f"LATER_{each.name}", number=LATER)


def message_types(described: descriptor_pb2.FileDescriptorSet, *names: str) -> list[Any]:
    """The classes of these messages, apart from those of every other contract."""
    pool = descriptor_pool.DescriptorPool()
    for file in described.file:
        pool.Add(file)
    found = [pool.FindMessageTypeByName(f"{PACKAGE}.{name}") for name in names]
    return [message_factory.GetMessageClass(each) for each in found]


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
