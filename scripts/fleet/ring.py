"""Which engine a key belongs to: the ring that Envoy and the engines compute."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from urllib.parse import quote

from xxhash import xxh64_intdigest

from checks import expect
from front import CONFIGURATION


class Ring:
    """Envoy's ring of engines of equal weight."""

    def __init__(self, engines: Iterable[str], points: int | None = None) -> None:
        names = sorted(engines)
        each = -(-(points or minimum_points()) // len(names))
        self._points = sorted(
            (hash_of(f"{name}_{number}"), name)
            for name in names for number in range(each))  # fmt: skip

    def owner(self, key: str) -> str:
        place = bisect_left(self._points, (hash_of(key), ""))
        return self._points[place % len(self._points)][1]


def hash_of(text: str) -> int:
    return xxh64_intdigest(text.encode())


def minimum_points() -> int:
    """The `minimum_ring_size` of Envoy's configuration, which is that of all clusters."""
    found = set(re.findall(r"minimum_ring_size: (\d+)", CONFIGURATION.read_text()))
    expect("sizes of rings", len(found), 1)
    return int(found.pop())


def key(user: str, session_id: str) -> str:
    """What clients send as x-interaction-key, escaped as `encodeURIComponent` does."""
    return quote(user or session_id, safe="-_.!~*'()")
