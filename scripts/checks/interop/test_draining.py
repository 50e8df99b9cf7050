"""A server that goes down by a signal: who hears of it, and when."""

import asyncio
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, SIGTERM, Signals

import grpc
import pytest

from checks import Lab
from command_line import failing_start
from frames import tap
from health.v1 import health_pb2
from interaction.inspector.v1 import inspector_service_pb2
from interaction.inspector.v1.inspector_service_pb2_grpc import InspectorServiceStub
from monitoring import Monitoring
from reflection.v1 import reflection_pb2
from serving import watch
from single_calls import failure, inspect
from steps import close_well, drain_frame, expect_tab, opened

HEALTH = health_pb2.HealthCheckResponse


async def test_sigint_ends_the_server(start):
    assert await (await start()).engine.ended(SIGINT) == 0


async def test_sessions_and_watchers_of_health_hear_of_sigterm(start):
    """An open reflection stream is not waited for."""
    own = await start()
    conversation = await opened(own)
    health = watch(own.channel)
    assert (await health.read()).status == HEALTH.SERVING
    reflecting = own.channel.stream_stream(
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
        reflection_pb2.ServerReflectionRequest.SerializeToString,
        reflection_pb2.ServerReflectionResponse.FromString)()  # fmt: skip
    await reflecting.write(reflection_pb2.ServerReflectionRequest(list_services=""))
    await reflecting.read()
    own.engine.tell(SIGTERM)
    assert (await health.read()).status == HEALTH.NOT_SERVING
    frames, end = await conversation.failure()
    assert sum(frame.HasField("drain") for frame in frames) == 1
    assert (end.code, end.reason) == ("UNAVAILABLE", "DRAINING")
    assert await own.engine.ended() == 0


@pytest.mark.fast
async def test_health_watch_begins_with_the_state_of_known_and_unknown(lab):
    for service, status in [("", HEALTH.SERVING), ("attic", HEALTH.SERVICE_UNKNOWN)]:
        call = watch(lab.channel, service)
        assert (await call.read()).status == status
        call.cancel()


async def expect_forced(lab: Lab, number: Signals) -> None:
    begin = time.monotonic()
    assert await lab.engine.ended(number) == 1
    assert time.monotonic() - begin < 8


async def test_a_second_sigterm_ends_it_at_once_but_not_within_a_second(start):
    """The first one may come twice: to the process, and to its group."""
    own = await start(drain_deadline=60)
    client = await opened(own)
    own.engine.tell(SIGTERM)
    own.engine.tell(SIGTERM)
    await drain_frame(client)
    own.engine.tell(SIGTERM)
    await asyncio.sleep(1.2)
    await expect_tab(client, 1)
    await expect_forced(own, SIGTERM)


@pytest.mark.parametrize("first", [SIGINT, SIGTERM])
async def test_sigint_right_after_a_signal_ends_it_at_once(start, first):
    own = await start(drain_deadline=60)
    client = await opened(own)
    own.engine.tell(first)
    await drain_frame(client)
    await expect_forced(own, SIGINT)


async def test_metrics_and_readiness_until_the_end(start):
    """Ready, then draining; connections that say nothing, or half of it, do not keep the engine."""
    own = await start("--monitoring-port", "0", drain_deadline=9)
    page = Monitoring(await own.engine.next_address("monitoring"))
    found = await page.get("/health/ready")
    assert (found.status, found.text) == (200, "ready")
    client = await opened(own)
    host, port = page.address.split(":")
    pipes = [await asyncio.open_connection(host, int(port)) for _ in range(200)]
    for _, writer in pipes[::2]:
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: a\r\n")
    own.engine.tell(SIGTERM)
    await drain_frame(client)
    found = await page.get("/health/ready")
    assert (found.status, found.text) == (503, "draining")
    assert await page.number("draining") == 1
    assert (await page.get("/health/live")).status == 200
    await client.exchange(tap(1))
    assert await page.number("sessions_active") == 1
    assert await page.number("events_total", "tap") == 1
    await close_well(client)
    begin = time.monotonic()
    assert await own.engine.ended() == 0
    assert time.monotonic() - begin < 4, "monitoring kept the engine"
    for _, writer in pipes:
        writer.close()


async def test_operators_and_monitoring_have_listeners_of_their_own(start):
    """Operators see the sessions on their port, and there alone, until the last one is over."""
    options = ["--operator-port", "0", "--monitoring-port", "0", "--monitoring-host", "127.0.0.2"]
    own = await start(*options, drain_deadline=9)
    address = await own.engine.next_address("operators")
    page = Monitoring(await own.engine.next_address("monitoring"))
    assert page.address.startswith("127.0.0.2:")
    assert (await page.get("/health/ready")).status == 200
    with pytest.raises(ConnectionRefusedError):
        await Monitoring(page.address.replace("0.0.2", "0.0.1")).get("/health/ready")
    async with grpc.aio.insecure_channel(address) as channel:
        client = await opened(own, session_id="here")
        assert (await failure(inspect(own, "ListSessions"))).code == "UNIMPLEMENTED"
        own.engine.tell(SIGTERM)
        await drain_frame(client)
        left = await InspectorServiceStub(channel).ListSessions(
            inspector_service_pb2.ListSessionsRequest())
        assert [each.session_id for each in left.sessions] == ["here"]
        assert (left.next_page_token, left.total) == ("", 1)
        await close_well(client)
        assert await own.engine.ended() == 0


@contextmanager
def supervisor(address: str) -> Iterator[socket.socket]:
    """The socket that an engine writes to, as systemd has one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as own:
        own.setblocking(False)
        own.bind(address.replace("@", "\0", 1))
        yield own


async def heard(supervisor: socket.socket) -> list[str]:
    """The lines of the next datagram."""
    async with asyncio.timeout(5):
        datagram = await asyncio.get_running_loop().sock_recv(supervisor, 4096)
    return datagram.decode().splitlines()


def expect_silence(supervisor: socket.socket) -> None:
    with pytest.raises(BlockingIOError):
        supervisor.recv(4096)


async def test_a_supervisor_hears_that_it_serves_and_drains(start, tmp_path):
    """The latter before the last session is over."""
    with supervisor(f"{tmp_path}/notify") as listener:
        variables = {"NOTIFY_SOCKET": f"{tmp_path}/notify"}
        own = await start("--monitoring-port", "0", drain_deadline=9, variables=variables)
        page = await own.engine.next_address("monitoring")
        places = f"listening on {own.engine.address}, monitoring on {page}"
        assert await heard(listener) == ["READY=1", f"STATUS={places}"]
        client = await opened(own)
        expect_silence(listener)
        own.engine.tell(SIGTERM)
        assert await heard(listener) == ["STOPPING=1", "STATUS=draining"]
        await drain_frame(client)
        await close_well(client)
        assert await own.engine.ended() == 0
        expect_silence(listener)


async def test_a_supervisor_hears_on_an_abstract_socket(start):
    """An engine without a session is down in no time."""
    address = f"@{uuid.uuid4()}"
    with supervisor(address) as listener:
        own = await start(variables={"NOTIFY_SOCKET": address})
        assert (await heard(listener))[0] == "READY=1"
        assert await own.engine.ended(SIGTERM) == 0
        assert (await heard(listener))[0] == "STOPPING=1"


async def test_a_supervisor_that_is_gone_costs_a_warning(start, log):
    gone = {"NOTIFY_SOCKET": "/attic/notify"}
    own = await start("--log-level", "warning", variables=gone, log=log)
    await close_well(await opened(own))
    assert await own.engine.ended(SIGTERM) == 0
    assert "the supervisor cannot be told" in log.text


@pytest.mark.parametrize("address, part", [
    ("run/notify", "'run/notify'"), ("/" + 107 * "a", "108 bytes")])  # fmt: skip
async def test_a_supervisor_s_address_that_is_none(lab, address, part):
    code, lines = await failing_start(lab, "--port", "0", variables={"NOTIFY_SOCKET": address})
    assert (code, len(lines)) == (1, 1)
    assert part in lines[0]
