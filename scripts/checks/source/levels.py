"""The additions to the contract since level 1, and their `Since` comments."""

import re
from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

# The API of clients; those of operators and servers have other promises.
PACKAGE = "interaction.v1"
SINCE = re.compile(r"\bSince level (\d+)\.")
# The lists of elements with a name and a comment.
LISTS = ("message_type", "enum_type", "service", "field", "nested_type", "value", "method")


def elements(file: FileDescriptorProto) -> Iterator[tuple[str, str]]:
    """Yields each message, field, enumeration, value, service and method by name, with its
    comment."""
    comments = {tuple(each.path): each.leading_comments for each in file.source_code_info.location}

    def within(node: Any, prefix: str, path: tuple[int, ...]) -> Iterator[tuple[str, str]]:
        for field in node.DESCRIPTOR.fields:
            for index, inner in enumerate(getattr(node, field.name) if field.name in LISTS else ()):
                name, place = f"{prefix}.{inner.name}", (*path, field.number, index)
                yield name, comments.get(place, "")
                yield from within(inner, name, place)

    yield from within(file, file.package, ())


def contract(described: FileDescriptorSet) -> dict[str, str]:
    files = [file for file in described.file if file.package == PACKAGE]
    return {name: comment for file in files for name, comment in elements(file)}


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
