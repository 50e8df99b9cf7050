"""Compares what is new in the contract since level 1 with what its comments say of levels."""

import re
import sys
from collections.abc import Iterator

from google.protobuf import descriptor_pb2

# What clients see; what operators and servers see follows its own promises.
PACKAGE = "interaction.v1"
SINCE = re.compile(r"\bSince level (\d+)\.")


def elements(file: descriptor_pb2.FileDescriptorProto) -> Iterator[tuple[str, str]]:
    """Each message, field, enumeration, value and method of a file by name, with its comment."""
    comments = {
        tuple(place.path): place.leading_comments for place in file.source_code_info.location
    }

    def within(name: str, path: tuple[int, ...]) -> tuple[str, str]:
        return name, comments.get(path, "")

    def message(found, prefix: str, path: tuple[int, ...]) -> Iterator[tuple[str, str]]:
        name = f"{prefix}.{found.name}"
        yield within(name, path)
        for index, field in enumerate(found.field):
            yield within(f"{name}.{field.name}", (*path, 2, index))
        for index, inner in enumerate(found.nested_type):
            yield from message(inner, name, (*path, 3, index))
        for index, inner in enumerate(found.enum_type):
            yield from enumeration(inner, name, (*path, 4, index))

    def enumeration(found, prefix: str, path: tuple[int, ...]) -> Iterator[tuple[str, str]]:
        name = f"{prefix}.{found.name}"
        yield within(name, path)
        for index, value in enumerate(found.value):
            yield within(f"{name}.{value.name}", (*path, 2, index))

    for index, found in enumerate(file.message_type):
        # An entry of a map is written as the field that it belongs to.
        yield from message(found, file.package, (4, index))
    for index, found in enumerate(file.enum_type):
        yield from enumeration(found, file.package, (5, index))
    for index, service in enumerate(file.service):
        yield within(f"{file.package}.{service.name}", (6, index))
        for place, method in enumerate(service.method):
            yield within(f"{file.package}.{service.name}.{method.name}", (6, index, 2, place))


def described(path: str) -> descriptor_pb2.FileDescriptorSet:
    with open(path, "rb") as file:
        return descriptor_pb2.FileDescriptorSet.FromString(file.read())


def contract(described: descriptor_pb2.FileDescriptorSet) -> dict[str, str]:
    return {
        name: comment
        for file in described.file
        if file.package == PACKAGE
        for name, comment in elements(file)
    }


def disagreements(first: dict[str, str], now: dict[str, str], level: int) -> list[str]:
    problems = [f"{name} is in level 1 and gone" for name in first if name not in now]
    for name, comment in now.items():
        since = SINCE.search(comment)
        if name in first and since:
            problems.append(f"{name} is in level 1 and says '{since[0]}'")
        if name not in first and not (since and 2 <= int(since[1]) <= level):
            problems.append(f"{name} is not in level 1: must say 'Since level N.', N from 2 to {level}")
    return problems


def main() -> None:
    first, now = contract(described(sys.argv[1])), contract(described(sys.argv[2]))
    level = int(sys.argv[3])
    problems = disagreements(first, now, level)
    for problem in problems:
        print(problem, file=sys.stderr)
    later = sum(name not in first for name in now)
    print(f"level {level}: {len(first)} elements of level 1, {later} later ones, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
