"""Attacks and conditions that the engine is known to fail: only `--pending` runs them."""

PENDING = {
    # Each message of a watch is written alone, and many of them hold an event loop.
    "watchers that do not read",
}
