"""Frames for later streams, where a session has the first one."""

from functools import lru_cache

from http2 import LARGEST_WINDOW


# A flood sends the same bytes again and again.
@lru_cache(maxsize=8)
def renumbered(data: bytes, by: int) -> bytes:
    """The same whole frames, on streams with higher numbers."""
    found, at = bytearray(data), 0
    while at + 9 <= len(found):
        stream = int.from_bytes(found[at + 5 : at + 9])
        if stream & LARGEST_WINDOW:
            found[at + 5 : at + 9] = (stream + by).to_bytes(4)
        at += 9 + int.from_bytes(found[at : at + 3])
    return bytes(found)
