"""Requests: their frames, and their fields (RFC 9113 §8)."""

from http2 import END_STREAM, literal
from rule import EMPTY, FIELDS, HEALTH, SERVED, STREAM_ERROR, Rule, body, headers

PSEUDO = {
    ":method": "POST", ":scheme": "http", ":path": HEALTH + "Check", ":authority": "localhost",
}  # fmt: skip
REGULAR = literal("content-type", "application/grpc") + literal("te", "trailers")


def pseudo(**changed: str | None) -> bytes:
    """Pseudo-header fields, without those of None."""
    fields = PSEUDO | {f":{name}": value for name, value in changed.items()}
    return b"".join(literal(name, value) for name, value in fields.items() if value is not None)


def malformed(section: str, name: str, fields: bytes) -> Rule:
    return section, name, STREAM_ERROR, headers(fields=fields)


def with_field(name: str | bytes, value: str | bytes) -> bytes:
    return FIELDS + literal(name, value)


def trailers(fields: bytes, flags: int = END_STREAM) -> bytes:
    return headers() + body(flags=0) + headers(fields=fields, flags=flags)


RULES = [
    ("8.1", "trailers", SERVED, trailers(literal("x-trailer", "1"))),
    ("8.1", "trailers without END_STREAM", STREAM_ERROR,
     trailers(literal("x-trailer", "1"), flags=0)),
    ("8.1", "trailers with a pseudo-header field", STREAM_ERROR, trailers(literal(":path", "/"))),
    ("8.1", "DATA in several frames, some of them empty", SERVED,
     headers() + body(content=EMPTY[:2], flags=0) + body(content=b"", flags=0)
     + body(content=EMPTY[2:], flags=0) + body(content=b"")),
    ("8.1.1", "content-length", SERVED, headers(fields=with_field("content-length", "5")), body()),
    ("8.1.1", "less DATA than content-length", STREAM_ERROR,
     headers(fields=with_field("content-length", "6")) + body()),
    ("8.1.1", "more DATA than content-length", STREAM_ERROR,
     headers(fields=with_field("content-length", "4")) + body()),
    ("8.1.1", "no DATA for content-length", STREAM_ERROR,
     headers(fields=with_field("content-length", "5"), flags=END_STREAM)),
    malformed("8.1.1", "two values of content-length",
              with_field("content-length", "5") + literal("content-length", "6")),
    malformed("8.2", "a field name in upper case", with_field("X-Upper", "1")),
    malformed("8.2.1", "a field name with a space", with_field("x upper", "1")),
    malformed("8.2.1", "a field name with a colon", with_field("x:y", "1")),
    malformed("8.2.1", "a field name with a byte above 0x7E", with_field(b"x\xff", "1")),
    malformed("8.2.1", "a field name of no bytes", with_field("", "1")),
    malformed("8.2.1", "NUL in a field value", with_field("x", "a\0b")),
    malformed("8.2.1", "CR in a field value", with_field("x", "a\rb")),
    malformed("8.2.1", "LF in a field value", with_field("x", "a\nb")),
    malformed("8.2.1", "a field value that begins with a space", with_field("x", " a")),
    malformed("8.2.1", "a field value that ends with a tab", with_field("x", "a\t")),
    *(malformed("8.2.2", name, with_field(name, "close"))
      for name in ("connection", "proxy-connection", "transfer-encoding")),
    malformed("8.2.2", "te other than trailers", pseudo() + literal("te", "trailers, deflate")),
    malformed("8.3", "an unknown pseudo-header field", pseudo(unknown="1") + REGULAR),
    malformed("8.3", "a response's pseudo-header field", pseudo(status="200") + REGULAR),
    malformed("8.3", "a pseudo-header field after others", FIELDS + literal(":authority", "x")),
    malformed("8.3", "pseudo-header fields after others", REGULAR + pseudo()),
    *(malformed("8.3.1", f"without {name}", pseudo(**{name[1:]: None}) + REGULAR)
      for name in (":method", ":scheme", ":path")),
    *(malformed("8.3.1", f"{name} twice", pseudo() + literal(name, PSEUDO[name]) + REGULAR)
      for name in PSEUDO),
    malformed("8.3.1", "an empty :path", pseudo(path="") + REGULAR),
    ("8.3.1", "without :authority", SERVED, headers(fields=pseudo(authority=None) + REGULAR),
     body()),
]
