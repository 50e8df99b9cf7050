"""The contract's words: an enumeration's values without its prefix, in lower case.

usage: vocabulary.py DESCRIPTORS

Prints the words of every enumeration of interaction.v1 as Swift, from a serialized
FileDescriptorSet. Experiences, traces and the web client write values with these words.
"""

import re
import sys
from pathlib import Path

from google.protobuf.descriptor_pb2 import EnumDescriptorProto, FileDescriptorSet

PACKAGE = "interaction.v1"
HEAD = "// Written by scripts/generate from Protos/interaction/v1: change those instead.\n"
ALL = """
extension Proto {
  /// Every enumeration of the contract by its full name.
  package static let enumerations: [String: any WordedEnum.Type] = ["""


def main(descriptors: Path) -> None:
    files = FileDescriptorSet.FromString(descriptors.read_bytes()).file
    enums = [enum for file in files if file.package == PACKAGE for enum in file.enum_type]
    print(HEAD)
    for enum in enums:
        print(f"extension Interaction_V1_{enum.name}: WordedEnum {{")
        print(f"  package static let words = {swift_list(words(enum))}\n}}")
    print(ALL)
    for enum in enums:
        print(f'    "{PACKAGE}.{enum.name}": Interaction_V1_{enum.name}.self,')
    print("  ]\n}")


def words(enum: EnumDescriptorProto) -> list[str]:
    """The words of an enumeration by its values, from 0."""
    if [value.number for value in enum.value] != list(range(len(enum.value))):
        raise SystemExit(f"{enum.name}: its numbers are not 0 to {len(enum.value) - 1}")
    prefix = re.sub("(?<!^)[A-Z]", r"_\g<0>", enum.name).upper() + "_"
    if not all(value.name.startswith(prefix) for value in enum.value):
        raise SystemExit(f"{enum.name}: a value does not begin with {prefix}")
    return [value.name.removeprefix(prefix).lower() for value in enum.value]


def swift_list(words: list[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
