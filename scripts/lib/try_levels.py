"""Tries the check of the contract's levels on contracts that have later elements, with mistakes and
without."""

import sys

from google.protobuf import descriptor_pb2, text_format
from levels import PACKAGE, contract, disagreements

# What level 1 has.
FIRST = """
    name: "ack.proto" package: "interaction.v1"
    message_type { name: "Ack" field { name: "directive" number: 1 } }
    enum_type { name: "Look" value { name: "LOOK_BELOW" number: 1 } }
    service { name: "Engine" method { name: "Open" } }
"""
# Each later element, where its comment stands, and what the check calls it.
LATER = [
    ('message_type { name: "Nack" }', [4, 1], "Nack"),
    ('enum_type { name: "Edge" }', [5, 1], "Edge"),
    ('service { name: "Other" }', [6, 1], "Other"),
]
# The same inside of what level 1 has.
INNER = [
    ('field { name: "directive" number: 1 }', 'field { name: "time" number: 2 }', [4, 0, 2, 1],
     "Ack.time"),
    ('value { name: "LOOK_BELOW" number: 1 }', 'value { name: "LOOK_ABOVE" number: 2 }',
     [5, 0, 2, 1], "Look.LOOK_ABOVE"),
    ('method { name: "Open" }', 'method { name: "Close" }', [6, 0, 2, 1], "Engine.Close"),
]
# What a comment says, and whether the check has nothing against that at level 2.
COMMENTS = [
    ("Since level 2.", True), ("What it is. Since level 2. More.", True), ("", False),
    ("since level 2", False), ("Since level 1.", False), ("Since level 3.", False),
]


def read(text: str, path: list[int] | None = None, comment: str = "") -> dict[str, str]:
    """The elements of a file, one of them with a comment."""
    described = descriptor_pb2.FileDescriptorSet()
    file = text_format.Parse(text, described.file.add())
    if path is not None:
        file.source_code_info.location.add(path=path, leading_comments=comment)
    return contract(described)


def trials():
    """What is tried, the problems that it has, and those that are expected."""
    first = read(FIRST)
    yield "level 1 itself", disagreements(first, first, 1), 0
    later = [(FIRST + text, path, name) for text, path, name in LATER]
    later += [
        (FIRST.replace(known, f"{known} {text}"), path, name) for known, text, path, name in INNER
    ]
    for text, path, name in later:
        for comment, is_good in COMMENTS:
            found = disagreements(first, read(text, path, comment), 2)
            # The check names the element.
            found = [problem for problem in found if problem.startswith(f"{PACKAGE}.{name} ")]
            yield f"{name} with '{comment}'", found, 0 if is_good else 1
    old = read(FIRST, [4, 0, 2, 0], "Since level 2.")
    yield "a field of level 1 that says otherwise", disagreements(first, old, 2), 1
    gone = read(FIRST.replace(INNER[0][0], ""))
    yield "a field of level 1 that is gone", disagreements(first, gone, 2), 1


def main() -> None:
    tried = list(trials())
    wrong = [(name, found) for name, found, expected in tried if len(found) != expected]
    for name, found in wrong:
        print(f"the check of levels is wrong about {name}: {found}", file=sys.stderr)
    print(f"the check of levels, tried on {len(tried)} contracts: {len(wrong)} misjudged")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
