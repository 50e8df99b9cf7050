"""The Kotlin client's classes of the contract's messages, with the fields of the web client (see
typescript.py)."""

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
NEW = """\
/** Returns a new message of a type, which is an index among the classes above. */
internal fun newMessage(type: Int): Message = when (type) {"""


def messages() -> str:
    parts = [HEAD, PACKAGE]
    found = declared("message_type")
    for message in found:
        lines = [*comment(message.full_name, ""), f"class {message.name} : Message() {{"]
        for field in used(message):
            lines += comment(field.full_name, "    ", field.containing_oneof)
            kind, default = kotlin(field)
            lines.append(f"    @JvmField var {name(field)}: {kind} = {default}")
        lines += [*([""] if used(message) else []), "    override fun pass(f: Fields) {"]
        for field in sorted(used(message), key=lambda field: field.number):
            lines.append(f"        {name(field)} = f.{call(field)}")
        parts.append("\n".join([*lines, "    }", "}\n"]))
    lines = [f"    {index} -> {message.name}()" for index, message in enumerate(found[:-1])]
    parts.append("\n".join([NEW, *lines, f"    else -> {found[-1].name}()", "}\n"]))
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


def call(field: Field) -> str:
    """Returns the call that passes a field."""
    found = kind(field)
    function = found if field.type in NARROW else FUNCTIONS.get(found, found)
    arguments = [str(field.number), name(field)]
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
