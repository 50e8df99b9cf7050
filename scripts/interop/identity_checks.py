"""Tokens that another implementation signs, how large they may be, and keys that change."""

from dataclasses import replace

import grpc

from call_checks import failure, simulate
from callers import authorization, bearing, caller, expect_unauthenticated, guarded, holder
from checks import Check, Lab, eventually, expect, expect_that
from frames import tap
from session_checks import close_well, tabs
from tokens import ALGORITHMS, named_signer, signer, write_keys


async def good_tokens(lab: Lab) -> None:
    async with guarded(lab) as (own, _):
        for name in ALGORITHMS:
            await expect_session(holder(own, signer(name).token()))
        token = signer().token()
        for value in [f"bearer {token}", f"BEARER   {token}"]:
            await expect_session(bearing(own, [("authorization", value)]))


async def expect_session(lab: Lab) -> None:
    conversation = lab.conversation()
    await conversation.open()
    expect("tabs", tabs(await conversation.exchange(tap(1))), [1])
    await close_well(conversation)


async def oversized(lab: Lab) -> None:
    """Too large for a token, for the header, for a connection: no other client notices."""
    async with guarded(lab) as (own, _):
        beside = caller(own).conversation()
        await beside.open()
        token = signer().token(attic="x" * 5000)
        expect_that(7000 < len(token) < 8192, f"the large token has {len(token)} bytes")
        await expect_session(holder(own, token))
        for size in [6200, 8000]:
            end = await failure(simulate(holder(own, signer().token(attic="x" * size))))
            expect_unauthenticated(f"{size} bytes", end)
        for size in [20_000, 100_000, 1_000_000]:
            options = [("grpc.use_local_subchannel_pool", 1)]
            async with grpc.aio.insecure_channel(own.engine.address, options=options) as channel:
                large = bearing(replace(own, channel=channel), authorization("x" * size))
                expect_that((await failure(simulate(large))).code != "OK", f"{size} bytes pass")
        expect("tabs beside it", tabs(await beside.exchange(tap(1))), [1])
        await close_well(beside)


async def rotation(lab: Lab) -> None:
    """Keys that come and go while the engine runs."""
    keys = [named_signer(name) for name in ["old", "new"]]
    async with guarded(lab, signers=keys[:1]) as (own, file):
        for current, gone in [keys[::-1], keys]:
            async def is_replaced() -> bool:
                ends = [await failure(simulate(holder(own, key.token())))
                        for key in (current, gone)]  # fmt: skip
                return [end.code for end in ends] == ["OK", "UNAUTHENTICATED"]

            write_keys(file, current)
            await eventually(f"{current.kid} is believed, {gone.kid} is not", is_replaced)


CHECKS = [
    Check("tokens: ES256, EdDSA and RS256 open sessions", good_tokens),
    Check("tokens: oversized", oversized),
    Check("tokens: keys that come and go", rotation),
]
