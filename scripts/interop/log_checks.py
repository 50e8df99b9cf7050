"""What the engine writes about those who call."""

import json
import shlex
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import grpc

from call_checks import failure, simulate
from callers import caller, operator, token_options
from checks import Check, Lab, eventually, expect, expect_that
from descriptor_checks import is_opened
from frames import opening
from inspector_checks import ending
from own_engine import logging_engine
from session_checks import close_well
from tokens import signer, write_keys

# What could look like another line, or reach a terminal.
FORGED = "a\ntime=2026-01-01T00:00:00Z level=error event=forged\x1b[31m\u2028\x9b"

Line = dict[str, str]


def lines(text: str) -> list[Line]:
    """The fields of each line."""
    found = []
    for line in text.splitlines():
        if line.startswith("{"):
            found.append(json.loads(line))
        else:
            pairs = [part.partition("=") for part in shlex.split(line)]
            found.append({name: value for name, _, value in pairs})
    return found


async def told(log: Callable[[], str], event: str, **fields: str) -> Line:
    """Waits for the line of an event that has these fields."""
    def matching() -> list[Line]:
        wanted = {"event": event} | fields
        return [line for line in lines(log()) if wanted.items() <= line.items()]

    async def is_there() -> bool:
        return bool(matching())

    await eventually(f"the log tells of {event!r} with {fields}", is_there)
    return matching()[0]


@asynccontextmanager
async def guarded_log(lab: Lab) -> AsyncIterator[tuple[Lab, Callable[[], str]]]:
    """An engine that asks for tokens, and how to read its log."""
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys.json"
        write_keys(keys, signer())
        async with logging_engine(lab, *token_options(keys)) as (own, log):
            yield own, log


async def refused_stream(lab: Lab) -> None:
    """Why, in the words that its client got, and where it came from."""
    async with logging_engine(lab) as (own, log):
        _, end = await own.conversation().failure(opening(experience="attic"))
        expect("reason", end.reason, "UNKNOWN_EXPERIENCE")
        line = await told(log, "stream refused", reason=end.reason)
        expect("message", line["message"], end.message)
        expect("level", line["level"], "info")
        expect_that(line["peer"].startswith("127.0.0.1:"), f"the peer is {line['peer']!r}")


def forged(form: str) -> Check:
    async def run(lab: Lab) -> None:
        async with logging_engine(lab, "--log-format", form) as (own, log):
            for name in ["client_name", "client_version", "experience", "user"]:
                _, end = await own.conversation().failure(opening(**{name: FORGED}))
                expect(f"{name}: code", end.code, "INVALID_ARGUMENT")
                expect(f"{name}: field", end.fields, (f"open.{name}",))
            end = await failure(ending(own, "nobody", FORGED))
            expect("message: code and field",
                   (end.code, end.fields), ("INVALID_ARGUMENT", ("message",)))
            # What has quotes and equals signs in it is let in, and is one value all the same.
            fine = 'x" level=error event="forged é'
            conversation = own.conversation()
            await conversation.open(session_id="fine", user=fine, client_name=fine)
            await close_well(conversation)
            line = await told(log, "session ended", session="fine")
            expect("user", line["user"], fine)
            levels = {line["level"] for line in lines(log())}
            expect_that("error" not in levels, f"a line was forged: {log()}")
            expect_that(not set(log()) & set("\x1b\x9b\u2028"), "the log has control characters")

    return Check(f"log: lines that callers cannot forge, {form}", run)


async def session(lab: Lab) -> None:
    """From its beginning to the operator that ends it, and why."""
    async with guarded_log(lab) as (own, log):
        conversation = caller(own, sub="anna").conversation()
        await conversation.open(session_id="annas")
        line = await told(log, "session opened", session="annas")
        expect("user and outcome", (line["user"], line["outcome"]), ("anna", "new"))
        await ending(operator(own), "annas", "tidying up")
        line = await told(log, "session ended by an operator", session="annas")
        expect("who and why", (line["operator"], line["message"], line["user"]),
               ("olga", "tidying up", "anna"))
        expect_that(line["peer"].startswith("127.0.0.1:"), f"the peer is {line['peer']!r}")
        line = await told(log, "session ended", session="annas")
        expect("reason", line["reason"], "ENDED_BY_OPERATOR")


async def refused_calls(lab: Lab) -> None:
    """Each with its reason, whichever way it came."""
    async with guarded_log(lab) as (own, log):
        await failure(simulate(own))
        await told(log, "call refused", method="Simulate", reason="TOKEN_MISSING")
        await own.conversation().failure(opening())
        await told(log, "call refused", method="Interact", reason="TOKEN_MISSING")
        await failure(ending(caller(own), "annas"))
        await told(log, "call refused", method="EndSession", reason="ROLE_MISSING")
        await failure(ending(operator(own), "annas"))
        await told(log, "call refused", method="EndSession", reason="UNKNOWN_SESSION")


async def refused_connection(lab: Lab) -> None:
    async with logging_engine(lab, "--limit", "connections=1") as (own, log):
        await own.conversation().open(session_id="first")
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(own.engine.address, options=options) as channel:
            expect_that(not await is_opened(channel, "second"), "two connections are open")
        line = await told(log, "connection refused")
        expect("message", line["message"], "1 connections are open")


CHECKS = [
    Check("log: why a stream was refused", refused_stream),
    forged("text"),
    forged("json"),
    Check("log: a session, and the operator that ends it", session),
    Check("log: why calls were refused", refused_calls),
    Check("log: connections that were refused", refused_connection),
]
