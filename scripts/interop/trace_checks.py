"""The trace of a call, in the log."""

from collections.abc import Callable

from checks import Check, Lab, eventually, expect, expect_in
from conversation import StreamEnded
from own_engine import logging_engine

TRACE = "0af7651916cd43dd8448eb211c80319c"
GOOD = f"00-{TRACE}-b7ad6b7169203331-01"
BAD = ["", "00", TRACE, GOOD.upper(), f"ff{GOOD[2:]}", f"{GOOD}-00", GOOD.replace(TRACE, "0" * 32)]


async def line_of(session: str, log: Callable[[], str]) -> str:
    """The log's line of a session's opening, once it is written."""

    def found() -> list[str]:
        return [line for line in log().splitlines() if f"session={session}" in line]

    async def is_written() -> bool:
        return bool(found())

    await eventually(f"the opening of {session} is told", is_written)
    return found()[0]


async def told(lab: Lab) -> None:
    async with logging_engine(lab) as (own, log):
        client = own.conversation(headers={"traceparent": GOOD})
        await client.open(session_id="traced")
        expect_in(f"trace_id={TRACE}", await line_of("traced", log))
        refused = own.conversation(headers={"traceparent": GOOD})
        try:
            await refused.open(experience="attic")
        except StreamEnded as end:
            expect("reason", end.failure.reason, "UNKNOWN_EXPERIENCE")

        async def is_told() -> bool:
            return any(f"trace_id={TRACE}" in line and "reason=UNKNOWN_EXPERIENCE" in line
                       for line in log().splitlines())  # fmt: skip

        await eventually("the refusal is told with its trace", is_told)


async def untold(lab: Lab) -> None:
    """A header that is none of the standard's is no reason to refuse a call."""
    async with logging_engine(lab) as (own, log):
        for number, header in enumerate(BAD):
            client = own.conversation(headers={"traceparent": header})
            await client.open(session_id=f"untraced-{number}")
            line = await line_of(f"untraced-{number}", log)
            expect("a trace in it", "trace_id" in line, False)


CHECKS = [
    Check("traceparent: its trace is in the log", told),
    Check("traceparent: what is none is left out", untold),
]
