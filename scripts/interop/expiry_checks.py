"""Tokens that expire in the middle of a session, and keys that come and go."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from call_checks import failure, simulate
from called_session import CalledSession
from callers import caller, expect_forbidden, expect_unauthenticated, guarded, holder
from checks import Check, Lab, eventually, expect, expect_that
from conversation import Conversation
from frames import Request, Response, heartbeat, tap
from interaction.v1 import interaction_service_pb2
from session_checks import close_well, tabs
from tokens import (
    ALGORITHMS, Signer, in_seconds, key_set, named_signer, replace_file, signer, write_keys,
)  # fmt: skip

# How long a stream goes on after `exp`, and how far the ticks may be off.
GRACE = 25.0
SLACK = 2.0


def refresh(token: str) -> Request:
    return Request(auth_refresh=interaction_service_pb2.AuthRefresh(token=token))


def has_notice(frame: Response) -> bool:
    return any(notice.reason == "TOKEN_EXPIRES" for notice in frame.notices)


async def opened(lab: Lab, **claims: Any) -> Conversation:
    conversation = caller(lab, **claims).conversation()
    await conversation.open()
    return conversation


async def told(conversation: Conversation) -> None:
    """Waits until the client is asked for a newer token."""
    frame = (await conversation.receive_until(has_notice))[-1]
    expect("what it is about", [(notice.sequence, notice.reason) for notice in frame.notices],
           [(0, "TOKEN_EXPIRES")])  # fmt: skip


async def expect_quiet(conversation: Conversation) -> None:
    """The session answers, and its client is not asked for a token."""
    frames = await conversation.exchange(tap(1), tap(0))
    expect("tabs", tabs(frames), [1, 0])
    await asyncio.sleep(0.3)
    frames += await close_well(conversation)
    expect("notices", sum(map(has_notice, frames)), 0)


async def notices(lab: Lab) -> None:
    async with guarded(lab) as (own, _):
        for seconds in [-20, 2, 55]:
            conversation = await opened(own, exp=in_seconds(seconds))
            await told(conversation)
            await expect_quiet(conversation)
        soon = await opened(own, exp=in_seconds(62))
        start = time.monotonic()
        await told(soon)
        expect_that(time.monotonic() - start > 0.5, "the notice is more than 60 s before exp")
        await expect_quiet(await opened(own, exp=in_seconds(70)))


async def refreshed(lab: Lab) -> None:
    async with guarded(lab) as (own, _):
        for connect in [Lab.conversation, CalledSession]:
            client = connect(caller(own, exp=in_seconds(5)))
            await client.open()
            await told(client)
            for name in ALGORITHMS:
                await client.send(refresh(signer(name).token(exp=in_seconds(50))))
                await told(client)
            await client.send(refresh(signer().token("client", "operator")))
            await expect_quiet(client)


async def bad_refreshes(lab: Lab) -> None:
    async with guarded(lab) as (own, _):
        for what, token, reason in [
            ("another subject's", signer().token(sub="otto"), "TOKEN_INVALID"),
            ("no subject's", signer().token(sub=None), "TOKEN_INVALID"),
            ("an expired one", signer().token(exp=in_seconds(-60)), "TOKEN_EXPIRED"),
            ("for others", signer().token(aud="attic"), "TOKEN_INVALID"),
            ("a stranger's", named_signer("attic").token(), "TOKEN_INVALID"),
            ("none", "", "TOKEN_INVALID"), ("text", "attic", "TOKEN_INVALID"),
            ("with the scheme", f"Bearer {signer().token()}", "TOKEN_INVALID"),
        ]:  # fmt: skip
            for end in await both_ends(own, refresh(token)):
                expect_unauthenticated(what, end, reason)
        for end in await both_ends(own, refresh(signer().token("backend"))):
            expect_forbidden("without the role", end)
        for end in await both_ends(own, refresh("x" * 8193)):
            expect("code and fields of a large one", (end.code, end.fields),
                   ("INVALID_ARGUMENT", ("auth_refresh.token",)))  # fmt: skip
        _, end = await caller(own).conversation().failure(refresh(signer().token()))
        expect("reason without a session", end.reason, "OPEN_REQUIRED")


async def both_ends(lab: Lab, frame: Request) -> list[Any]:
    """How a stream and a session on calls end by the frame."""
    stream = await opened(lab)
    _, end = await stream.failure(frame)
    session = CalledSession(caller(lab))
    await session.open()
    called_end = await failure(session.send(frame))
    _, subscribed_end = await session.failure_within(5)
    return [end, called_end, subscribed_end]


async def without_tokens(lab: Lab) -> None:
    """An engine that asks nobody does not look at what comes."""
    conversation = lab.conversation()
    await conversation.open()
    await conversation.send(refresh("attic"))
    await expect_quiet(conversation)


async def ends_in_time(
    connect: Callable[[Lab], Conversation], lab: Lab, expires: int
) -> None:
    """Everything but a newer token is sent, and the session ends when its time is over."""
    client = connect(caller(lab, exp=expires))
    await client.open()
    beats = asyncio.create_task(beat(client))
    try:
        frames, end = await client.failure_within(GRACE + 5)
    finally:
        beats.cancel()
    expect_unauthenticated("the end", end, "TOKEN_EXPIRED")
    expect("notices", sum(map(has_notice, frames)), 1)
    late = time.time() - (expires + GRACE)
    expect_that(-0.5 < late < SLACK, f"it ended {late:.1f} s after exp + {GRACE} s")


async def beat(client: Conversation) -> None:
    while True:
        await client.send(heartbeat(0))
        await asyncio.sleep(2)


async def goes_on(lab: Lab, expires: int) -> None:
    """Refreshed after `exp`, before the grace is over."""
    client = await opened(lab, exp=expires)
    await told(client)
    beats = asyncio.create_task(beat(client))
    await asyncio.sleep(expires + GRACE / 2 - time.time())
    await client.send(refresh(signer().token()))
    await asyncio.sleep(expires + GRACE + SLACK - time.time())
    beats.cancel()
    await expect_quiet(client)


async def expiring(lab: Lab) -> None:
    async with guarded(lab) as (own, _), asyncio.TaskGroup() as group:
        expires = in_seconds(2)
        for connect in [Lab.conversation, CalledSession]:
            group.create_task(ends_in_time(connect, own, expires))
            group.create_task(ends_in_time(connect, own, in_seconds(-20)))
        for _ in range(10):
            group.create_task(goes_on(own, expires))


async def expect_believed(lab: Lab, *signers: Signer) -> None:
    for each in signers:
        expect(f"{each.kid}: code", await code_of(lab, each), "OK")


async def code_of(lab: Lab, signer: Signer) -> str:
    return (await failure(simulate(holder(lab, signer.token())))).code


def becomes(lab: Lab, signer: Signer, code: str) -> Awaitable[None]:
    async def holds() -> bool:
        return await code_of(lab, signer) == code

    return eventually(f"a token by {signer.kid} is {code}", holds, 3)


async def rotation(lab: Lab) -> None:
    old, new, newest = map(named_signer, ["old", "new", "newest"])
    async with guarded(lab, signers=[old]) as (own, keys):
        session = holder(own, old.token()).conversation()
        await session.open()
        expect("code before", await code_of(own, new), "UNAUTHENTICATED")
        write_keys(keys, old, new)
        await becomes(own, new, "OK")
        await expect_believed(own, old)
        write_keys(keys, new)
        await becomes(own, old, "UNAUTHENTICATED")
        await expect_believed(own, new)
        expect("tabs of who came before", tabs(await session.exchange(tap(1))), [1])
        for text in broken(new, newest):
            replace_file(keys, text)
            await asyncio.sleep(1.3)
            await expect_believed(own, new)
            expect(f"code with {text[:20]!r}", await code_of(own, newest), "UNAUTHENTICATED")
        keys.unlink()
        await asyncio.sleep(1.3)
        await expect_believed(own, new)
        write_keys(keys, new, newest)
        await becomes(own, newest, "OK")
        await replaced_by_links(own, keys, newest, old)
        write_keys(keys)
        await becomes(own, old, "UNAUTHENTICATED")
        _, end = await session.failure(refresh(old.token()))
        expect_unauthenticated("a refresh by a key that has gone", end)


def broken(good: Signer, other: Signer) -> list[str]:
    """Files that do not load, each as a whole."""
    return [
        "", "{", key_set(good.public, other.private), key_set(other.public)[:-9],
        key_set(other.public, other.public), "[]",
    ]  # fmt: skip


async def replaced_by_links(lab: Lab, keys: Path, before: Signer, after: Signer) -> None:
    """As orchestrators do: the path stays, the folder behind it is another."""
    for name, each in [("one", before), ("two", after)]:
        folder = keys.with_name(name)
        folder.mkdir()
        write_keys(folder / keys.name, each)
        link = keys.with_name("link")
        link.symlink_to(folder / keys.name)
        link.replace(keys)
        await becomes(lab, each, "OK")
    await becomes(lab, before, "UNAUTHENTICATED")


CHECKS = [
    Check("expiry: TOKEN_EXPIRES at once, or 60 s before", notices),
    Check("expiry: refreshed, on streams and calls", refreshed),
    Check("expiry: refreshed with what is not good", bad_refreshes),
    Check("expiry: a refresh where nobody asks", without_tokens),
]

# They wait for time to pass, and run beside all others.
SLOW_CHECKS = [
    Check("expiry: ended at exp + 25 s, but for who refreshes", expiring, 60),
    Check("keys that come and go, and files that do not load", rotation, 60),
]
