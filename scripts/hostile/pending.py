"""Attacks and conditions that the engine is known to fail: only `--pending` runs them."""

PENDING = {
    # A connection with room for less than a frame wakes the calls that wait again and again.
    "1000 calls that wait for room, byte by byte",
    "500 calls that wait for room, in bursts",
    "calls that wait for room, of which none comes",
    # Each message of a watch is written alone, and many of them hold an event loop.
    "watchers that do not read",
    "users' pages on a web listener that operators share",
}
