"""Each user gets one variant from all engines of a fleet, and none once it is switched off."""

import json
import re
import signal
import time
from collections.abc import Iterable
from pathlib import Path

from xxhash import xxh64_intdigest

from expectations import becomes
from fronted import FrontedFleet
from interaction.inspector.v1.inspector_service_pb2 import ExplainSelectionRequest
from interaction.inspector.v1.inspector_service_pb2_grpc import InspectorServiceStub
from interaction.v1.variants_pb2 import SELECTION_REASON_KILLED, VariantSelection
from places import NAMES

OPTIONS = ()
VECTORS = json.loads((Path(__file__).parents[3] / "Tests/Vectors/buckets.json").read_text())
SALT = VECTORS[0]["salt"]
USERS = [f"user-{n}" for n in range(200)] + [v["key"] for v in VECTORS if v["salt"] == SALT]


def hash_of(salt: str, key: bytes) -> int:
    return xxh64_intdigest(salt.encode() + b"\0" + key)


def test_golden_vectors() -> None:
    for vector in VECTORS:
        number = hash_of(vector["salt"], bytes.fromhex(vector["utf8"]))
        assert (f"{number:016x}", number % 10_000) == (vector["hash"], vector["bucket"])


async def selections(
    fleet: FrontedFleet, name: str, users: Iterable[str] = USERS
) -> dict[str, VariantSelection]:
    explain = InspectorServiceStub(fleet.channel(fleet.engines[name].address)).ExplainSelection
    return {user: (await explain(ExplainSelectionRequest(experience="home", user=user))).selection
            for user in users}  # fmt: skip


async def published(fleet: FrontedFleet, share: int) -> dict[str, VariantSelection]:
    """Publishes a share of `low`. Returns the users' selections, which all engines agree on."""
    full, low = (Path(fleet.version(number)).name for number in (1, 2))
    file = fleet.folder / "home.yaml"
    file.write_text(f"{{name: home, salt: {SALT}, variants: [{{name: full, file: {full}}},"
                    f' {{name: low, share: "{share}%", file: {low}}}]}}')  # fmt: skip
    await fleet.operate("publish", str(file))
    one, *others = [await selections(fleet, name) for name in NAMES]
    assert others == [one, one]
    for user, found in one.items():
        assert found.bucket == hash_of(SALT, user.encode()) % 10_000
    return one


async def test_users_keep_their_variant_until_it_is_killed(fleet: FrontedFleet) -> None:
    first = await published(fleet, 5)
    await fleet.restart("engine-2", signal.SIGKILL)
    assert await selections(fleet, "engine-2") == first
    few, many = ({user for user, found in each.items() if found.variant == "low"}
                 for each in (first, await published(fleet, 20)))  # fmt: skip
    assert set() < few < many < set(USERS)

    async def killed(name: str, users: Iterable[str] = USERS) -> set[str]:
        found = await selections(fleet, name, users)
        return {user for user in users if found[user].reason == SELECTION_REASON_KILLED}

    for switch, expected in [((), few), (("--lift",), set())]:
        await fleet.operate("kill", "home", "low", *switch)
        began = time.monotonic()
        for name in NAMES:
            await becomes(f"{name}'s users", lambda name=name: killed(name, few), expected, 10)
        print(f"all engines follow the switch after {time.monotonic() - began:.2f} s")
        assert [await killed(name) for name in NAMES] == [many if expected else set()] * len(NAMES)
    one, frozen = (fleet.engines[name] for name in NAMES[:2])
    fleet.store.tell(signal.SIGSTOP)
    frozen.tell(signal.SIGSTOP)
    ended, told = await fleet.run(
        "kill", "home", "low", "--address", frozen.address, "--address", one.address)
    fleet.store.tell(signal.SIGCONT)
    assert (ended, f"{one.address}: off: low\n" in told) == (1, True), told
    assert re.findall(r"(?m)^(\S+): (?!off)", told) == [frozen.address]
    assert await killed(NAMES[0]) == many
