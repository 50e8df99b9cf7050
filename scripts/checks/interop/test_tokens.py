"""Tokens that another implementation signs, how large they may be, and keys that change."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import grpc
import pytest

from bearers import bearing, caller, expect_refused, holder
from checks import Lab, eventually
from doors import expect_doors
from single_calls import failure, simulate
from steps import close_well, expect_session, expect_tab, opened
from tokens import ALGORITHMS, named_signer, signer, write_keys

Guard = Callable[..., Awaitable[Lab]]


async def test_es256_eddsa_and_rs256_open_sessions(guard):
    own = await guard()
    for name in ALGORITHMS:
        await expect_session(holder(own, signer(name).token()))
    for kind in ["bearer ", "BEARER   "]:
        await expect_session(bearing(own, kind + signer().token()))


async def test_oversized_tokens(guard):
    """Too large for a token, for the header, for a connection: no other client notices."""
    own = await guard()
    beside = await opened(caller(own))
    token = signer().token(attic="x" * 5000)
    assert 7000 < len(token) < 8192
    await expect_session(holder(own, token))
    for size in [6200, 8000]:
        end = await failure(simulate(holder(own, signer().token(attic="x" * size))))
        expect_refused(end, "TOKEN_INVALID", what=f"{size} bytes")
    for size in [20_000, 100_000, 1_000_000]:
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(own.engine.address, options=options) as channel:
            large = holder(replace(own, channel=channel), "x" * size)
            assert (await failure(simulate(large))).code != "OK", f"{size} bytes"
    await expect_tab(beside, 1)
    await close_well(beside)


async def test_keys_that_come_and_go(guard, tmp_path):
    """While the engine runs."""
    keys = [named_signer(name) for name in ["old", "new"]]
    own = await guard(signers=keys[:1])
    for current, gone in [keys[::-1], keys]:
        async def is_replaced() -> bool:
            ends = [await failure(simulate(holder(own, key.token()))) for key in (current, gone)]
            return [end.code for end in ends] == ["OK", "UNAUTHENTICATED"]

        write_keys(tmp_path / "keys.json", current)
        await eventually(f"{current.kid} is believed, {gone.kid} is not", is_replaced)


@pytest.mark.parametrize("roles, claims, opened_to", [
    ([], {"roles": None}, {"client", "backend"}), (["operator"], {}, {"client", "backend"}),
    ([], {"scope": "operator openid"}, {"operator"}), ([], {"scope": ""}, set()),
])  # fmt: skip
async def test_roles_of_another_claim_and_by_default(guard, roles, claims, opened_to):
    own = await guard("--token-roles-claim", "scope", "--token-default-role", "client",
                      "--token-default-role", "backend")  # fmt: skip
    await expect_doors(caller(own, *roles, **claims), opened_to)
