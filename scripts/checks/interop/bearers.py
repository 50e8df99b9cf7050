"""Channels whose calls carry a token."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import grpc

from checks import Lab
from conversation import Failure
from tokens import AUDIENCE, ISSUER, signer


class Bearer:
    """A channel whose calls all carry this metadata."""

    def __init__(self, channel: grpc.aio.Channel, **metadata: str) -> None:
        self._channel = channel
        self._metadata = list(metadata.items())

    def __getattr__(self, kind: str) -> Any:
        make = getattr(self._channel, kind)
        return lambda *args, **options: partial(make(*args, **options), metadata=self._metadata)


def bearing(lab: Lab, authorization: str) -> Lab:
    return replace(lab, channel=Bearer(lab.channel, authorization=authorization))


def holder(lab: Lab, token: str) -> Lab:
    """The laboratory as the holder of this token sees it."""
    return bearing(lab, f"Bearer {token}")


def caller(lab: Lab, *roles: str, **claims: Any) -> Lab:
    """The laboratory as a caller with these roles sees it; by default as `anna`, a client."""
    return holder(lab, signer().token(*roles, **claims))


def token_options(keys: Path) -> list[str]:
    return ["--jwks", str(keys), "--token-issuer", ISSUER, "--token-audience", AUDIENCE]


def expect_refused(end: Failure, reason: str, what: str = "") -> None:
    refused = ("UNAUTHENTICATED", reason, "interaction.v1")
    assert (end.code, end.reason, end.domain) == refused, f"{what}: {end}"
