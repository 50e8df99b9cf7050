"""A field of a flat message: its type in the core, and its conversions from and to protobuf."""

import re
from dataclasses import dataclass

from contract import contract, words
from google.protobuf.descriptor_pb2 import FieldDescriptorProto
from swift import camel, case_name, type_name

Proto = FieldDescriptorProto
# Messages whose conversion to a type of the core is written by hand.
BY_HAND = {
    "BarLayout": "BarLayout",
    "Border": "ButtonLook.Border",
    "FloorLayout": "FloorLayout",
    "GateState": "GateState",
    "NavigationState": "NavigationState",
    "Refusal": "Refusal",
    "ScrollLinks": "[ScrollLink]",
    "TransitionState": "TransitionState",
}
# Flat messages, and the core's structures with the same fields; states in neither follow below.
RECORDS = {
    "ButtonLook": "ButtonLook",
    "ControlAnimationFile": "ControlAnimationFile",
    "ItemLook": "SelectionState.Item",
    "MenuEntry": "MenuEntry",
    "PerformTabAction": "PerformTabAction",
    "TextFont": "TextFont",
    "TextSpan": "TextSpan",
}
RECORDS |= {
    name: name for field in contract().messages["Setting"].field
    if (name := field.type_name.rpartition(".")[2]) and name not in BY_HAND
}  # fmt: skip
# Types of scalars in the core, with the expressions that read and write them.
SCALARS = {
    Proto.TYPE_DOUBLE: ("Double", "{}", "{}"),
    Proto.TYPE_BOOL: ("Bool", "{}", "{}"),
    Proto.TYPE_STRING: ("String", "{}", "{}"),
    Proto.TYPE_INT32: ("Int", "Int({})", "Int32(clamping: {})"),
    Proto.TYPE_INT64: ("Int", "Int({})", "Int64({})"),
    Proto.TYPE_UINT32: ("UInt32", "{}", "{}"),
    Proto.TYPE_UINT64: ("UInt64", "{}", "{}"),
}
# Types of fields by name, likewise.
BY_NAME = {
    "source": ("SourceID", "SourceID({})", "{}.name"),
    "target": ("ViewPath", "ViewPath({})", "{}.path"),
    "weight": ("Int", "Int({})", "UInt32(clamping: {})"),
}
SPAN = ("TimeSpan", "TimeSpan(microseconds: {})", "{}.microseconds")
ZEROS = {
    "Bool": "false", "Double": "0", "Int": "0", "UInt32": "0", "UInt64": "0",
    "String": '""', "SourceID": 'SourceID("")', "ViewPath": 'ViewPath("")',
}  # fmt: skip
# Values for absent or unknown fields other than 0, false, nil or the first case.
DEFAULTS = {
    "BadgeState.height": "18",
    "BadgeState.style": ".text",
    "ControlAnimationFile.end": "1",
    "SelectionState.autorotates": "true",
    "SelectionState.orientations": ".all",
    "SelectionState.origin": ".programmatic",
}
# Messages that are omitted if they have their default value.
LEFT_OUT = {"Insets", "TextFont", "ButtonLook"}


@dataclass(frozen=True)
class Field:
    message: str
    proto: FieldDescriptorProto
    # True in the case of an enumeration, false in a structure.
    is_inline: bool = False

    @property
    def wire(self) -> str:
        """The name in the messages of swift-protobuf."""
        return re.sub("(Url|Id)$", lambda word: word[0].upper(), camel(self.proto.name))

    @property
    def name(self) -> str:
        """The name in the core: an assertion for a Boolean; without the unit for a time span."""
        name = camel(self.proto.name.removesuffix("_us") if self.is_span else self.proto.name)
        name = re.sub("Url$", "URL", name)
        is_statement = self.proto.name.split("_")[0].endswith("s")
        if self.proto.type == Proto.TYPE_BOOL and not is_statement and not self.is_inline:
            return f"is{name[0].upper()}{name[1:]}"
        return name

    @property
    def label(self) -> str:
        """The label in an enumeration's case; empty if the type is self-explanatory."""
        says_itself = self.base in ("SourceID", "String") or self.is_enum or self.is_message
        return "" if says_itself and self.proto.number == 1 else self.name

    @property
    def is_span(self) -> bool:
        return self.proto.name.endswith("_us")

    @property
    def is_enum(self) -> bool:
        return self.proto.type == Proto.TYPE_ENUM

    @property
    def is_message(self) -> bool:
        return self.proto.type == Proto.TYPE_MESSAGE

    @property
    def is_list(self) -> bool:
        return self.proto.label == Proto.LABEL_REPEATED

    def is_guarded(self, is_strict: bool) -> bool:
        """Returns True if an unknown value makes the message unknown."""
        return is_strict and self.is_enum and not self.is_list

    @property
    def default(self) -> str | None:
        return DEFAULTS.get(f"{self.message}.{self.proto.name}")

    @property
    def is_optional(self) -> bool:
        return self.proto.proto3_optional and self.default is None

    @property
    def forms(self) -> tuple[str, str, str]:
        """The type, and the expressions that read and write one value."""
        named = self.proto.type_name.rpartition(".")[2]
        if self.is_enum:
            name = type_name(named)
            value = self.default or f".{first_case(named)}"
            known = f"{name}(known: {{}})" + ("" if self.is_optional else f" ?? {value}")
            return name, known, "{}.proto"
        if self.is_message:
            name = (RECORDS | BY_HAND).get(named, named)
            return name, f"{name}({{}})", "{}.proto"
        if self.is_span:
            return SPAN
        return BY_NAME.get(self.proto.name) or SCALARS[self.proto.type]

    @property
    def base(self) -> str:
        return self.forms[0]

    @property
    def type(self) -> str:
        return f"[{self.base}]" if self.is_list else self.base + ("?" if self.is_optional else "")

    @property
    def value(self) -> str:
        """The default value."""
        if self.is_list:
            return "[]"
        if self.is_optional:
            return "nil"
        if self.is_enum:
            return self.default or f".{first_case(self.proto.type_name.rpartition('.')[2])}"
        return self.default or ZEROS.get(self.base) or f"{self.base}()"

    def read(self, proto: str) -> str:
        place = f"{proto}.{self.wire}"
        read = self.forms[1]
        if self.is_list:
            return place if read == "{}" else f"{place}.map {{ {read.format('$0')} }}"
        if self.proto.proto3_optional:
            has = f"{proto}.has{self.wire[0].upper()}{self.wire[1:]}"
            return f"{has} ? {read.format(place)} : {self.value}"
        return read.format(place)

    def set(self, value: str) -> str:
        """Returns the assignment of a value to the field of `$0`."""
        return f"$0.{self.wire} = {self.forms[2].format(value)}"

    def write(self, value: str) -> str:
        """Returns the statement that sets the field of `$0`, unless the value is the default."""
        place, written = f"$0.{self.wire}", self.forms[2]
        if self.is_list:
            return f"{place} = {value}" + (
                "" if written == "{}" else f".map {{ {written.format('$0')} }}")
        if self.is_optional:
            return f"if let {self.name} = {value} {{ {place} = {written.format(self.name)} }}"
        setting = self.set(value)
        left_out = self.is_message and self.proto.type_name.rpartition(".")[2] in LEFT_OUT
        if self.proto.proto3_optional or left_out:
            return f"if {value} != {self.value} {{ {setting} }}"
        return setting


def first_case(enum: str) -> str:
    values = contract().enums[enum]
    return case_name(values.value[1].name, words(values)[1])


def fields(message: str, is_inline: bool = False) -> list[Field]:
    return [Field(message, field, is_inline) for field in contract().messages[message].field]
