"""Certificates, keys and names that cannot be used, and what is warned of."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from callers import token_options
from certificates import LOOPBACK, Authority, Files
from checks import Check, Lab, expect, expect_in, expect_that
from own_engine import key_file, logging_engine, own_engine
from process_checks import expect_one_line, failing_start
from session_checks import close_well
from tokens import key_set, replace_file, signer, write_keys


@contextmanager
def place() -> Iterator[tuple[Files, Authority]]:
    """A folder with a certificate, and who has signed it."""
    authority = Authority()
    with tempfile.TemporaryDirectory() as folder:
        files = Files(Path(folder))
        files.write(authority.issue(LOOPBACK))
        replace_file(files.root, authority.root)
        write_keys(keys_of(files), signer())
        yield files, authority


def keys_of(files: Files) -> Path:
    return files.folder / "keys.json"


async def expect_failed(lab: Lab, part: str, *options: str) -> None:
    await expect_one_line(lab, part, "--port", "0", *options)


async def every_role(lab: Lab) -> None:
    """An authority says who may connect, and not who may do what."""
    with place() as (files, _):
        for named, options in [
            (True, []), (False, token_options(keys_of(files))),
            (False, ["--peer-role", "a.example=client"]),
        ]:  # fmt: skip
            async with logging_engine(lab, *files.mutual, *options) as (_, log):
                expect(f"a warning with {options}", "has every role" in log(), named)


async def bad_certificates(lab: Lab) -> None:
    with place() as (files, authority):
        good = authority.issue(LOOPBACK)
        for certificate, key in [
            (b"", good.key), (good.certificate, b""), (b"attic", good.key),
            (good.certificate[:300], good.key), (good.certificate, good.key[:100]),
            (good.key, good.certificate),
        ]:  # fmt: skip
            replace_file(files.certificate, certificate)
            replace_file(files.key, key)
            await expect_failed(lab, str(files.certificate), *files.options)
        replace_file(files.certificate, good.certificate)
        replace_file(files.key, authority.issue(LOOPBACK).key)
        await expect_failed(lab, str(files.certificate), *files.options)
        files.write(good)
        for path in [files.certificate, files.key, files.root]:
            text = path.read_bytes()
            path.unlink()
            await expect_failed(lab, str(path), *files.mutual)
            path.write_bytes(text)
        for text in [b"", b"attic", good.key]:
            replace_file(files.root, text)
            await expect_failed(lab, str(files.root), *files.mutual)


async def bad_files(lab: Lab) -> None:
    """Each line names the file, once, and one problem."""
    with place() as (files, _):
        good = signer().public
        for part, text in [
            ("keys", ""), ("symmetric", key_set({"kty": "oct", "k": "c2VjcmV0", "kid": "secret"})),
            ("keys[1].kid", key_set(good, good)),
        ]:  # fmt: skip
            keys_of(files).write_text(text)
            code, lines = await failing_start(lab, "--port", "0", *token_options(keys_of(files)))
            expect("exit code", code, 1)
            for line in lines:
                expect(f"times that {line!r} names the file", line.count(str(keys_of(files))), 1)
            expect_in(part, "\n".join(lines))
        write_keys(keys_of(files), signer())
        options = [*files.mutual, *token_options(keys_of(files)), "--peer-role", "a.example=attic"]
        _, lines = await failing_start(lab, "--port", "0", *options)
        expect_in("peer 'a.example=attic'", lines[0])
        expect_that(str(keys_of(files)) not in lines[0], f"it blames another option: {lines}")
        options = [*token_options(keys_of(files)), "--token-roles-claim", "sub"]
        await expect_failed(lab, "roles claim", *options)


async def insecure_and_said_so(lab: Lab) -> None:
    async with key_file(lab) as file:
        options = ["--host", "127.0.0.1", "--insecure", "--checkpoint-keys", str(file)]
        async with own_engine(lab, *options) as own:
            conversation = own.conversation()
            await conversation.open()
            await close_well(conversation)


async def readable_keys(lab: Lab) -> None:
    """A key file of the engine's own user that others may read is warned of."""
    async with key_file(lab) as file:
        for mode, named in [(0o600, False), (0o640, True), (0o604, True), (0o602, True)]:
            file.chmod(mode)
            async with logging_engine(lab, "--checkpoint-keys", str(file)) as (_, log):
                expect(f"a warning with {mode:o}", "the key file" in log(), named)


CHECKS = [
    Check("an authority without roles: a warning", every_role),
    Check("certificates that cannot be used", bad_certificates, 30),
    Check("keys and names that cannot be used", bad_files),
    Check("options that say so", insecure_and_said_so),
    Check("a key file that others may read: a warning", readable_keys),
]
