"""Servers that must not come up, and what one that comes up warns of."""

import socket
from itertools import count
from pathlib import Path

import pytest

from bearers import token_options
from certificates import LOOPBACK, Authority, Files
from command_line import complaint, failing_start
from steps import close_well, opened
from tokens import key_set, replace_file, signer, write_keys

AUTHORITY = Authority()
GOOD, OTHER = AUTHORITY.issue(LOOPBACK), AUTHORITY.issue(LOOPBACK)


@pytest.mark.parametrize("option", ["--port", "--operator-port", "--monitoring-port"])
async def test_a_port_that_is_taken(lab, option):
    """By another engine, or by another program."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for port in [lab.engine.port, taken.getsockname()[1]]:
            others = [] if option == "--port" else ["--port", "0"]
            assert "taken" in await complaint(lab, *others, option, str(port))


async def test_an_experience_that_cannot_be_read(lab, tmp_path):
    (tmp_path / "bad.yaml").write_text("name: [")
    for named, part in [(tmp_path, "bad.yaml"), (tmp_path / "attic", "attic")]:
        assert part in await complaint(lab, "--port", "0", "--experiences", named)


@pytest.mark.parametrize("options", [["--prot"], ["--host", "0.0.0.0"], ["--limit", "sessions=0"]])
async def test_bad_flags(lab, options):
    code, lines = await failing_start(lab, *options)
    # The usage follows, as for any command.
    assert code == 64
    assert lines[0].startswith("Error: ") and options[-1] in lines[0]


@pytest.mark.parametrize("name, value, problem", [
    ("PORT", "70000", "INTERACTION_PORT is 70000; must be 0 to 65535"),
    ("PROT", "1", "Unknown option 'INTERACTION_PROT'. Did you mean '--port'?"),
    ("CONFIG", "FILE", "The value 'sessions=0' is invalid for 'FILE: limit':"
     " must be 1 to 10000000"),
])  # fmt: skip
async def test_a_problem_is_told_with_the_place_of_its_option(lab, tmp_path, name, value, problem):
    """The environment, or the file."""
    file = tmp_path / "engine.yaml"
    file.write_text("limit: {sessions: 0}")
    variables = {f"INTERACTION_{name}": value.replace("FILE", str(file))}
    code, lines = await failing_start(lab, variables=variables)
    assert (code, lines[0]) == (64, f"Error: {problem.replace('FILE', str(file))}")


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """A certificate, the one of who has signed it, and keys of tokens."""
    files = Files(tmp_path)
    files.write(GOOD)
    replace_file(files.root, AUTHORITY.root)
    write_keys(tmp_path / "keys.json", signer())
    return files


@pytest.mark.parametrize("named, broken", [
    ("certificate", {"certificate": b""}), ("certificate", {"key": b""}),
    ("certificate", {"certificate": b"attic"}), ("certificate", {"key": GOOD.key[:100]}),
    ("certificate", {"certificate": GOOD.certificate[:300]}), ("certificate", {"key": OTHER.key}),
    ("certificate", {"certificate": GOOD.key, "key": GOOD.certificate}),
    ("certificate", {"certificate": None}), ("key", {"key": None}), ("root", {"root": None}),
    ("root", {"root": b""}), ("root", {"root": b"attic"}), ("root", {"root": GOOD.key}),
], ids=count())  # fmt: skip
async def test_certificates_that_cannot_be_used(lab, files, named, broken):
    """Or that are missing."""
    for name, content in broken.items():
        file = getattr(files, name)
        file.unlink() if content is None else file.write_bytes(content)
    assert str(getattr(files, named)) in await complaint(lab, "--port", "0", *files.mutual)


@pytest.mark.parametrize("part, text", [
    ("keys", lambda: ""),
    ("symmetric", lambda: key_set({"kty": "oct", "k": "c2VjcmV0", "kid": "secret"})),
    ("keys[1].kid", lambda: key_set(signer().public, signer().public)),
])  # fmt: skip
async def test_keys_that_cannot_be_used(lab, tmp_path, part, text):
    """Each line names the file, once, and one problem."""
    keys = tmp_path / "keys.json"
    keys.write_text(text())
    code, lines = await failing_start(lab, "--port", "0", *token_options(keys))
    assert code == 1
    assert [line.count(str(keys)) for line in lines] == [1] * len(lines), lines
    assert part in "\n".join(lines)


async def test_names_that_cannot_be_used(lab, files):
    keys = files.folder / "keys.json"
    options = [*files.mutual, *token_options(keys), "--peer-role", "a.example=attic"]
    _, lines = await failing_start(lab, "--port", "0", *options)
    assert "peer 'a.example=attic'" in lines[0]
    assert str(keys) not in lines[0], "it blames another option"
    options = [*token_options(keys), "--token-roles-claim", "sub"]
    assert "roles claim" in await complaint(lab, "--port", "0", *options)


@pytest.mark.parametrize("named, options", [
    (True, []), (False, ["TOKENS"]), (False, ["--peer-role", "a.example=client"])])  # fmt: skip
async def test_an_authority_without_roles_is_warned_of(start, files, log, named, options):
    """It says who may connect, and not who may do what."""
    if options == ["TOKENS"]:
        options = token_options(files.folder / "keys.json")
    await start("--log-level", "info", *files.mutual, *options, log=log)
    assert ("has every role" in log.text) == named


@pytest.mark.parametrize("mode, named", [
    (0o600, False), (0o640, True), (0o604, True), (0o602, True)])  # fmt: skip
async def test_a_key_file_that_others_may_read_is_warned_of(start, keys, log, mode, named):
    keys.chmod(mode)
    await start("--log-level", "info", "--checkpoint-keys", keys, log=log)
    assert ("the key file" in log.text) == named


async def test_insecure_and_said_so(start, keys):
    own = await start("--host", "127.0.0.1", "--insecure", "--checkpoint-keys", keys)
    await close_well(await opened(own))
