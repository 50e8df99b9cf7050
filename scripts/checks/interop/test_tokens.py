"""Tokens signed by another implementation, and changing keys."""

from itertools import pairwise

from checks import eventually
from single_calls import expect_roles, failure, simulate
from tokens import ALGORITHMS, bearer, signer, verifying, write_keys


async def test_keys_of_each_algorithm_come_and_go(start, tmp_path):
    """While the engine runs."""
    own = await start(*verifying(tmp_path))
    for gone, current in pairwise(map(signer, [*ALGORITHMS, ALGORITHMS[0]])):
        async def is_replaced() -> bool:
            calls = [simulate(own, metadata=key.bearer()) for key in (current, gone)]
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
