"""The web client's view of the contract: types of the messages, and tables of their fields, for an
Interact stream, without fields that a browser does not use; and tables of a definition, for pages.
Values of enums have the same words as in experiences and traces."""

import json
import re
from collections.abc import Iterator
from functools import cache
from textwrap import wrap
from typing import Any

from contract import HEAD, comments, contract, described, pool, words
from google.protobuf.descriptor import FieldDescriptor as Field

# The frames, and the delay in the details of an error.
ROOTS = [
    "interaction.v1.InteractRequest", "interaction.v1.InteractResponse",
    "google.protobuf.Duration",
]  # fmt: skip
# Fields that the client neither reads nor sends.
LEFT_OUT = {
    "Capture.pixel_frame", "Spring.damping", "Spring.stiffness",
    "StreamLimits.idle_timeout_us", "StreamLimits.malformed_window_us",
    "StreamLimits.max_event_burst", "StreamLimits.max_events_per_second",
    "StreamLimits.max_frame_bytes", "StreamLimits.max_frame_events",
    "StreamLimits.max_malformed_events", "StreamLimits.max_unacknowledged_bytes",
    "Timeline.interruption",
}  # fmt: skip

# Comments that are not those of Google's files.
OWN = {
    "google.protobuf.Duration": "A duration.",
    "google.protobuf.Duration.seconds": "Whole seconds.",
    "google.protobuf.Duration.nanos": "Nanoseconds beyond the whole seconds.",
}
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
DEFINITIONS = """\
{}
/**
 * The messages of a definition, the root first, with their fields as in the client's tables, but
 * always with the indices of types, and details: `map`, `64` (bits), `unpacked`, or a oneof.
 */
export const messages = {};

/** The enums, and the words of their values from 0. */
export const enums = {};
"""
TYPES = """\
/** The indices of {} in the tables. */
export enum {} {{"""


def used(node: Any) -> list[Field]:
    """Returns the fields of a message that the client uses; none of an enum."""
    return [field for field in getattr(node, "fields", ())
            if f"{node.name}.{field.name}" not in LEFT_OUT]  # fmt: skip


def type_in(field: Field) -> Any:
    """Returns the message or enum of a field; None for a scalar."""
    return field.message_type or field.enum_type


@cache
def reached() -> dict[str, Any]:
    """Returns the messages and enums that the roots reach, by full name."""
    found: dict[str, Any] = {}

    def reach(node: Any) -> None:
        if node and node.full_name not in found:
            found[node.full_name] = node
            for field in used(node):
                reach(type_in(field))

    for root in ROOTS:
        reach(pool().FindMessageTypeByName(root))
    return found


def declared(kind: str) -> list[Any]:
    """Returns those in this list of the files, such as `enum_type`, in order."""
    names = [f"{file.package}.{each.name}" for file in described().file
             for each in getattr(file, kind)]  # fmt: skip
    return [reached()[name] for name in names if name in reached()]


def messages() -> str:
    parts = [HEAD + 'import type { MessageType } from "./fields";\n']
    for message in declared("message_type"):
        lines = [*comment(message.full_name, ""), f"export interface {message.name} {{"]
        for field in used(message):
            lines += comment(field.full_name, "  ", field.containing_oneof)
            name = type_in(field).name if type_in(field) else SCALARS[field.type][1]
            lines.append(f"  {field.json_name}?: {name}{'[]' if field.is_repeated else ''};")
        parts.append("\n".join([*lines, "}\n"]))
    for enum in declared("enum_type"):
        lines = [*comment(enum.full_name, ""), f"export type {enum.name} ="]
        for value, word in zip(enum.values, words(contract().enums[enum.name]), strict=True):
            lines += [*comment(f"{enum.full_name}.{value.name}", "  "), f'  | "{word}"']
        parts.append("\n".join(lines) + ";\n")
    names = [message.name for message in declared("message_type")]
    parts.append("/** The interfaces of messages by type. */\nexport interface Messages {\n"
                 + "".join(f"  [MessageType.{name}]: {name};\n" for name in names)
                 + "}\n")  # fmt: skip
    return "\n".join(parts)


def comment(name: str, indent: str, oneof: Any = None) -> list[str]:
    text = OWN.get(name) or comments()[name][0]
    text = re.sub(r"[A-Z]+_[A-Z_]+", quoted, text.replace("*/", "* /"))
    # An optional field is in a oneof of its own.
    if oneof and not oneof.name.startswith("_"):
        text = f"One of `{oneof.name}`. {text}"
    lines = wrap(text, 96 - len(indent))
    if len(lines) == 1 and len(lines[0]) <= 93 - len(indent):
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]


def quoted(name: re.Match[str]) -> str:
    """Returns the word of a value; other names as they are."""
    found = (word for enum in contract().enums.values()
             for value, word in zip(enum.value, words(enum), strict=True)
             if value.name == name[0])  # fmt: skip
    return next((f"`{word}`" for word in found), name[0])


def fields() -> str:
    """Returns the tables, with messages and enums in the order of their first use."""
    messages, enums = list(ROOTS), []
    lines = [HEAD, MESSAGES]
    for name in messages:
        lines += literal(short(name), [*entries(used(reached()[name]), messages, enums)])
    lines += ['  "";', "", ENUMS]
    for name in enums:
        names = words(contract().enums[short(name)])[1:]
        lines += literal(short(name), [*(f"{each}," for each in names[:-1]), names[-1]])
    lines += ['  "";', ""]
    for what, kind, known in (("messages", "MessageType", messages), ("enums", "EnumType", enums)):
        lines += [TYPES.format(what, kind), *(f"  {short(name)}," for name in known), "}", ""]
    return "\n".join(lines)


def definition() -> str:
    """Returns the tables of an experience's definition."""
    messages, enums, tables = ["interaction.v1.ExperienceDefinition"], [], []
    for name in messages:
        parts = pool().FindMessageTypeByName(name).fields
        tables.append({
            "name": short(name), "fields": "".join(entries(parts, messages, enums, is_whole=True)),
            "details": {field.json_name: word for field in parts if (word := detail(field))},
            "comments": [comments().get(field.full_name, [""])[0] for field in parts]})
    named = [{"name": short(name), "words": words(contract().enums[short(name)])} for name in enums]
    lists = [json.dumps(each, indent=2, ensure_ascii=False) for each in (tables, named)]
    return DEFINITIONS.format(HEAD, *lists)


def detail(field: Field) -> str:
    if field.containing_oneof and not field.containing_oneof.name.startswith("_"):
        return field.containing_oneof.name
    if field.message_type and field.message_type.GetOptions().map_entry:
        return "map"
    is_unpacked = field.GetOptions().HasField("packed")
    return "unpacked" if is_unpacked else "64" if field.type == Field.TYPE_INT64 else ""


def entries(
    fields: list[Field], messages: list[str], enums: list[str], is_whole: bool = False
) -> Iterator[str]:
    """Yields each field: name, number unless it is the next, and type."""
    number = 0
    for field in sorted(fields, key=lambda field: field.number):
        entry = field.json_name
        if field.number != number + 1:
            entry += f"={field.number}"
        number = field.number
        if node := type_in(field):
            entry += KINDS["message" if field.message_type else "enum"]
            known = messages if field.message_type else enums
            is_new = node.full_name not in known
            if is_new:
                known.append(node.full_name)
            if is_whole or not is_new:
                entry += str(known.index(node.full_name))
        else:
            entry += KINDS[SCALARS[field.type][0]]
        if field.is_repeated:
            entry += "*"
        elif field.has_presence and not field.message_type:
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

