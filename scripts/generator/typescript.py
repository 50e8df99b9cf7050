"""The web client's view of the contract: types of the messages, and tables of their fields, for an
Interact stream, without fields that a browser does not use, such as the experience; and the tables
of an experience's definition, for pages that read one. Values of enums have the same words as in
experiences and traces."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from textwrap import wrap
from typing import Any

from contract import HEAD, comments, contract, described, pool, words
from google.protobuf.descriptor import FieldDescriptor as Field
from swift import camel

# The frames, and the delay in the details of an error.
ROOTS = [
    "interaction.v1.InteractRequest", "interaction.v1.InteractResponse",
    "google.protobuf.Duration",
]  # fmt: skip
DEFINITION = "interaction.v1.ExperienceDefinition"
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
/**
 * The fields of the messages of a definition, the root first: as in the client's tables, but a
 * message or enum always has its type's index.
 */
export const messageFields ="""
DETAILS = """\
/** Fields of maps, with 64 bits, or of a oneof: `field:map`, `field:64` or `field:ONEOF`. */
export const fieldDetails ="""
NAMES = """\
/** The names of the messages and of the enums. */
export const [messageTypes, enumTypes] = ["""
COMMENTS = """\
/** The comments of all fields, by message. */
export const fieldComments: readonly (readonly string[])[] = ["""
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
        lines += literal(short(name), [*entries(reached()[name], messages, enums)])
    lines += ['  "";', "", ENUMS]
    for name in enums:
        lines += literal(short(name), listed(name))
    lines += ['  "";', ""]
    for what, kind, known in (("messages", "MessageType", messages), ("enums", "EnumType", enums)):
        lines += [TYPES.format(what, kind), *(f"  {short(name)}," for name in known), "}", ""]
    return "\n".join(lines)


def definition() -> str:
    """Returns the tables of an experience's definition."""
    messages, enums = [DEFINITION], []
    kinds, details, notes = [], [], []
    for name in messages:
        message = pool().FindMessageTypeByName(name)
        kinds += literal(short(name), [*entries(message, messages, enums, is_indexed=True)])
        details += literal(short(name), [*detailed(message)])
        texts = [comments().get(field.full_name, [""])[0] for field in message.fields]
        notes.append(f"  {json.dumps(texts, ensure_ascii=False)},")
    values = [line for name in enums for line in literal(short(name), listed(name))]
    names = [f'  "{",".join(map(short, known))}",' for known in (messages, enums)]
    tables = [[head, *rows, '  "";', ""] for head, rows in (
        (DEFINITIONS, kinds), (DETAILS, details), (ENUMS, values))]  # fmt: skip
    return "\n".join([HEAD, *chain(*tables), NAMES, *names, "];", "", COMMENTS, *notes, "];", ""])


def listed(enum: str) -> list[str]:
    """Returns the words of an enum, separated by commas."""
    names = words(contract().enums[short(enum)])[1:]
    return [*(f"{each}," for each in names[:-1]), names[-1]]


def detailed(message: Any) -> Iterator[str]:
    """Yields what the tables do not say of a message's fields."""
    for field in message.fields:
        if field.json_name != camel(field.name):
            raise SystemExit(f"{field.full_name}: {field.json_name} is not its JSON name")
        oneof = field.containing_oneof
        if field.message_type and field.message_type.GetOptions().map_entry:
            yield f"{field.json_name}:map,"
        if field.type in (Field.TYPE_INT64, Field.TYPE_UINT64):
            yield f"{field.json_name}:64,"
        if oneof and not oneof.name.startswith("_"):
            yield f"{field.json_name}:{oneof.name},"


def entries(
    message: Any, messages: list[str], enums: list[str], is_indexed: bool = False
) -> Iterator[str]:
    """Yields each field: name, number unless it is the next, and type."""
    number = 0
    fields = message.fields if is_indexed else used(message)
    for field in sorted(fields, key=lambda field: field.number):
        entry = field.json_name
        if field.number != number + 1:
            entry += f"={field.number}"
        number = field.number
        if node := type_in(field):
            entry += KINDS["message" if field.message_type else "enum"]
            known = messages if field.message_type else enums
            is_known = node.full_name in known
            if not is_known:
                known.append(node.full_name)
            if is_known or is_indexed:
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

