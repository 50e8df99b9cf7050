"""The levels of the contract, and names that are reserved in a language. What level 1 lacks has the
comment `Since level N.` in the clients' API, with N from 2 to the engine's level."""

import keyword
import re
import subprocess
from pathlib import Path

import pytest
from google.protobuf import text_format
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from descriptors import elements

pytestmark = pytest.mark.fast

# The API of clients; those of operators and servers have other promises.
PACKAGE = "interaction.v1"
SINCE = re.compile(r"\bSince level (\d+)\.")
FIELD = 'field { name: "directive" number: 1 }'
VALUE = 'value { name: "TOGGLE_LOOK_BELOW" number: 1 }'
METHOD = 'method { name: "Open" }'
FIRST = f"""
    name: "ack.proto" package: "{PACKAGE}"
    message_type {{ name: "Ack" {FIELD} }}
    enum_type {{ name: "Look" {VALUE} }}
    service {{ name: "Engine" {METHOD} }}
"""
# Later elements: their text, the path of their comments, and their names.
LATER = [
    (FIRST + 'message_type { name: "Nack" }', [4, 1], "Nack"),
    (FIRST + 'enum_type { name: "Edge" }', [5, 1], "Edge"),
    (FIRST + 'service { name: "Other" }', [6, 1], "Other"),
    (FIRST.replace(FIELD, f'{FIELD} field {{ name: "time" number: 2 }}'), [4, 0, 2, 1], "Ack.time"),
    (FIRST.replace(VALUE, f'{VALUE} value {{ name: "TOGGLE_LOOK_ABOVE" number: 2 }}'), [5, 0, 2, 1],
     "Look.TOGGLE_LOOK_ABOVE"),
    (FIRST.replace(METHOD, f'{METHOD} method {{ name: "Close" }}'), [6, 0, 2, 1], "Engine.Close"),
]  # fmt: skip
# Comments, and whether they are valid at level 2.
COMMENTS = [
    ("Since level 2.", True), ("What it is. Since level 2. More.", True), ("", False),
    ("since level 2", False), ("Since level 1.", False), ("Since level 3.", False)]  # fmt: skip


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


@pytest.fixture(scope="module")
def described(tools: Path, tmp_path_factory: pytest.TempPathFactory) -> FileDescriptorSet:
    file = tmp_path_factory.mktemp("contract") / "contract.binpb"
    subprocess.run([tools / "buf", "build", "Protos", "-o", file], check=True)
    return FileDescriptorSet.FromString(file.read_bytes())


def read(text: str, path: list[int] | None = None, comment: str = "") -> dict[str, str]:
    """Returns the elements of a file, one of them with a comment."""
    described = FileDescriptorSet()
    file = text_format.Parse(text, described.file.add())
    if path is not None:
        file.source_code_info.location.add(path=path, leading_comments=comment)
    return contract(described)


def test_later_elements_say_since_which_level_they_are_there(described: FileDescriptorSet) -> None:
    first = FileDescriptorSet.FromString(Path("Protos/level-1.binpb").read_bytes())
    source = Path("Sources/InteractionWire/ContractLevel.swift").read_text("utf-8")
    level = int(re.search(r"current: UInt32 = (\d+)", source)[1])
    assert len(contract(first)) > 100
    assert not disagreements(contract(first), contract(described), level)


def test_no_name_is_a_keyword_of_python(described: FileDescriptorSet) -> None:
    """Python's generator does not rename them, unlike others: only `getattr` reaches those."""
    names = [name for file in described.file for _, name, _ in elements(file)]
    assert not [name for name in names if keyword.iskeyword(name.rpartition(".")[2])]


@pytest.mark.parametrize("comment, is_right", COMMENTS)
@pytest.mark.parametrize("text, path, name", LATER, ids=[name for *_, name in LATER])
def test_a_wrong_comment_of_a_later_element_is_found(
    text: str, path: list[int], name: str, comment: str, is_right: bool
) -> None:
    problems = disagreements(read(FIRST), read(text, path, comment), 2)
    named = [problem for problem in problems if problem.startswith(f"{PACKAGE}.{name} ")]
    assert len(named) == (0 if is_right else 1)


@pytest.mark.parametrize("now", [
    read(FIRST, [4, 0, 2, 0], "Since level 2."), read(FIRST.replace(FIELD, ""))],
    ids=["says otherwise", "gone"])  # fmt: skip
def test_a_change_of_level_1_is_found(now: dict[str, str]) -> None:
    assert len(disagreements(read(FIRST), now, 2)) == 1
