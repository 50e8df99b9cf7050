"""Who calls: channels whose calls carry a token, and engines that ask for one."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import grpc

from checks import Lab, expect
from conversation import Failure
from own_engine import own_engine
from tokens import ALGORITHMS, AUDIENCE, ISSUER, Signer, signer, write_keys

Metadata = list[tuple[str, str]]


class Bearer:
    """A channel whose calls all carry the same metadata."""

    def __init__(self, channel: grpc.aio.Channel, metadata: Metadata) -> None:
        self._channel = channel
        self._metadata = metadata

    def __getattr__(self, kind: str) -> Any:
        make = getattr(self._channel, kind)
        return lambda *args, **options: partial(make(*args, **options), metadata=self._metadata)


def authorization(token: str) -> Metadata:
    return [("authorization", f"Bearer {token}")]


def bearing(lab: Lab, metadata: Metadata) -> Lab:
    return replace(lab, channel=Bearer(lab.channel, metadata))


def holder(lab: Lab, token: str) -> Lab:
    """The laboratory as the holder of this token sees it."""
    return bearing(lab, authorization(token))


def caller(lab: Lab, *roles: str, **claims: Any) -> Lab:
    """The laboratory as a caller with these roles sees it; by default as `anna`, a client."""
    return holder(lab, signer().token(*roles, **claims))


def operator(lab: Lab) -> Lab:
    return caller(lab, "operator", sub="olga")


def token_options(keys: Path) -> list[str]:
    return ["--jwks", str(keys), "--token-issuer", ISSUER, "--token-audience", AUDIENCE]


@asynccontextmanager
async def guarded(
    lab: Lab, *options: str, signers: list[Signer] | None = None
) -> AsyncIterator[tuple[Lab, Path]]:
    """Another engine that asks for tokens, and the file of its keys."""
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys.json"
        write_keys(keys, *(signers or map(signer, ALGORITHMS)))
        async with own_engine(lab, *token_options(keys), *options) as own:
            yield own, keys
            expect("the engine runs", own.engine.is_running, True)


def expect_refused(what: str, end: Failure, code: str, reason: str) -> None:
    expect(f"{what}: the end", (end.code, end.reason), (code, reason))
    expect(f"{what}: domain", end.domain, "interaction.v1")


def expect_unauthenticated(what: str, end: Failure, reason: str = "TOKEN_INVALID") -> None:
    expect_refused(what, end, "UNAUTHENTICATED", reason)


def expect_forbidden(what: str, end: Failure, reason: str = "ROLE_MISSING") -> None:
    expect_refused(what, end, "PERMISSION_DENIED", reason)
