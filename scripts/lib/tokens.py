"""Tokens as signed by an issuer."""

import json
import os
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt import PyJWS
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

ISSUER = "https://issuer.example"
AUDIENCE = "interaction-engine"
KINDS: dict[str, Any] = {"ES256": ECAlgorithm, "EdDSA": OKPAlgorithm, "RS256": RSAAlgorithm}
ALGORITHMS = list(KINDS)

PrivateKey = ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey | rsa.RSAPrivateKey


@dataclass(frozen=True)
class Signer:
    """A key of the issuer."""

    kid: str
    algorithm: str
    key: PrivateKey

    @property
    def public(self) -> dict[str, Any]:
        """The public key as a member of a key set."""
        jwk = KINDS[self.algorithm].to_jwk(self.key.public_key(), as_dict=True)
        return jwk | {"kid": self.kid, "alg": self.algorithm, "use": "sig"}

    def token(self, *roles: str, **changes: Any) -> str:
        """Returns a token for `anna` for ten minutes; a claim that is None is omitted."""
        now = int(time.time())
        claims: dict[str, Any] = {
            "iss": ISSUER, "aud": AUDIENCE, "sub": "anna", "iat": now, "exp": now + 600,
            "roles": roles or ["client"],
        } | changes  # fmt: skip
        given = {name: value for name, value in claims.items() if value is not None}
        # As bytes: PyJWT's claims API would refuse some of the invalid ones.
        return PyJWS().encode(
            json.dumps(given).encode(), self.key, self.algorithm, headers={"kid": self.kid})

    def bearer(self, *roles: str, **changes: Any) -> list[tuple[str, str]]:
        """Returns the header of a call with a token."""
        return [("authorization", f"Bearer {self.token(*roles, **changes)}")]


def new_key(algorithm: str) -> PrivateKey:
    match algorithm:
        case "ES256":
            return ec.generate_private_key(ec.SECP256R1())
        case "EdDSA":
            return ed25519.Ed25519PrivateKey.generate()
        case _:
            return rsa.generate_private_key(65537, 2048)


def signer(algorithm: str = "ES256") -> Signer:
    """Returns the issuer's constant key for an algorithm."""
    return constant_signer(algorithm)


@cache
def constant_signer(algorithm: str) -> Signer:
    return Signer(algorithm, algorithm, new_key(algorithm))


def replace_file(file: Path, text: str | bytes) -> None:
    """Replaces a file atomically, as deployments do."""
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(text.encode() if isinstance(text, str) else text)
    os.replace(new, file)


def write_keys(file: Path, *signers: Signer) -> None:
    replace_file(file, json.dumps({"keys": [each.public for each in signers]}))


def verifying(folder: Path) -> list[str]:
    """Returns the options of an engine that verifies the issuer's tokens; writes `keys.json`."""
    keys = folder / "keys.json"
    write_keys(keys, signer())
    return ["--jwks", str(keys), "--token-issuer", ISSUER, "--token-audience", AUDIENCE]


def bearer(*roles: str, **changes: Any) -> list[tuple[str, str]]:
    return signer().bearer(*roles, **changes)
