"""Tokens signed by another implementation, their maximum size, and changing keys."""

from dataclasses import replace
from itertools import pairwise

from channels import connect
from checks import eventually
from single_calls import expect_roles, failure, simulate
from steps import close_well, expect_tab
from tokens import ALGORITHMS, bearer, signer, verifying, write_keys


def authorization(token: str) -> list[tuple[str, str]]:
    return [("authorization", f"Bearer {token}")]


async def test_oversized_tokens(start, tmp_path):
    """Larger than the limit on tokens, on headers, on a connection: no other client notices."""
    own = await start(*verifying(tmp_path))
    beside = own.conversation(headers=dict(bearer()))
    await beside.open()
    assert 7000 < len(signer().token(attic="x" * 5000)) < 8192
    for size, reason in {5000: "", 6200: "TOKEN_INVALID", 8000: "TOKEN_INVALID"}.items():
        end = await failure(simulate(own, metadata=bearer(attic="x" * size)))
        assert end.reason == reason, f"{size} bytes"
    for size in [20_000, 100_000, 1_000_000]:
        async with connect(own.engine.address) as channel:
            call = simulate(replace(own, channel=channel), metadata=authorization("x" * size))
            assert (await failure(call)).code != "OK", f"{size} bytes"
    await expect_tab(beside, 1)
    await close_well(beside)


async def test_keys_of_each_algorithm_come_and_go(start, tmp_path):
    """While the engine runs."""
    own = await start(*verifying(tmp_path))
    for gone, current in pairwise(map(signer, [*ALGORITHMS, ALGORITHMS[0]])):
        async def is_replaced() -> bool:
            calls = [simulate(own, metadata=authorization(key.token())) for key in (current, gone)]
            return [(await failure(call)).code for call in calls] == ["OK", "UNAUTHENTICATED"]

        write_keys(tmp_path / "keys.json", current)
        await eventually(f"{current.kid} is believed, {gone.kid} is not", is_replaced)


async def test_roles_of_another_claim_and_by_default(start, tmp_path):
    own = await start(
        *verifying(tmp_path), "--token-roles-claim", "scope", "--token-default-role", "client",
        "--token-default-role", "backend")  # fmt: skip
    await expect_roles(own, "client", "backend", metadata=bearer("operator"))
    await expect_roles(own, "operator", metadata=bearer(scope="operator openid"))
    await expect_roles(own, metadata=bearer(scope=""))
