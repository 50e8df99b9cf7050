"""Envoy's configuration in front of engines, used by all kinds of clients."""

import asyncio
import re
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from httpx import Headers

from checks import eventually
from conversation import Conversation
from directives import selected_tabs
from frames import ack
from fronted import FrontedFleet
from greedy_callers import HEALTH, greedy_callers, openings
from json_transport import JSONTransport
from own_chromium import own_chromium
from places import places
from ports import http_client
from ring import Ring, minimum_points

OPTIONS = ()
ROOT = Path(__file__).parents[3]
USERS = [f"user-{number}" for number in range(12)]
# The range of replicas in scripts/deploy.
DEPLOYED = range(3, 13)
UNEVENNESS = 0.1

ALLOWED, FOREIGN = "http://localhost:3000", "https://elsewhere.example"
SENT = {"content-type", "x-grpc-web", "grpc-timeout", "x-user-agent", "authorization",
        "x-interaction-key", "traceparent"}  # fmt: skip
# The header that allows pages of an origin.
ORIGIN = "access-control-allow-origin"
READ = {"grpc-status", "grpc-message", "grpc-status-details-bin"}
# The response headers that a page sees, of a successful call and of a failed one.
FETCHES = """async (front) => {
  const headers = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1",
                   "x-interaction-key": "ann"};
  const called = (path) =>
    fetch(front + path, {method: "POST", headers, body: new Uint8Array(5)});
  try {
    const answer = await called("/grpc.health.v1.Health/Check");
    const failure = await called("/none.None/None");
    return [(await answer.text()).includes("grpc-status:0"), failure.headers.get("grpc-status")];
  } catch (error) {
    return String(error);
  }
}"""


def test_the_ring_is_even_and_as_large_as_the_engines() -> None:
    code = (ROOT / "Sources/InteractionFleet/Ring/HashRing.swift").read_text()
    found = re.search(r"let minimumPoints = ([\d_]+)", code)
    assert found
    assert int(found[1]) == minimum_points()
    for count in DEPLOYED:
        assert Ring(f"engine-{number + 1}" for number in range(count)).unevenness < UNEVENNESS


async def test_a_users_sessions_and_commands_come_to_one_engine(fleet: FrontedFleet) -> None:
    """The engine by the ring, over gRPC and WebSocket."""
    clients = {user: fleet.through(user) for user in USERS}
    async with AsyncExitStack() as opened:
        for user, client in clients.items():
            await client.open(user=user, session_id=f"{user}-grpc")
            transport = await opened.enter_async_context(
                JSONTransport.to(fleet.front.address, f"?key={user}"))
            await Conversation(transport).open(session_id=f"{user}-web", user=user)
        found = await places(fleet)
    assert found.count >= 2 * len(USERS)
    assert all(found.keys.values())
    assert found.misrouted(Ring(fleet.engines)) == 0

    async def command(user: str, client: Conversation) -> tuple[int, str]:
        """Selects a tab by a command, which ends once the client has acknowledged it."""
        running = asyncio.create_task(fleet.run(
            "command", "select-tab", '{"tab": 1}', "--user", user,
            "--address", fleet.front.address))  # fmt: skip
        await client.receive_until(lambda frame: selected_tabs(frame.directives) == [1])
        await client.send(ack(client.received))
        return await running

    ends = await asyncio.gather(*(command(*each) for each in clients.items()))
    assert [code for code, _ in ends] == [0] * len(USERS), ends


async def grpc_web(fleet: FrontedFleet, **headers: str) -> Headers:
    """Calls with gRPC-Web over HTTP/1.1. Returns the response headers."""
    form = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1"}
    async with http_client(fleet.front.address) as client:
        answer = await client.post(HEALTH, content=bytes(5), headers=form | headers)
    assert "grpc-status:0" in answer.text
    return answer.headers


async def preflight(fleet: FrontedFleet, origin: str, *headers: str) -> Headers:
    """Sends a CORS preflight for a call with these headers."""
    async with http_client(fleet.front.address) as client:
        answer = await client.options(HEALTH, headers={
            "origin": origin, "access-control-request-method": "POST",
            "access-control-request-headers": ",".join(headers)})  # fmt: skip
    return answer.headers


def listed(answer: Headers, name: str) -> set[str]:
    """Returns the values in a header's list, in lower case."""
    return {each.strip().lower() for each in answer.get(name, "").split(",")} - {""}


async def test_a_preflight_says_what_allowed_pages_may_do(fleet: FrontedFleet) -> None:
    answer = await preflight(fleet, ALLOWED, *SENT)
    assert answer[ORIGIN] == ALLOWED
    assert listed(answer, "access-control-allow-methods") == {"post", "options"}
    assert listed(answer, "access-control-allow-headers") == SENT
    assert answer["access-control-max-age"] == "7200"
    # The engine decides about calls other than gRPC-Web.
    assert ORIGIN not in await preflight(fleet, ALLOWED, "connect-protocol-version")


@pytest.mark.parametrize(
    "origin", [FOREIGN, "http://localhost.elsewhere.example", "http://127.0.0.1.example:80"])
async def test_a_preflight_lets_no_other_origin_in(fleet: FrontedFleet, origin: str) -> None:
    assert ORIGIN not in await preflight(fleet, origin, *SENT)


async def test_only_pages_of_an_allowed_origin_may_read_the_answer(fleet: FrontedFleet) -> None:
    answer = await grpc_web(fleet, origin=ALLOWED)
    assert answer[ORIGIN] == ALLOWED
    assert listed(answer, "access-control-expose-headers") == READ
    assert ORIGIN not in await grpc_web(fleet, origin=FOREIGN)
    # A client that is not a page sends no origin, and is answered, too.
    await grpc_web(fleet)


async def test_chromium_lets_only_pages_of_this_machine_call(fleet: FrontedFleet) -> None:
    port, told = fleet.member("engine-1").web, {}
    async with own_chromium("--host-resolver-rules=MAP elsewhere.example 127.0.0.1") as browser:
        page = await browser.new_page()
        for host in ["127.0.0.1", "elsewhere.example"]:
            await page.goto(f"http://{host}:{port}/none")
            told[host] = await page.evaluate(FETCHES, f"http://{fleet.front.address}")
    assert told == {"127.0.0.1": [True, "12"], "elsewhere.example": "TypeError: Failed to fetch"}


async def test_a_greedy_address_takes_no_calls_from_others(fleet: FrontedFleet) -> None:
    """All of them with TLS, on the port that others use without."""
    async with greedy_callers(fleet.front) as callers:
        def refused() -> int:
            return sum(caller.refusals for caller in callers)

        await eventually("the address has made all the calls that it may", lambda: refused() > 0)
        before = refused()
        refusals = await openings(fleet.front)
        await eventually("the address is refused still", lambda: refused() > before)
        for caller in callers:
            caller.expect_alive()
    assert refusals == Counter()

