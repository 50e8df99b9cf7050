"""The web client's view of the contract: types of the messages, and tables of their fields.

The messages of an Interact stream, without fields that a client in a browser does not use, such as
the experience. Values of enums have the same words as in experiences and traces.
"""

import re
from collections.abc import Iterator
from functools import cache
from textwrap import wrap

from contract import HEAD, described, words
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
)

# The frames, and the delay in the details of an error.
ROOTS = [
    "interaction.v1.InteractRequest", "interaction.v1.InteractResponse",
    "google.protobuf.Duration",
]  # fmt: skip
# Fields that the client neither reads nor sends.
LEFT_OUT = {
    "Capture.pixel_frame", "Opened.local_experience", "Spring.damping", "Spring.stiffness",
    "StreamLimits.idle_timeout_us", "StreamLimits.malformed_window_us",
    "StreamLimits.max_event_burst", "StreamLimits.max_events_per_second",
    "StreamLimits.max_frame_bytes", "StreamLimits.max_frame_events",
    "StreamLimits.max_malformed_events", "StreamLimits.max_unacknowledged_bytes",
    "Timeline.interruption",
}  # fmt: skip

Field = FieldDescriptorProto
MESSAGE, ENUM = Field.TYPE_MESSAGE, Field.TYPE_ENUM
REPEATED = Field.LABEL_REPEATED
# Names of types in the tables, and in TypeScript.
SCALARS = {
    Field.TYPE_DOUBLE: ("double", "number"), Field.TYPE_BOOL: ("bool", "boolean"),
    Field.TYPE_INT32: ("int", "number"), Field.TYPE_INT64: ("int", "number"),
    Field.TYPE_UINT32: ("uint", "number"), Field.TYPE_UINT64: ("uint", "number"),
    Field.TYPE_SINT64: ("sint", "number"), Field.TYPE_STRING: ("string", "string"),
    Field.TYPE_BYTES: ("bytes", "Uint8Array"),
}  # fmt: skip
# Signs of types in the tables, as in the enum Kind of schema.ts.
KINDS = {
    "double": ".", "bool": "{", "int": ")", "uint": "}", "sint": "-", "string": ",", "bytes": "&",
    "message": "(", "enum": ":",
}  # fmt: skip
MESSAGES = """\
/**
 * The fields of each message. A field is its name; `=` and its number, unless it is the previous
 * number plus 1; the sign of its kind (see schema.ts); for a message or enum the type's index in
 * the tables, unless the field is the first of that type, which then has the next index; `*` if it
 * is repeated, and `?` if it has presence. Signs are characters that are frequent in code, for
 * better compression.
 */
export const messageFields ="""
ENUMS = """\
/** The words of each enum's values, from 1; 0 is `unspecified`. */
export const enumNames ="""
TYPES = """\
/** The indices of {} in the tables. */
export enum {} {{"""


def messages() -> str:
    return contract().types()


def fields() -> str:
    return contract().tables()


@cache
def contract() -> "Contract":
    return Contract()


class Contract:
    """The messages and enums that the roots reach, in the order of the files."""

    def __init__(self) -> None:
        self.comments: dict[tuple[str, tuple[int, ...]], str] = {}
        self.messages: dict[str, tuple[str, int, DescriptorProto]] = {}
        self.enums: dict[str, tuple[str, int, EnumDescriptorProto]] = {}
        for file in described().file:
            for place in file.source_code_info.location:
                self.comments[file.name, tuple(place.path)] = place.leading_comments.strip()
            for index, message in enumerate(file.message_type):
                self.messages[f"{file.package}.{message.name}"] = (file.name, index, message)
            for index, enum in enumerate(file.enum_type):
                self.enums[f"{file.package}.{enum.name}"] = (file.name, index, enum)
        self.reached: set[str] = set()
        # The words of values by their names in comments.
        self.words = {value.name: word for _, _, enum in self.enums.values()
                      for value, word in zip(enum.value, words(enum), strict=True)
                      }  # fmt: skip
        for root in ROOTS:
            self.reach(root)

    def reach(self, name: str) -> None:
        if name in self.reached:
            return
        self.reached.add(name)
        for field in self.fields(name) if name in self.messages else ():
            if field.type in (MESSAGE, ENUM):
                self.reach(field.type_name.removeprefix("."))

    def fields(self, name: str) -> Iterator[Field]:
        for field in self.messages[name][2].field:
            if f"{short(name)}.{field.name}" not in LEFT_OUT:
                yield field

    # Types

    def types(self) -> str:
        parts = [HEAD + 'import type { MessageType } from "./fields";\n']
        for name, (file, index, message) in self.messages.items():
            if name in self.reached:
                lines = self.comment(file, (4, index), "", of=message.name)
                lines.append(f"export interface {message.name} {{")
                for place, field in enumerate(message.field):
                    if f"{message.name}.{field.name}" not in LEFT_OUT:
                        lines += self.comment(file, (4, index, 2, place), "  ",
                                              oneof=self.oneof(message, field))  # fmt: skip
                        lines.append(f"  {field.json_name}?: {self.type_of(field)};")
                parts.append("\n".join([*lines, "}\n"]))
        for name, (file, index, enum) in self.enums.items():
            if name in self.reached:
                lines = self.comment(file, (5, index), "")
                lines.append(f"export type {enum.name} =")
                for place, word in enumerate(words(enum)):
                    lines += self.comment(file, (5, index, 2, place), "  ")
                    lines.append(f'  | "{word}"')
                parts.append("\n".join(lines) + ";\n")
        names = [message.name for name, (_, _, message) in self.messages.items()
                 if name in self.reached]  # fmt: skip
        parts.append("/** The interfaces of messages by type. */\nexport interface Messages {\n"
                     + "".join(f"  [MessageType.{name}]: {name};\n" for name in names)
                     + "}\n")  # fmt: skip
        return "\n".join(parts)

    def oneof(self, message: DescriptorProto, field: Field) -> str:
        if not field.HasField("oneof_index") or field.proto3_optional:
            return ""
        return message.oneof_decl[field.oneof_index].name

    def comment(self, file: str, path: tuple[int, ...], indent: str, of: str = "",
                oneof: str = "") -> list[str]:  # fmt: skip
        text = self.comments.get((file, path), "")
        if of == "Duration":
            text = "A duration."
        text = " ".join(text.split()).replace("*/", "* /")
        text = re.sub(r"[A-Z]+_[A-Z_]+", self.quoted, text)
        if file.startswith("google/") and not of:
            text = {0: "Whole seconds.", 1: "Nanoseconds beyond the whole seconds."}[path[-1]]
        if oneof:
            text = f"One of `{oneof}`. {text}"
        lines = wrap(text, 96 - len(indent))
        if len(lines) == 1 and len(lines[0]) <= 93 - len(indent):
            return [f"{indent}/** {lines[0]} */"]
        return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]

    def quoted(self, name: re.Match[str]) -> str:
        word = self.words.get(name[0])
        return f"`{word}`" if word else name[0]

    @staticmethod
    def type_of(field: Field) -> str:
        name = SCALARS[field.type][1] if field.type in SCALARS else short(field.type_name)
        return f"{name}[]" if field.label == REPEATED else name

    # Tables

    def tables(self) -> str:
        """Returns the tables, with messages and enums in the order of their first use."""
        messages, enums = list(ROOTS), []
        lines = [HEAD, MESSAGES]
        for name in messages:
            lines += literal(short(name), [*self.entries(name, messages, enums)])
        lines += ['  "";', "", ENUMS]
        for name in enums:
            names = words(self.enums[name][2])[1:]
            lines += literal(short(name), [*(f"{each}," for each in names[:-1]), names[-1]])
        lines += ['  "";', ""]
        for what, kind, known in (
            ("messages", "MessageType", messages), ("enums", "EnumType", enums),
        ):  # fmt: skip
            lines += [TYPES.format(what, kind), *(f"  {short(name)}," for name in known), "}", ""]
        return "\n".join(lines)

    def entries(self, name: str, messages: list[str], enums: list[str]) -> Iterator[str]:
        """Yields each field: name, number unless it is the next, and type."""
        number = 0
        for field in sorted(self.fields(name), key=lambda field: field.number):
            entry = field.json_name
            if field.number != number + 1:
                entry += f"={field.number}"
            number = field.number
            if field.type in SCALARS:
                entry += KINDS[SCALARS[field.type][0]]
            else:
                entry += KINDS["message" if field.type == MESSAGE else "enum"]
                known, named = messages if field.type == MESSAGE else enums, field.type_name[1:]
                if named in known:
                    entry += str(known.index(named))
                else:
                    known.append(named)
            # A scalar has presence only in a oneof, or if it is `optional`.
            if field.label == REPEATED:
                entry += "*"
            elif field.HasField("oneof_index") and field.type != MESSAGE:
                entry += "?"
            yield entry


def short(name: str) -> str:
    return name.rpartition(".")[2]


def literal(name: str, entries: list[str]) -> list[str]:
    """Returns the lines of a string literal's part, which ends with a semicolon."""
    parts = [""]
    for entry in [*entries, ";"]:
        if len(parts[-1]) + len(entry) > 90:
            parts.append("")
        parts[-1] += entry
    return [f"  // {name}", *(f'  "{part}" +' for part in parts)]

