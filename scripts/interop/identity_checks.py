"""Tokens: which are believed, what their roles open, and whose sessions are whose."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Any

import grpc

from call_checks import failure, simulate
from called_session import CalledSession
from callers import (
    authorization, bearing, caller, expect_forbidden, expect_unauthenticated, guarded, holder,
    operator,
)  # fmt: skip
from checks import Check, Lab, expect, expect_that
from conversation import Failure
from forged_tokens import Forgery, flipped, forgeries, wrong_claims
from frames import opening, tap
from inspector_checks import inspected, listed
from own_engine import key_file
from resuming import RESTARTED, Survivor
from session_checks import close_well, tabs
from tokens import ALGORITHMS, in_seconds, signer


async def good_tokens(lab: Lab) -> None:
    async with guarded(lab) as (own, _):
        for name in ALGORITHMS:
            await expect_session(holder(own, signer(name).token()))
        for token in [
            signer().token(aud=["attic", "interaction-engine"]), signer().token("attic", "client"),
            signer().token(roles="backend client"), signer().token(exp=in_seconds(-20)),
            signer().token(nbf=in_seconds(20), iat=in_seconds(20)), signer().token(sub="x" * 64),
            signer().token(iat=None), signer().token(header={"jku": "http://127.0.0.1:9/"}),
        ]:  # fmt: skip
            await expect_session(holder(own, token))
        token = signer().token()
        for value in [f"bearer {token}", f"BEARER   {token}"]:
            await expect_session(bearing(own, [("authorization", value)]))


async def expect_session(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open()
    expect("tabs", tabs(await conversation.exchange(tap(1))), [1])
    await close_well(conversation)


async def refused(lab: Lab, tokens: Iterable[Forgery], reason: str = "TOKEN_INVALID") -> int:
    """Calls with each of them, some at a time. Returns how many there were."""
    gate = asyncio.Semaphore(64)

    async def try_one(what: str, token: str) -> None:
        async with gate:
            expect_unauthenticated(what, await failure(simulate(holder(lab, token))), reason)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(try_one(what, token)) for what, token in tokens]
    return len(tasks)


def refuses(name: str, tokens: Callable[[], Iterable[Forgery]], least: int) -> Check:
    async def run(lab: Lab) -> None:
        async with guarded(lab) as (own, _):
            count = await refused(own, tokens())
            expect_that(count >= least, f"there were only {count}")
            await expect_session(caller(own))

    return Check(f"tokens: {name}", run)


def flips() -> Iterable[Forgery]:
    for name, step in [("ES256", 1), ("EdDSA", 1), ("RS256", 8)]:
        yield from flipped(signer(name).token(), step)


async def no_token(lab: Lab) -> None:
    token = signer().token()
    good = authorization(token)[0]
    async with guarded(lab) as (own, _):
        for metadata, reason in [
            ([], "TOKEN_MISSING"), ([("x-authorization", good[1])], "TOKEN_MISSING"),
            ([("authorization", token)], "TOKEN_INVALID"),
            ([("authorization", f"Basic {token}")], "TOKEN_INVALID"),
            ([("authorization", "Bearer")], "TOKEN_INVALID"),
            ([("authorization", "Bearer ")], "TOKEN_INVALID"),
            ([good, good], "TOKEN_INVALID"),
            ([good, ("authorization", "Bearer attic")], "TOKEN_INVALID"),
            ([good, ("authorization", "")], "TOKEN_INVALID"),
            ([("authorization", f"{good[1]}, {good[1]}")], "TOKEN_INVALID"),
        ]:  # fmt: skip
            what = f"metadata {str(metadata)[:60]}"
            caller_of = bearing(own, metadata)
            for end in [
                (await caller_of.conversation().failure(opening()))[1],
                await failure(CalledSession(caller_of).open()), await failure(simulate(caller_of)),
                await failure(listed(caller_of)),
            ]:  # fmt: skip
                expect_unauthenticated(what, end, reason)


async def expired(lab: Lab) -> None:
    async with guarded(lab) as (own, _):
        tokens = [signer(name).token(exp=in_seconds(-seconds))
                  for name in ALGORITHMS for seconds in [31, 3600, 10**9]]  # fmt: skip
        await refused(own, [(f"token {token[-5:]}", token) for token in tokens], "TOKEN_EXPIRED")
        # A newer one would not help either, and the reason must not say so.
        wrong = signer().token(exp=in_seconds(-60), aud="attic")
        await refused(own, [("an expired one for others", wrong)])


async def oversized(lab: Lab) -> None:
    """Too large for a token, for the header, for a connection: nobody else notices."""
    async with guarded(lab) as (own, _):
        beside = caller(own).conversation()
        await beside.open()
        token = signer().token(attic="x" * 5000)
        expect_that(7000 < len(token) < 8192, f"the large token has {len(token)} bytes")
        await expect_session(holder(own, token))
        for size in [6200, 8000]:
            await refused(own, [(f"{size} bytes", signer().token(attic="x" * size))])
        for size in [20_000, 100_000, 1_000_000]:
            options = [("grpc.use_local_subchannel_pool", 1)]
            async with grpc.aio.insecure_channel(own.engine.address, options=options) as channel:
                large = bearing(replace(own, channel=channel), authorization("x" * size))
                expect_that((await failure(simulate(large))).code != "OK", f"{size} bytes pass")
        expect("tabs beside it", tabs(await beside.exchange(tap(1))), [1])
        await close_well(beside)


async def users(lab: Lab) -> None:
    async with guarded(lab) as (own, _):
        anna = caller(own)
        for user in ["otto", "anna ", "Anna", "operator"]:
            _, end = await anna.conversation().failure(opening(user=user))
            expect_forbidden(f"open.user {user!r}", end)
            expect_forbidden(f"open.user {user!r} by a call",
                             await failure(CalledSession(anna).open(user=user)))  # fmt: skip
        for number, client in enumerate([
            anna.conversation(), anna.conversation(), CalledSession(anna), CalledSession(anna),
        ]):  # fmt: skip
            await client.open(session_id=f"hers-{number}", user=["", "anna"][number % 2])
        other = caller(own, sub="otto").conversation()
        await other.open(session_id="his")
        expect("hers", await listed(operator(own), user="anna"),
               ([f"hers-{number}" for number in range(4)], "", 4))  # fmt: skip
        expect("his", (await inspected(operator(own), "his")).summary.user, "otto")
        _, end = await other.failure(opening(session_id="hers-0"))
        expect("second open", end.reason, "ALREADY_OPEN")
        _, end = await caller(own, sub="otto").conversation().failure(
            opening(session_id="hers-0", epoch=9))  # fmt: skip
        expect_forbidden("somebody else's open session", end, "FOREIGN_SESSION")


async def checkpoints(lab: Lab) -> None:
    async with key_file(lab) as file:
        options = ["--checkpoint-keys", str(file)]
        async with guarded(lab, *options) as (one, _), guarded(lab, *options) as (two, _):
            anna, otto = caller(one), caller(two, sub="otto")
            survivor = Survivor("hers")
            await survivor.open(anna.conversation())
            await survivor.exchange(tap(1), tap(2))
            survivor.conversation.cancel()
            for lab_of in [otto, caller(one, sub="otto"), caller(two, sub="anna2")]:
                for client in [lab_of.conversation(), CalledSession(lab_of)]:
                    fields = survivor.fields | {"epoch": 7, "resume": survivor.resumption()}
                    end = await ending_of(client, fields)
                    expect_forbidden("a foreign checkpoint", end, "FOREIGN_CHECKPOINT")
            token = survivor.checkpoint.token
            changed = token[:-1] + bytes([token[-1] ^ 1])
            opened = await Survivor("changed").open(
                otto.conversation(), resume={"token": changed, "first_event": 1})
            expect("outcome of a changed one", opened.outcome, RESTARTED)
            await survivor.resume(caller(two).conversation())
            await survivor.exchange(tap(3))
            expect("directives", sorted(survivor.directives), [1, 2, 3])


async def ending_of(client: Any, fields: dict[str, Any]) -> Failure:
    if isinstance(client, CalledSession):
        return await failure(client.open(**fields))
    return (await client.failure(opening(**fields)))[1]


async def calls_of_others(lab: Lab) -> None:
    async with guarded(lab) as (own, _):
        session = CalledSession(caller(own))
        await session.open(session_id="hers")
        for other in [caller(own, sub="otto"), caller(own, sub="Anna")]:
            thief = CalledSession(other)
            thief.id, thief.key = session.id, session.key
            for act in [thief.send(end=True), thief.events(tap(1)), thief.send()]:
                expect("SendEvents", await reason_of(act), ("NOT_FOUND", "UNKNOWN_SESSION"))
            subscription = await thief.subscribe()
            _, end = await subscription.failure_within(5)
            expect("Subscribe", (end.code, end.reason), ("NOT_FOUND", "UNKNOWN_SESSION"))
        for nobody in [own, caller(own, "backend")]:
            thief = CalledSession(nobody)
            thief.id, thief.key = session.id, session.key
            expect_that((await failure(thief.send())).code in (
                "UNAUTHENTICATED", "PERMISSION_DENIED"), "somebody without the role sends")
        # Hers goes on, with whichever of her tokens.
        expect("tabs", tabs(await session.exchange(tap(1))), [1])
        newer = CalledSession(caller(own, iat=in_seconds(1)))
        newer.id, newer.key = session.id, session.key
        await newer.send(end=True)


async def reason_of(call: Awaitable[Any]) -> tuple[str, str]:
    end = await failure(call)
    return end.code, end.reason


CHECKS = [
    Check("tokens: ES256, EdDSA and RS256 open sessions", good_tokens),
    Check("tokens: none, twice, not as it should be", no_token),
    refuses("forged in many ways", forgeries, 150),
    refuses("one bit of a signature flipped, or of the rest", flips, 1000),
    refuses("for somebody else, or for another time", wrong_claims, 20),
    Check("tokens: expired", expired),
    Check("tokens: oversized", oversized),
    Check("the session's user is the token's subject", users),
    Check("a checkpoint of another subject's", checkpoints),
    Check("SendEvents and Subscribe of another subject's session", calls_of_others),
]
