"""Options that do not go together, or would let in whom nobody meant to: no start, and why."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from certificates import LOOPBACK, Authority, Files
from checks import Check, CheckFailed, Lab, expect, expect_in, expect_that
from own_engine import add_key, key_file, logging_engine, own_engine
from process_checks import expect_one_line, failing_start
from session_checks import close_well
from tokens import AUDIENCE, ISSUER, key_set, replace_file, signer, write_keys

POLICY = ["--token-issuer", ISSUER, "--token-audience", AUDIENCE]


@dataclass(frozen=True)
class Place:
    """A folder with everything that an engine could be given."""

    files: Files
    authority: Authority

    @property
    def keys(self) -> Path:
        return self.files.folder / "keys.json"

    @property
    def checkpoint_keys(self) -> list[str]:
        return ["--checkpoint-keys", str(self.files.folder / "checkpoint.keys")]

    @property
    def tokens(self) -> list[str]:
        return ["--jwks", str(self.keys), *POLICY]


@asynccontextmanager
async def place(lab: Lab) -> AsyncIterator[Place]:
    authority = Authority()
    with tempfile.TemporaryDirectory() as folder:
        files = Files(Path(folder))
        files.write(authority.issue(LOOPBACK))
        replace_file(files.root, authority.root)
        found = Place(files, authority)
        write_keys(found.keys, signer())
        await add_key(lab, Path(found.checkpoint_keys[1]), "first")
        yield found


async def expect_misused(lab: Lab, part: str, *options: str) -> None:
    """The first line says what is wrong; the usage follows, as for any command."""
    code, lines = await failing_start(lab, "--port", "0", *options)
    expect(f"exit code with {options}", code, 64)
    expect_that(lines[0].startswith("Error: "), f"the first line is {lines[0]!r}")
    expect_in(part, lines[0])


async def expect_failed(lab: Lab, part: str, *options: str) -> None:
    await expect_one_line(lab, part, "--port", "0", *options)


async def halves(lab: Lab) -> None:
    async with place(lab) as own:
        certificate, key = own.files.options[:2], own.files.options[2:]
        authority = own.files.mutual[-2:]
        for part, options in [
            ("belong together", certificate), ("belong together", key),
            ("needs --tls-certificate", authority),
            ("needs --tls-client-ca", [*own.files.options, "--peer-role", "a.example=client"]),
            ("needs --token-issuer and --token-audience", own.tokens[:2]),
            ("needs --token-issuer and --token-audience", own.tokens[:4]),
            ("need --jwks", POLICY), ("need --jwks", POLICY[2:]),
            ("need --jwks", ["--token-default-role", "client"]),
            ("need --jwks", ["--token-roles-claim", "scope"]),
            ("need --record", ["--record-share", "0.5"]),
            ("need --record", ["--record-budget", "9"]),
            ("needs --monitoring-port", ["--monitoring-host", "127.0.0.1"]),
            ("--token-default-role", [*own.tokens, "--token-default-role", "attic"]),
            ("--operator-port", ["--operator-port", "70000"]),
            ("--monitoring-port", ["--monitoring-port", "-1"]),
            ("must be 1 to 10000000", ["--limit", "sessions=0"]),
            ("one of these names: sessions, ", ["--limit", "attic=1"]),
        ]:  # fmt: skip
            await expect_misused(lab, part, *options)


async def exposed(lab: Lab) -> None:
    """Beyond the loopback interface everything has to be asked for."""
    async with place(lab) as own:
        for host in ["0.0.0.0", "::", "192.0.2.1", "127.0.0.2", "attic.example"]:
            await expect_misused(lab, f"--host is '{host}'", "--host", host)
        for part, options in [
            ("--insecure", []), ("--insecure", own.checkpoint_keys), ("--insecure", own.tokens),
            ("have to prove who they are", own.files.options),
            ("have to prove who they are", [*own.files.mutual, *own.checkpoint_keys]),
            ("--checkpoint-keys", [*own.files.options, *own.tokens]),
            ("--checkpoint-keys", ["--insecure"]),
        ]:  # fmt: skip
            await expect_misused(lab, part, "--host", "0.0.0.0", *options)


async def every_role(lab: Lab) -> None:
    """An authority says who may connect, and not who may do what."""
    async with place(lab) as own:
        for named, options in [
            (True, []), (False, own.tokens), (False, ["--peer-role", "a.example=client"]),
        ]:  # fmt: skip
            async with logging_engine(lab, *own.files.mutual, *options) as (_, log):
                expect(f"a warning with {options}", "has every role" in log(), named)


async def bad_certificates(lab: Lab) -> None:
    async with place(lab) as own:
        files, good = own.files, own.authority.issue(LOOPBACK)
        for certificate, key in [
            (b"", good.key), (good.certificate, b""), (b"attic", good.key),
            (good.certificate[:300], good.key), (good.certificate, good.key[:100]),
            (good.key, good.certificate),
        ]:  # fmt: skip
            replace_file(files.certificate, certificate)
            replace_file(files.key, key)
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


async def bad_key_sets(lab: Lab) -> None:
    async with place(lab) as own:
        rsa, good = signer("RS256").public, signer().public
        secret = {"kty": "oct", "k": "c2VjcmV0", "kid": "secret", "alg": "HS256"}
        many = [good | {"kid": f"{number}"} for number in range(65)]
        for part, text in [
            ("keys", ""), ("keys", "[]"), ("keys", '{"keys": {}}'), ("64", key_set(*many)),
            ("symmetric", key_set(secret)), ("only public keys", key_set(signer().private)),
            ("keys[1].kid", key_set(good, good)), ("keys[0].use", key_set(good | {"use": "enc"})),
            ("keys[0].alg", key_set(good | {"alg": "ES512"})),
            ("keys[0].crv", key_set(good | {"crv": "P-521"})),
            ("keys[0].x", key_set(good | {"x": "AAAA"})),
            ("keys[0].n", key_set(rsa | {"n": "AQAB"})),
            ("keys[0].e", key_set(rsa | {"e": "Aw"})),
        ]:  # fmt: skip
            own.keys.write_text(text)
            await expect_problems(lab, own.keys, part, *own.tokens)
        own.keys.unlink()
        await expect_problems(lab, own.keys, "no such file", *own.tokens)


async def foreign_key(lab: Lab) -> None:
    async with place(lab) as own:
        replace_file(own.files.key, own.authority.issue(LOOPBACK).key)
        await expect_failed(lab, str(own.files.certificate), *own.files.options)


async def expect_problems(lab: Lab, file: Path, part: str, *options: str) -> None:
    """Each line names the file, once, and one problem."""
    code, lines = await failing_start(lab, "--port", "0", *options)
    expect("exit code", code, 1)
    for line in lines:
        expect(f"times that {line!r} names the file", line.count(str(file)), 1)
    expect_in(part, "\n".join(lines))


async def bad_names(lab: Lab) -> None:
    async with place(lab) as own:
        for role in ["a.example", "a.example=attic", "=client", "*.example=client",
                     "10.0.0.1=client"]:  # fmt: skip
            options = [*own.files.mutual, *own.tokens, "--peer-role", role]
            _, lines = await failing_start(lab, "--port", "0", *options)
            expect_in(f"peer '{role}'", lines[0])
            expect_that(str(own.keys) not in lines[0], f"it blames another option: {lines}")
        await expect_failed(lab, "roles claim", *own.tokens, "--token-roles-claim", "sub")


def taken_port(option: str) -> Check:
    async def run(lab: Lab) -> None:
        try:
            async with asyncio.timeout(5):
                await expect_failed(lab, "taken", option, str(lab.engine.port))
        except TimeoutError:
            raise CheckFailed("the engine goes on without it") from None

    return Check(f"a port that is taken: {option}", run)


async def insecure_and_said_so(lab: Lab) -> None:
    async with key_file(lab) as file:
        options = ["--host", "127.0.0.1", "--insecure", "--checkpoint-keys", str(file)]
        async with own_engine(lab, *options) as own:
            conversation = own.conversation()
            await conversation.open()
            await close_well(conversation)


CHECKS = [
    Check("options that need others", halves),
    Check("options that would let everybody in", exposed),
    Check("an authority without roles: a warning", every_role),
    Check("certificates that cannot be used", bad_certificates),
    Check("a certificate with another one's key", foreign_key),
    Check("keys that cannot be used", bad_key_sets),
    Check("names that cannot be used", bad_names),
    taken_port("--operator-port"),
    taken_port("--monitoring-port"),
    Check("options that say so", insecure_and_said_so),
]
