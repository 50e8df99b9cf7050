"""Tokens that are not the issuer's, each with what is wrong with it."""

from collections.abc import Iterator
from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding

from tokens import (
    ALGORITHMS, Signer, by_secret, claims, compact, decoded, encoded, in_seconds, new_key, signer,
    unsigned,
)  # fmt: skip

Forgery = tuple[str, str]

ED25519_ORDER = 2**252 + 27742317777372353535851937790883648493


def forgeries() -> Iterator[Forgery]:
    yield from without_signature()
    yield from by_public_keys()
    yield from by_other_algorithms()
    yield from by_strangers()
    yield from misspelt()


def without_signature() -> Iterator[Forgery]:
    for name in ["none", "None", "NONE", "nOnE", "none ", "", "null"]:
        for kid in ALGORITHMS:
            header = {"alg": name, "typ": "JWT", "kid": kid}
            yield f"alg {name!r} for {kid}", compact(header, claims(), unsigned)
    yield "alg 'none' without kid", compact({"alg": "none"}, claims(), unsigned)
    yield "no alg", compact({"kid": "ES256"}, claims(), unsigned)
    yield "alg null", compact({"alg": None, "kid": "ES256"}, claims(), unsigned)
    for name in ALGORITHMS:
        head, body, signature = signer(name).token().split(".")
        yield f"{name} without its signature", f"{head}.{body}."
        yield f"{name} without the last period", f"{head}.{body}"
        none = encoded(b'{"alg":"none","kid":"%s"}' % name.encode()).decode()
        yield f"alg 'none' with the signature of {name}", f"{none}.{body}.{signature}"
        zeros = encoded(bytes(len(decoded(signature)))).decode()
        yield f"{name} with zeros as its signature", f"{head}.{body}.{zeros}"


def by_public_keys() -> Iterator[Forgery]:
    """Signed with what everybody knows, as if it were a secret."""
    for name in ALGORITHMS:
        pem, der = signer(name).pem(), signer(name).pem(Encoding.DER)
        for secret in [pem, pem.strip(), pem.replace(b"\n", b"\r\n"), der, b""]:
            for algorithm in ["HS256", "hs256", name]:
                header = {"alg": algorithm, "kid": name}
                yield (f"{algorithm} with the public key of {name} as the secret",
                       compact(header, claims(), by_secret(secret)))  # fmt: skip


def by_other_algorithms() -> Iterator[Forgery]:
    for name in ALGORITHMS:
        for other in [*ALGORITHMS, "ES384", "ES512", "Ed25519", "RS512", "PS256", "es256"]:
            if other != name:
                _, body, signature = signer(name).token().split(".")
                header = encoded(f'{{"alg":"{other}","kid":"{name}"}}'.encode()).decode()
                yield f"{name} that says {other}", f"{header}.{body}.{signature}"
        for kid in ALGORITHMS:
            if kid != name:
                yield f"{name} that names {kid}", signer(name).token(header={"kid": kid})
    for other in ["RS384", "RS512", "PS256"]:
        yield f"{other} by the RSA key", signer("RS256").token(algorithm=other)


def by_strangers() -> Iterator[Forgery]:
    for name in ALGORITHMS:
        stranger = Signer(name, name, new_key(name))
        yield f"{name} by a stranger", stranger.token()
        yield f"{name} that brings its key", stranger.token(header={"jwk": stranger.public})
        yield f"{name} that says where its key is", stranger.token(
            header={"jku": "http://127.0.0.1:9/keys", "x5u": "http://127.0.0.1:9/keys"})
        yield f"{name} of an unknown kid", Signer("attic", name, stranger.key).token()
    good = signer()
    for kid in ["attic", "", "es256", "ES256 ", "ES256\0", "../ES256", "x" * 1000]:
        yield f"kid {kid[:10]!r}", good.token(header={"kid": kid})
    for kid in [None, 1, ["ES256"], {"kid": "ES256"}]:
        header: dict[str, Any] = {"alg": "ES256", "kid": kid}
        yield f"kid {kid}", compact(header, claims(), unsigned)
    yield "a crit that nobody knows", good.token(header={"crit": ["attic"], "attic": 1})
    yield "no kid", compact({"alg": "ES256"}, claims(), unsigned)


def misspelt() -> Iterator[Forgery]:
    good = signer().token()
    head, body, signature = good.split(".")
    for text in [
        f"{good}=", f"{good}==", f"{good} ", f"{good}.", f".{good}", f"{good}.{signature}",
        f"{head}.{body}", f"{body}.{head}.{signature}", f"{head}..{signature}", "..", "a.b.c",
        f"{head}=.{body}.{signature}", f"{head}. {body}.{signature}", f"Bearer {good}",
        f"{head}.{body}.{signature[:-2]}", f"{good},{good}", f"{good}A", f"{good}AAAA",
    ]:  # fmt: skip
        yield f"misspelt as {text[:6]}…{text[-6:]}", text
    # The last character of 64 bytes has four bits that say nothing.
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    place = alphabet.index(signature[-1])
    yield "bits that are left over", good[:-1] + alphabet[place ^ 1]
    yield "an Ed25519 signature in its other form", other_ed25519()
    deep = b'{"a":' * 700 + b"1" + b"}" * 700
    yield "claims that are 700 deep", f"{head}.{encoded(deep).decode()}.{signature}"


def other_ed25519() -> str:
    head, body, signature = signer("EdDSA").token().split(".")
    data = decoded(signature)
    other = int.from_bytes(data[32:], "little") + ED25519_ORDER
    return f"{head}.{body}.{encoded(data[:32] + other.to_bytes(32, 'little')).decode()}"


def flipped(token: str, step: int) -> Iterator[Forgery]:
    """The token with one other bit: one in `step` of the signature's, fewer of the rest."""
    parts = [decoded(part) for part in token.split(".")]
    for index, part in enumerate(parts):
        for bit in range(0, len(part) * 8, step if index == 2 else step * 12 + 1):
            data = bytearray(part)
            data[bit // 8] ^= 1 << bit % 8
            changed = [*parts[:index], bytes(data), *parts[index + 1 :]]
            yield f"bit {bit} of part {index}", b".".join(map(encoded, changed)).decode()


def wrong_claims() -> Iterator[Forgery]:
    """Signed by the issuer, and not for here or not for now."""
    for name, value in [
        ("aud", "attic"), ("aud", ["attic", "cellar"]), ("aud", None), ("aud", ""), ("aud", []),
        ("aud", "interaction-engine "), ("aud", "Interaction-Engine"), ("aud", "interaction"),
        ("iss", "https://attic.example"), ("iss", None), ("iss", "https://issuer.example/"),
        ("sub", None), ("sub", ""), ("sub", "x" * 65), ("sub", "anna\n"), ("sub", "änna"),
        ("nbf", in_seconds(60)), ("iat", in_seconds(60)), ("nbf", "soon"),
        ("exp", None), ("exp", "never"), ("exp", 10**18), ("exp", -1),
    ]:  # fmt: skip
        yield f"{name} {value!r:.20}", signer().token(**{name: value})
