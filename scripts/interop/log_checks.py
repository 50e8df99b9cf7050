"""What the engine writes about those who call."""

from checks import Check, Lab, eventually, expect, expect_that
from frames import opening
from own_engine import logging_engine


async def refused_stream(lab: Lab) -> None:
    """Why, in the words that its client got."""
    async with logging_engine(lab) as (own, log):
        _, end = await own.conversation().failure(opening(experience="attic"))
        expect("reason", end.reason, "UNKNOWN_EXPERIENCE")

        async def is_told() -> bool:
            return "stream refused" in log()

        await eventually("the log tells of the stream", is_told)
        lines = [line for line in log().splitlines() if "stream refused" in line]
        expect("lines", len(lines), 1)
        for part in [f"reason={end.reason}", f"message={end.message}"]:
            expect_that(part in lines[0], f"{part!r} is not in {lines[0]!r}")
        expect_that("StreamError(" not in lines[0], f"it is a dump: {lines[0]!r}")


CHECKS = [
    Check("log: why a stream was refused", refused_stream),
]
