"""Tokens that expire on a stream, and keys that come and go while an engine runs."""

from collections.abc import Awaitable

from call_checks import failure, simulate
from callers import caller, expect_unauthenticated, guarded, holder
from checks import Check, Lab, eventually, expect
from frames import Request, Response, tap
from interaction.v1 import interaction_service_pb2
from session_checks import tabs
from tokens import Signer, in_seconds, named_signer, signer, write_keys


def refresh(token: str) -> Request:
    return Request(auth_refresh=interaction_service_pb2.AuthRefresh(token=token))


def has_notice(frame: Response) -> bool:
    return any(notice.reason == "TOKEN_EXPIRES" for notice in frame.notices)


async def refreshed(lab: Lab) -> None:
    """The second refresh is with a token that has expired, within the leeway."""
    async with guarded(lab) as (own, _):
        client = caller(own, exp=in_seconds(5)).conversation()
        await client.open()
        for name, seconds in [("EdDSA", 50), ("RS256", -20)]:
            await client.receive_until(has_notice)
            await client.send(refresh(signer(name).token(exp=in_seconds(seconds))))
        frames, end = await client.failure_within(10)
        expect_unauthenticated("the end", end, "TOKEN_EXPIRED")
        expect("notices", sum(map(has_notice, frames)), 1)


async def code_of(lab: Lab, signer: Signer) -> str:
    return (await failure(simulate(holder(lab, signer.token())))).code


def becomes(lab: Lab, signer: Signer, code: str) -> Awaitable[None]:
    async def holds() -> bool:
        return await code_of(lab, signer) == code

    return eventually(f"a token by {signer.kid} is {code}", holds, 3)


async def rotation(lab: Lab) -> None:
    old, new = map(named_signer, ["old", "new"])
    async with guarded(lab, signers=[old]) as (own, keys):
        session = holder(own, old.token()).conversation()
        await session.open()
        expect("code before", await code_of(own, new), "UNAUTHENTICATED")
        write_keys(keys, old, new)
        await becomes(own, new, "OK")
        expect("code of the old one", await code_of(own, old), "OK")
        write_keys(keys, new)
        await becomes(own, old, "UNAUTHENTICATED")
        expect("tabs of who came before", tabs(await session.exchange(tap(1))), [1])
        _, end = await session.failure(refresh(old.token()))
        expect_unauthenticated("a refresh by a key that has gone", end)


CHECKS = [Check("keys that come and go", rotation)]

# It waits for time to pass, and runs beside all others.
SLOW_CHECKS = [Check("expiry: refreshed on a stream, and ended", refreshed, 30)]
