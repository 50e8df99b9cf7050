"""The levels of the contract, and names that are reserved in a language. What level 1 lacks has the
comment `Since level N.` in the clients' API, with N from 2 to the engine's level."""

import keyword
import re
import subprocess
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from descriptors import elements

pytestmark = pytest.mark.fast

# The API of clients; those of operators and servers have other promises.
PACKAGE = "interaction.v1"
SINCE = re.compile(r"\bSince level (\d+)\.")
# One element of each kind.
KINDS = ["Ack", "Ack.directive", "ToggleLook", "ToggleLook.TOGGLE_LOOK_BELOW",
         "InteractionService", "InteractionService.Interact"]  # fmt: skip
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


def test_later_elements_say_since_which_level_they_are_there(described: FileDescriptorSet) -> None:
    first = FileDescriptorSet.FromString(Path("Protos/level-1.binpb").read_bytes())
    source = Path("Sources/InteractionWire/ContractLevel.swift").read_text("utf-8")
    level = int(re.search(r"current: UInt32 = (\d+)", source)[1])
    assert {f"{PACKAGE}.{name}" for name in KINDS} <= contract(first).keys()
    assert not disagreements(contract(first), contract(described), level)


def test_no_name_is_a_keyword_of_python(described: FileDescriptorSet) -> None:
    """Python's generator does not rename them, unlike others: only `getattr` reaches those."""
    names = [name for file in described.file for _, name, _ in elements(file)]
    assert not [name for name in names if keyword.iskeyword(name.rpartition(".")[2])]


@pytest.mark.parametrize("comment, is_right", COMMENTS)
@pytest.mark.parametrize("name", KINDS)
def test_a_wrong_comment_of_a_later_element_is_found(
    described: FileDescriptorSet, name: str, comment: str, is_right: bool
) -> None:
    now = contract(described) | {f"{PACKAGE}.{name}": comment}
    first = {each: text for each, text in now.items() if each != f"{PACKAGE}.{name}"}
    problems = disagreements(first, now, 2)
    named = [problem for problem in problems if problem.startswith(f"{PACKAGE}.{name} ")]
    assert len(named) == (0 if is_right else 1)


@pytest.mark.parametrize("now", [{"Ack": "Since level 2."}, {}], ids=["says otherwise", "gone"])
def test_a_change_of_level_1_is_found(now: dict[str, str]) -> None:
    assert len(disagreements({"Ack": ""}, now, 2)) == 1
