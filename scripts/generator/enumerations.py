"""The contract's enumerations in Swift: those of the core, and conversions from and to protobuf."""

from contract import HEAD, PACKAGE, contract, words
from swift import REASONS, WIRE_ONLY, WITHOUT, case_name, doc, type_name

WORDS = """
extension Proto {
  /// The words of every enumeration of the contract, by its full name.
  package static let words: [String: [String]] = ["""


def core() -> str:
    """Returns the core's enumerations; raw values are the contract's numbers, or reasons."""
    lines = [HEAD]
    for name in contract().enums:
        if name not in WIRE_ONLY:
            lines += declaration(name)
    return "\n".join(lines)


def declaration(name: str) -> list[str]:
    outer, _, inner = type_name(name).rpartition(".")
    indent = "  " if outer else ""
    enum = contract().enums[name]
    lines = [f"extension {outer} {{"] if outer else []
    lines += doc(contract().comment(name), indent)
    raw = "String, Error" if name in REASONS else "Int"
    lines.append(f"{indent}public enum {inner}: {raw}, Hashable, Sendable, CaseIterable {{")
    for value, word in zip(enum.value, words(enum), strict=True):
        if value.number and value.name not in WITHOUT:
            lines += doc(contract().comment(name, value.name), indent + "  ")
            raw = f'"{word.upper()}"' if name in REASONS else value.number
            lines.append(f"{indent}  case {case_name(value.name, word)} = {raw}")
    return [*lines, f"{indent}}}", *(["}"] if outer else []), ""]


def wire() -> str:
    """Returns the words of the contract's enumerations, and their conversions."""
    lines = [HEAD, "package import InteractionCore", ""]
    for name, enum in contract().enums.items():
        known = ", ".join(f'"{word}"' for word in words(enum))
        lines += [
            f"extension Interaction_V1_{name}: NamedEnum {{",
            f"  package static let words = [{known}]", "}"]  # fmt: skip
        if name not in WIRE_ONLY:
            lines += [
                f"extension {type_name(name)}: WireEnum {{",
                f"  package typealias Wire = Interaction_V1_{name}", "}"]  # fmt: skip
    lines.append(WORDS)
    lines += [f'    "{PACKAGE}.{name}": Interaction_V1_{name}.words,' for name in contract().enums]
    return "\n".join([*lines, "  ]", "}", ""])
