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
# The wire types of kinds; 2 of others.
WIRES = {"double": 1, "bool": 0, "int": 0, "uint": 0, "sint": 0, "enum": 0}
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
    fun decode{name}(bytes: ByteArray): {name} = {own}(Reader(bytes))

    /** Encodes {article} {name} in canonical form: in ascending order, without defaults. */
    @JvmStatic
    fun encode(message: {name}): ByteArray = Writer().also {{ put(it, message) }}.bytes()
"""
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
    for message in found:
        if message.name in PUBLIC:
            article = "an" if message.name[0] in "IO" else "a"
            lines += [DECODER.format(name=message.name, own=own(message), article=article)]
    for message in found:
        lines += ["\n".join([*decoder(message), ""]), "\n".join([*encoder(message), ""])]
    # Joined after the first, without a blank line at the end.
    return "\n".join(lines[:2]) + "\n" + "".join(f"{each}\n" for each in lines[2:])[:-2] + "\n}\n"


def own(message: Any) -> str:
    return message.name[0].lower() + message.name[1:]


def decoder(message: Any) -> Iterator[str]:
    yield f"    private fun {own(message)}(r: Reader): {message.name} {{"
    yield f"        val m = {message.name}()"
    yield "        val end = r.enter()"
    yield "        while (true) when (val tag = r.tag()) {"
    yield "            0 -> return r.leave(end, m)"
    for field in used(message):
        wire = WIRES.get(kind(field), 2)
        value = read(field)
        if field.is_repeated:
            value = f"added(m.{name(field)}, {value})"
        yield f"            {tag(field, wire)} -> m.{name(field)} = {value}"
        if field.is_repeated and wire != 2:
            packed = f"r.packed {{ m.{name(field)} = {value} }}"
            yield f"            {tag(field, 2)} -> {packed}"
    yield "            else -> r.skip(tag)"
    yield "        }"
    yield "    }"


def tag(field: Field, wire: int) -> int:
    return field.number * 8 + wire


def read(field: Field) -> str:
    match kind(field):
        case "message":
            return f"{own(field.message_type)}(r)"
        case "enum":
            return f"r.enumeration({len(field.enum_type.values)})"
        case "int" | "uint" if field.type in NARROW:
            return "r.varint().toInt()"
        case found:
            call = {"double": "double", "bool": "bool", "int": "varint", "uint": "varint",
                    "sint": "zigzag", "string": "text", "bytes": "bytes"}[found]  # fmt: skip
            return f"r.{call}()"


def encoder(message: Any) -> Iterator[str]:
    fields = sorted(used(message), key=lambda field: field.number)
    unused = "" if fields else "@Suppress(\"UNUSED_PARAMETER\") "
    yield f"    private fun put({unused}w: Writer, {unused}m: {message.name}) {{"
    for field in fields:
        yield f"        {write(field)}"
    yield "    }"


def write(field: Field) -> str:
    found, value = kind(field), f"m.{name(field)}"
    wire = WIRES.get(found, 2)
    if found == "message":
        each = f"{{ each -> val start = w.begin({tag(field, 2)}); put(w, each); w.end(start) }}"
        return f"{value}.forEach {each}" if field.is_repeated else f"{value}?.let {each}"
    call = {"string": "text", "enum": "varint", "int": "varint", "uint": "varint"}.get(found, found)
    widened = ".toLong()" if found == "enum" or field.type in NARROW else ""
    if found in ("int", "uint") and field.type == Field.TYPE_UINT32:
        widened = ".toLong() and 0xffffffffL"
    if field.is_repeated and wire == 2:
        return f"{value}.forEach {{ w.{call}({tag(field, 2)}, it) }}"
    if field.is_repeated:
        return f"w.packed({tag(field, 2)}, {value}) {{ {call}(it{widened}) }}"
    if field.has_presence:
        return f"{value}?.let {{ w.{call}({tag(field, wire)}, it{widened}) }}"
    test = {"bool": value, "string": f"{value}.isNotEmpty()", "bytes": f"{value}.isNotEmpty()",
            "double": f"Writer.isSet({value})", "enum": f"{value} != 0"}  # fmt: skip
    zero = "0" if field.type in NARROW else "0L"
    return (f"if ({test.get(found, f'{value} != {zero}')}) "
            f"w.{call}({tag(field, wire)}, {value}{widened})")  # fmt: skip
