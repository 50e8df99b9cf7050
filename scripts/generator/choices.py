"""Effects and settings: enumerations of the core whose cases have the fields of a message, or a
structure, as payload; and the conversions from and to protobuf."""

from dataclasses import dataclass

from contract import HEAD, contract
from fields import BY_HAND, RECORDS, Field, fields
from google.protobuf.descriptor_pb2 import FieldDescriptorProto
from records import STRICT, call, guard
from swift import camel, doc

MAY_FAIL = STRICT | {"Refusal"}
# The fields that distinguish settings of one kind.
KEYS = {"toggle": "id", "badge": "tab"}


@dataclass(frozen=True)
class Case:
    field: FieldDescriptorProto

    @property
    def name(self) -> str:
        return camel(self.field.name)

    @property
    def message(self) -> str:
        return self.field.type_name.rpartition(".")[2]

    @property
    def payload(self) -> str | None:
        """The type of the payload; None if the payload is the fields of the message."""
        return (BY_HAND | RECORDS).get(self.message)

    @property
    def fields(self) -> list[Field]:
        return fields(self.message, is_inline=True)

    @property
    def declaration(self) -> str:
        carried = [
            f"{field.label}: {field.type}" if field.label else field.type for field in self.fields]
        return f"case {self.name}({self.payload or ', '.join(carried)})"


def cases(message: str) -> list[Case]:
    return [Case(field) for field in contract().messages[message].field
            if field.HasField("oneof_index")]  # fmt: skip


def core() -> str:
    lines = [HEAD, *doc(contract().comment("Effect"), "")]
    lines.append("public enum Effect: Hashable, Sendable {")
    for case in cases("Effect"):
        lines += [*doc(contract().comment(case.message), "  "), f"  {case.declaration}"]
    lines += ["}", "", *labels("Effect", "Effect"), ""]
    lines += ["extension Setting {", *doc(contract().comment("Setting", "state"), "  ")]
    lines.append("  public enum State: Hashable, Sendable {")
    for case in cases("Setting"):
        lines += doc(contract().comment("Setting", case.field.name), "    ")
        lines.append(f"    {case.declaration}")
    unknown = doc("A setting of a newer contract, by its field number.", "    ")
    lines += [*unknown, "    case unknown(kind: Int)", "  }", ""]
    lines += [
        "  /// The subject of a setting: the key under which a client stores it.",
        "  public enum Aspect: Hashable, Sendable {"]  # fmt: skip
    for case in cases("Setting"):
        lines += doc(contract().comment("Setting", case.field.name), "    ")
        lines.append(f"    case {case.name}{key(case)}")
    lines += [*unknown, "    case unknown(kind: Int)", "  }", ""]
    lines += [
        "  /// The subject of the setting.", "  public var aspect: Aspect {",
        "    switch self.state {"]  # fmt: skip
    for case in cases("Setting"):
        if case.field.name in KEYS:
            name = KEYS[case.field.name]
            label = f"{name}: " if "tab:" in key(case) else ""
            lines.append(f"    case .{case.name}(let state): .{case.name}({label}state.{name})")
        else:
            lines.append(f"    case .{case.name}: .{case.name}")
    lines += ["    case .unknown(let kind): .unknown(kind: kind)", "    }", "  }", "}", ""]
    return "\n".join([*lines, *labels("Setting", "Setting.State"), ""])


def key(case: Case) -> str:
    """The payload of an aspect's case."""
    if (name := KEYS.get(case.field.name)) is None:
        return ""
    field = next(field for field in fields(case.message) if field.name == name)
    return f"({field.type})" if field.type == "String" else f"({name}: {field.type})"


def labels(message: str, name: str) -> list[str]:
    names = ", ".join(f'"{case.field.name}"' for case in cases(message))
    lines = [
        f"extension {name} {{", "  /// Every ``label``.",
        f"  package static let labels = [{names}]",
        "", "  /// The name of the field in the contract.", "  package var label: String {",
        "    switch self {"]  # fmt: skip
    lines += [f'    case .{case.name}: "{case.field.name}"' for case in cases(message)]
    if message == "Setting":
        lines.append('    case .unknown: "unknown"')
    return [*lines, "    }", "  }", "}"]


def wire() -> str:
    lines = [
        HEAD, "package import InteractionCore", "import SwiftProtobuf", "", "extension Effect {",
        "  /// Returns nil for an effect that is unknown to this build.",
        "  package init?(_ proto: Interaction_V1_Effect) {", "    switch proto.kind {"]  # fmt: skip
    for case in cases("Effect"):
        lines += reading(case)
    lines += ["    case .none: return nil", "    }", "  }", ""]
    lines += ["  package var proto: Interaction_V1_Effect {", "    .with {", "      switch self {"]
    for case in cases("Effect"):
        lines += writing(case)
    lines += ["      }", "    }", "  }", "}", "", "extension Setting.State {"]
    lines += [
        "  init(_ proto: Interaction_V1_Setting.OneOf_State) {", "    switch proto {",
        *(f"    case .{case.name}(let it): self = .{case.name}({case.payload}(it))"
          for case in cases("Setting")), "    }", "  }", ""]  # fmt: skip
    lines += [
        "  /// The message; nil for an unknown setting, which cannot be forwarded.",
        "  var proto: Interaction_V1_Setting.OneOf_State? {", "    switch self {",
        *(f"    case .{case.name}(let it): .{case.name}(it.proto)" for case in cases("Setting")),
        "    case .unknown: nil", "    }", "  }", "}", ""]  # fmt: skip
    return "\n".join(lines)


def reading(case: Case) -> list[str]:
    lines = [f"    case .{case.name}(let proto):"]
    if case.payload:
        if case.message not in MAY_FAIL:
            return [*lines, f"      self = .{case.name}({case.payload}(proto))"]
        return [
            *lines, f"      guard let it = {case.payload}(proto) else {{ return nil }}",
            f"      self = .{case.name}(it)"]  # fmt: skip
    lines += [f"      {guard(field, 'proto')}" for field in case.fields if field.is_enum]
    arguments = []
    for field in case.fields:
        read = field.name if field.is_enum else field.read("proto")
        arguments.append(f"{field.label}: {read}" if field.label else read)
    return [*lines, *call(f"      self = .{case.name}", arguments, "")]


def writing(case: Case) -> list[str]:
    if case.payload:
        return [f"      case .{case.name}(let it): $0.{case.name} = it.proto"]
    carried = ", ".join(f"let {field.name}" for field in case.fields)
    return [
        f"      case .{case.name}({carried}):", f"        $0.{case.name} = .with {{",
        *(f"          {field.write(field.name)}" for field in case.fields),
        "        }"]  # fmt: skip
