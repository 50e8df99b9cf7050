"""Flat messages: the core's structures of the same fields, and their conversions."""

from contract import HEAD, contract
from fields import RECORDS, Field, fields
from swift import doc

# Messages that a client must not carry out unless it knows every value.
STRICT = {"ControlAnimationFile", "PerformTabAction"}


def core() -> str:
    return "\n".join([HEAD, *(line for name in RECORDS for line in declaration(name))])


def declaration(message: str) -> list[str]:
    outer, _, inner = RECORDS[message].rpartition(".")
    indent = "  " if outer else ""
    body = doc(contract().comment(message), "")
    body.append(f"public struct {inner}: Hashable, Sendable {{")
    for field in fields(message):
        body += doc(contract().comment(message, field.proto.name), "  ")
        body.append(f"  public var {field.name}: {field.type}")
    parameters = [f"{field.name}: {field.type} = {field.value}" for field in fields(message)]
    body += ["", *call("  public init", parameters, " {")]
    body += [f"    self.{field.name} = {field.name}" for field in fields(message)]
    body += ["  }", "}"]
    if outer:
        body = [f"extension {outer} {{", *(indent + line if line else "" for line in body), "}"]
    return [*body, ""]


def wire() -> str:
    lines = [HEAD, "package import InteractionCore", "import SwiftProtobuf", ""]
    for message, name in RECORDS.items():
        lines += [f"extension {name} {{", *reading(message), "", *writing(message), "}", ""]
    return "\n".join(lines)


def reading(message: str) -> list[str]:
    def read(field: Field) -> str:
        return field.name if field.is_guarded(message in STRICT) else field.read("proto")

    guarded = [field for field in fields(message) if field.is_guarded(message in STRICT)]
    lines = [f"  package init{'?' if guarded else ''}(_ proto: Interaction_V1_{message}) {{"]
    lines += [f"    {guard(field, 'proto')}" for field in guarded]
    arguments = [f"{field.name}: {read(field)}" for field in fields(message)]
    return [*lines, *call("    self.init", arguments, ""), "  }"]


def guard(field: Field, proto: str) -> str:
    """Returns the statement that fails an initializer at an unknown value."""
    return (f"guard let {field.name} = {field.base}(known: {proto}.{field.wire})"
            " else { return nil }")  # fmt: skip


def writing(message: str) -> list[str]:
    lines = [f"  package var proto: Interaction_V1_{message} {{", "    .with {"]
    lines += [f"      {field.write(f'self.{field.name}')}" for field in fields(message)]
    return [*lines, "    }", "  }"]


def call(start: str, arguments: list[str], end: str) -> list[str]:
    """Returns a call or declaration, with one argument per line unless all fit on one line."""
    line = f"{start}({', '.join(arguments)}){end}"
    if len(line) <= 100:
        return [line]
    indent = " " * (len(start) - len(start.lstrip()))
    return [
        f"{start}(", *(f"{indent}  {argument}," for argument in arguments[:-1]),
        f"{indent}  {arguments[-1]}", f"{indent}){end}"]  # fmt: skip
