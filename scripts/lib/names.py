"""Finds names of the contract that are keywords of Python, whose generator, unlike the others, does
not change them: such a field can only be reached by `getattr`."""

import keyword
import sys

from google.protobuf import descriptor_pb2

from levels import elements


def main() -> None:
    with open(sys.argv[1], "rb") as file:
        described = descriptor_pb2.FileDescriptorSet.FromString(file.read())
    names = [name for file in described.file for name, _ in elements(file)]
    unreadable = [name for name in names if keyword.iskeyword(name.rpartition(".")[2])]
    for name in unreadable:
        print(f"{name} is a keyword of Python", file=sys.stderr)
    sys.exit(1 if unreadable else 0)


if __name__ == "__main__":
    main()
