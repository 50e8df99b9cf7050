"""The additions to the contract since level 1, and their `Since` comments."""

import re

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from descriptors import elements

# The API of clients; those of operators and servers have other promises.
PACKAGE = "interaction.v1"
SINCE = re.compile(r"\bSince level (\d+)\.")


def contract(described: FileDescriptorSet) -> dict[str, str]:
    """Returns the comments of all elements but oneofs, by full name."""
    files = [file for file in described.file if file.package == PACKAGE]
    return {name: place.leading_comments for file in files for kind, name, place in elements(file)
            if kind != "oneof_decl"}  # fmt: skip


def disagreements(first: dict[str, str], now: dict[str, str], level: int) -> list[str]:
    problems = [f"{name} is in level 1 and gone" for name in first if name not in now]
    for name, comment in now.items():
        since = SINCE.search(comment)
        if name in first and since:
            problems.append(f"{name} is in level 1 and says '{since[0]}'")
        if name not in first and not (since and 2 <= int(since[1]) <= level):
            problems.append(f"{name} is not in level 1: must say 'Since level N.', "
                            f"N from 2 to {level}")  # fmt: skip
    return problems
