"""The Kotlin client's classes of the contract's messages, and their codec. They have the messages
and fields of the web client (see typescript.py)."""

from collections.abc import Iterator
from typing import Any

from contract import HEAD, contract, words
from google.protobuf.descriptor import FieldDescriptor as Field
from typescript import SCALARS, comment, declared, type_in, used

PACKAGE = "package interaction.client.contract\n"
# Types of scalars, and their defaults, by the kinds of SCALARS.
TYPES = {
    "double": ("Double", "0.0"), "bool": ("Boolean", "false"), "int": ("Long", "0L"),
    "uint": ("Long", "0L"), "sint": ("Long", "0L"), "string": ("String", '""'),
    "bytes": ("ByteArray", "noBytes"), "enum": ("Int", "0"),
}  # fmt: skip
NARROW = {Field.TYPE_INT32, Field.TYPE_UINT32}
# The functions of Fields.kt, by the same kinds; in capitals, its constants.
FUNCTIONS = {"int": "long", "uint": "long", "string": "text", "enum": "enumeration"}
CODEC = """\
/** The binary codec of the contract's messages. */
object Codec {"""
DECODER = """\
    /**
     * Decodes {article} {name}. Unknown fields and values of a later contract are skipped.
     *
     * @throws MalformedException if the bytes are malformed.
     */
    @JvmStatic
    fun decode{name}(bytes: ByteArray): {name} = Reader(bytes).message({type}) as {name}

    /** Encodes {article} {name} in canonical form: in ascending order, without defaults. */
    @JvmStatic
    fun encode(message: {name}): ByteArray = Writer().bytes({type}, message)
"""
FIELDS = """\
}

/** The fields of each message, in ascending order. */
internal object MessageFields {
    /** Passes the fields of a message of a type, or of a new one. Returns the message. */
    fun pass(type: Int, message: Any?, f: Fields): Any = when (type) {"""
# The messages that apps and stores encode or decode by themselves.
PUBLIC = [
    "InteractRequest", "InteractResponse", "InteractionEvent", "Directive", "Snapshot", "Surface",
    "Open", "Checkpoint", "Duration",
]  # fmt: skip


def messages() -> str:
    parts = [HEAD, PACKAGE]
    for message in declared("message_type"):
        lines = [*comment(message.full_name, ""), f"class {message.name} {{"]
        for field in used(message):
            lines += comment(field.full_name, "    ", field.containing_oneof)
            kind, default = kotlin(field)
            lines.append(f"    @JvmField var {name(field)}: {kind} = {default}")
        parts.append("\n".join([*lines, "}\n"]))
    for enum in declared("enum_type"):
        lines = [*comment(enum.full_name, ""), f"object {enum.name} {{"]
        for value, word in zip(enum.values, words(contract().enums[enum.name]), strict=True):
            lines += comment(f"{enum.full_name}.{value.name}", "    ")
            lines.append(f"    const val {word.upper()} = {value.number}")
        parts.append("\n".join([*lines, "}\n"]))
    return "\n".join(parts)


def name(field: Field) -> str:
    return field.json_name if field.json_name not in ("object", "in") else f"`{field.json_name}`"


def kind(field: Field) -> str:
    if node := type_in(field):
        return "message" if node is field.message_type else "enum"
    return SCALARS[field.type][0]


def scalar(field: Field) -> tuple[str, str]:
    return ("Int", "0") if field.type in NARROW else TYPES[kind(field)]


def kotlin(field: Field) -> tuple[str, str]:
    """Returns a field's type and its default."""
    one = field.message_type.name if field.message_type else scalar(field)[0]
    if field.is_repeated:
        return f"List<{one}>", "emptyList()"
    if field.message_type or field.has_presence:
        return f"{one}?", "null"
    return scalar(field)


def codec() -> str:
    lines = [HEAD, PACKAGE, CODEC]
    found = declared("message_type")
    for index, message in enumerate(found):
        if message.name in PUBLIC:
            article = "an" if message.name[0] in "IO" else "a"
            lines.append(DECODER.format(name=message.name, type=index, article=article))
    lines[-1] = lines[-1].rstrip("\n")
    lines.append(FIELDS)
    for index, message in enumerate(found[:-1]):
        lines.append(f"        {index} -> {own(message)}(message, f)")
    lines += [f"        else -> {own(found[-1])}(message, f)", "    }", ""]
    for message in found:
        lines += [*fields(message), ""]
    return "\n".join([*lines[:-1], "}", ""])


def own(message: Any) -> str:
    return message.name[0].lower() + message.name[1:]


def fields(message: Any) -> Iterator[str]:
    found = sorted(used(message), key=lambda field: field.number)
    unused = "" if found else '@Suppress("UNUSED_PARAMETER") '
    yield f"    private fun {own(message)}(message: Any?, {unused}f: Fields): Any {{"
    yield f"        val m = message as {message.name}? ?: {message.name}()"
    for field in found:
        yield f"        m.{name(field)} = f.{call(field)}"
    yield "        return m"
    yield "    }"


def call(field: Field) -> str:
    """Returns the call that passes a field."""
    found = kind(field)
    function = found if field.type in NARROW else FUNCTIONS.get(found, found)
    arguments = [str(field.number), f"m.{name(field)}"]
    if found == "enum":
        arguments.append(str(len(field.enum_type.values)))
        function = "optionalEnumeration" if field.has_presence else function
    elif found == "message":
        arguments.append(str(declared("message_type").index(field.message_type)))
    elif field.is_repeated or field.has_presence:
        arguments.append(f"Fields.{function.upper()}")
    if found != "enum" and (field.is_repeated or found == "message" or field.has_presence):
        function = "list" if field.is_repeated else "optional"
    return f"{function}({', '.join(arguments)})"
