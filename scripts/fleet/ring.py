"""The engine that owns a key: the hash ring of Envoy and the engines."""

import itertools
import math
import re
from bisect import bisect_left
from collections.abc import Iterable
from urllib.parse import quote

from xxhash import xxh64_intdigest

from front import CONFIGURATION


class Ring:
    """Envoy's ring of engines of equal weight."""

    def __init__(self, engines: Iterable[str]) -> None:
        self.engines = sorted(engines)
        each = math.ceil(minimum_points() / len(self.engines))
        self._points = sorted(
            (hash_of(f"{name}_{number}"), name)
            for name in self.engines for number in range(each))  # fmt: skip

    def owner(self, key: str) -> str:
        place = bisect_left(self._points, (hash_of(key), ""))
        return self._points[place % len(self._points)][1]

    @property
    def unevenness(self) -> float:
        """Returns the maximum deviation of an engine from its share, such as 0.1 for a tenth."""
        shares = dict.fromkeys(self.engines, 0.0)
        last = self._points[-1][0] - 2**64
        for place, name in self._points:
            shares[name] += (place - last) / 2**64
            last = place
        return max(abs(share * len(shares) - 1) for share in shares.values())


def resident(engines: Iterable[str], name: str) -> str:
    """Returns a user whose sessions belong to this one of the engines."""
    ring = Ring(engines)
    users = (f"user-{number}" for number in itertools.count())
    return next(user for user in users if ring.owner(user) == name)


def hash_of(text: str) -> int:
    return xxh64_intdigest(text.encode())


def minimum_points() -> int:
    """Returns the `minimum_ring_size` of Envoy's configuration, the same in all clusters."""
    (size,) = set(re.findall(r"minimum_ring_size: (\d+)", CONFIGURATION.read_text()))
    return int(size)


def key(user: str, session_id: str) -> str:
    """Returns the value of x-interaction-key, escaped as by `encodeURIComponent`."""
    return quote(user or session_id, safe="-_.!~*'()")
