"""Bad input: each gets its documented status, reason and field, and no other client notices."""

from collections.abc import Awaitable, Callable

from checks import Check, Lab, expect_that
from frames import heartbeat, opening, padded
from session_checks import expect_undisturbed


async def past_transport_limit(lab: Lab) -> None:
    """The HTTP/2 layer resets such a stream without a status of its own; only that stream."""
    frame = padded(heartbeat(0), 1024 * 1024 + 1)
    _, end = await lab.conversation().failure(opening(), frame)
    expect_that(end.code != "OK", "the stream ended well")


def undisturbing(name: str, run: Callable[[Lab], Awaitable[None]]) -> Check:
    async def run_beside(lab: Lab) -> None:
        await run(lab)
        await expect_undisturbed(lab.bystander)

    return Check(name, run_beside)


CHECKS = [
    undisturbing("a frame past 1 MiB ends its own stream alone", past_transport_limit),
]
