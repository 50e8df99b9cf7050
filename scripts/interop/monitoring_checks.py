"""Metrics, and whether the engine wants work."""

import asyncio
import re
import signal
import time
from typing import Any

from backend import COUNT_UP, order
from call_checks import failure, simulate
from called_session import CalledSession
from callers import caller, guarded
from checks import Check, Lab, eventually, expect, expect_in, expect_that
from conversation import Conversation
from drain_checks import drain_frame
from frames import batch, opening, scroll, tap
from inspector_checks import listed
from monitoring import SERIES, Monitoring, line_of, monitored
from resuming import RESTARTED, Survivor
from services import experiences
from session_checks import close_well, tabs
from shop import shop


async def opened(lab: Lab, **fields: Any) -> Conversation:
    conversation = lab.conversation()
    await conversation.open(**fields)
    return conversation


async def pages(lab: Lab) -> None:
    async with monitored(lab) as (_, page):
        metrics = await page.get("/metrics")
        expect("status", metrics.status, 200)
        expect("type", metrics.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8")
        for path, text in {"/health/live": "ok", "/health/ready": "ready"}.items():
            found = await page.get(path)
            expect(path, (found.status, found.text), (200, text))
        expect_in("/metrics", (await page.get("/")).text)
        expect("HEAD", (await page.get("/metrics", "HEAD")).text, "")
        for path, method, status in [
            ("/attic", "GET", 404), ("/metrics/", "GET", 404), ("/metrics", "POST", 404),
            ("/metrics?name=attic", "GET", 200), ("/../metrics", "GET", 404),
        ]:  # fmt: skip
            expect(f"{method} {path}", (await page.get(path, method)).status, status)
        expect("a body", (await page.get("/metrics", "GET", "x" * 5000)).status, 413)
        found = await page.get("/metrics")
        expect("then", found.status, 200)
        described(found.text)


def described(text: str) -> None:
    """Every series has its type before it, and no two are the same."""
    types: dict[str, str] = {}
    seen = set()
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            expect_that(name not in types, f"{name} has two types")
            types[name] = kind
        elif not line.startswith("# HELP "):
            match = SERIES.fullmatch(line)
            expect_that(match is not None, f"the line is {line!r}")
            assert match
            name = re.sub(r"_(bucket|sum|count)$", "", match[1])
            expect_that(name in types or match[1] in types, f"{match[1]} has no type")
            expect_that((match[1], match[2]) not in seen, f"{line} comes twice")
            seen.add((match[1], match[2]))
    expect_that(len(types) > 3, f"there are only {list(types)}")


async def sessions(lab: Lab) -> None:
    async with monitored(lab) as (own, page):
        clients = [await opened(own, session_id=f"secret-{number}", user="anna")
                   for number in range(3)]
        called = CalledSession(own)
        await called.open()
        expect("active", await page.number("sessions_active"), 4)
        await clients[0].exchange(tap(1), tap(2), scroll(0, 1), scroll(1, 2))
        expect("events", await page.numbers("events_total"), {("scroll",): 2, ("tap",): 2})
        frames = await clients[1].exchange(tap(1), tap(1), tap(0))
        selected = 2 + len(tabs(frames))

        async def counted() -> bool:
            return await page.number("directives_total", "animate") == selected

        await eventually("all tabs counted", counted)
        expect("new ones", await page.numbers("resumes_total"), {("new",): 4})
        for client in [*clients, called]:
            await close_well(client)
        await settled(page)
        text = (await page.get("/metrics")).text
        for secret in ["secret", "anna", "interop"]:
            expect_that(secret not in text, f"{secret!r} is in the metrics")
        for name in ["sessions_active", "events_total", "directives_total", "resumes_total"]:
            expect_in(f"# HELP interaction_{name} ", text)
        expect_in("process_resident_memory_bytes ", text)


async def settled(page: Monitoring) -> None:
    async def nobody() -> bool:
        return await page.number("sessions_active") == 0

    await eventually("no session is active", nobody, 3)


async def resumed(lab: Lab) -> None:
    async with monitored(lab) as (own, page):
        survivor = Survivor("resumed")
        await survivor.open(own.conversation())
        for turn in range(3):
            await survivor.exchange(tap(1 + turn % 2))
            survivor.conversation.cancel()
            await survivor.resume(own.conversation())
        opened = await Survivor("changed").open(
            own.conversation(), resume={"token": b"attic", "first_event": 1})
        expect("outcome", opened.outcome, RESTARTED)
        numbers = await page.numbers("resumes_total")
        expect("new", numbers.pop(("new",)), 1)
        expect("resumed", numbers.pop(("resumed",)), 3)
        ((outcome, reason),) = numbers
        expect("the other", (outcome, numbers[outcome, reason]), ("restarted", 1))
        expect_in("invalid", reason.lower())
        expect("active", await page.number("sessions_active"), 2)


async def rejected(lab: Lab) -> None:
    async with monitored(lab) as (own, page):
        for count, (reason, frames) in enumerate([
            ("OPEN_REQUIRED", [batch(1, tap(1))]), ("ALREADY_OPEN", [opening(), opening()]),
            ("UNKNOWN_EXPERIENCE", [opening(experience="attic")]),
            ("SEQUENCE_GAP", [opening(), batch(7, tap(1))]), ("MALFORMED_FRAME", [b"\xff"]),
        ], 1):  # fmt: skip
            for _ in range(count):
                _, end = await own.conversation().failure(*frames)
                expect("reason", end.reason, reason)
            expect(reason, await page.number("rejected_total", reason), count)
        first = await opened(own, session_id="twice")
        await opened(own, session_id="twice", epoch=2)
        expect("end of the first", (await first.failure_within(5))[1].reason, "SUPERSEDED")
        expect("SUPERSEDED", await page.number("rejected_total", "SUPERSEDED"), 1)


async def commands(lab: Lab) -> None:
    async with shop(lab, "--monitoring-port", "0") as own:
        page = Monitoring(await line_of(own, "monitoring"))
        await opened(own, session_id="shop", experience="shop")
        for number in range(2):
            await order(own, "SetBadge", f"up-{number}", **COUNT_UP)
        expect("commands", sum((await page.numbers("commands_total")).values()), 2)


async def refused_callers(lab: Lab) -> None:
    """Whoever is not let in is counted, too."""
    async with guarded(lab, "--monitoring-port", "0") as (own, _):
        page = Monitoring(await line_of(own, "monitoring"))
        await failure(simulate(own))
        await own.conversation().failure(opening())
        await failure(simulate(caller(own, aud="attic")))
        await failure(experiences(caller(own).channel))
        expect("rejected", await page.numbers("rejected_total"), {
            ("ROLE_MISSING",): 1, ("TOKEN_INVALID",): 1, ("TOKEN_MISSING",): 2})


async def crowd(lab: Lab) -> None:
    """Many come and go at the same moment, and in the end nobody is there."""
    async with monitored(lab) as (own, page):
        for _ in range(5):
            clients = await asyncio.gather(*(opened(own) for _ in range(100)))
            expect("sessions", (await listed(own))[2], 100)
            expect("active", await page.number("sessions_active"), 100)
            for client in clients:
                client.cancel()
            await settled(page)
        expect("new ones", await page.number("resumes_total", "new"), 500)


async def readiness(lab: Lab) -> None:
    async with monitored(lab, drain_deadline=9) as (own, page):
        client = await opened(own)
        own.engine.tell(signal.SIGTERM)
        await drain_frame(client)
        found = await page.get("/health/ready")
        expect("ready", (found.status, found.text), (503, "draining"))
        expect("live", (await page.get("/health/live")).status, 200)
        expect("active", await page.number("sessions_active"), 1)
        await client.exchange(tap(1))
        expect("events", await page.number("events_total", "tap"), 1)
        await close_well(client)
        start = time.monotonic()
        expect("exit code", await own.engine.ended(), 0)
        expect_that(time.monotonic() - start < 4, "monitoring kept the engine")


async def idle_reader(lab: Lab) -> None:
    """A connection that asks for nothing, or does not finish asking, does not keep the engine."""
    async with monitored(lab) as (own, page):
        host, port = page.address.split(":")
        pipes = [await asyncio.open_connection(host, int(port)) for _ in range(3)]
        pipes[1][1].write(b"GET /metrics HTTP/1.1\r\nHost: a\r\n")
        pipes[2][1].write(b"POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
        expect("metrics beside them", (await page.get("/metrics")).status, 200)
        start = time.monotonic()
        expect("exit code", await own.engine.ended(signal.SIGTERM), 0)
        expect_that(time.monotonic() - start < 8, "silent connections kept the engine")
        for _, writer in pipes:
            writer.close()


async def silent_crowd(lab: Lab) -> None:
    """However many connections say nothing, whoever asks is answered."""
    async with monitored(lab) as (_, page):
        host, port = page.address.split(":")
        pipes = [await asyncio.open_connection(host, int(port)) for _ in range(200)]
        for _, writer in pipes[::2]:
            writer.write(b"GET /health/live HTTP/1.1\r\n")
        for path in ["/health/live", "/health/ready", "/metrics"]:
            start = time.monotonic()
            expect(path, (await page.get(path)).status, 200)
            expect_that(time.monotonic() - start < 10, f"{path} took long")
        for _, writer in pipes:
            writer.close()


async def from_the_start(lab: Lab) -> None:
    """Every counter is there before it counts, with each of its labels: whoever scrapes sees the first
    one happen. Nothing comes later that is not there."""
    async with monitored(lab) as (own, page):
        before = series((await page.get("/metrics")).text)
        for name in [
            'events_total{kind="tap"}', 'directives_total{kind="animate"}',
            'rejected_total{reason="OVERLOADED"}', 'resumes_total{outcome="new"}',
            'resumes_total{outcome="restarted",reason="UNKNOWN_KEY"}',
            'commands_total{outcome="applied"}', 'experience_reloads_total{result="error"}',
            "slow_consumers_total", "held_back_total", "recordings_incomplete_total",
            "connections_refused_total", 'decision_seconds_bucket{le="0.001"}',
        ]:
            expect_that(f"interaction_{name}" in before, f"interaction_{name} is not there")
        client = await opened(own, session_id="first")
        await client.exchange(tap(1), scroll(0, 1), scroll(300, 2))
        await own.conversation().failure(opening(experience="attic"))
        expect("new series", series((await page.get("/metrics")).text) - before, set())
        decisions = await page.number("decision_seconds_count")
        expect_that(decisions >= 1, "no decision was measured")


def series(text: str) -> set[str]:
    return {line.rpartition(" ")[0] for line in text.splitlines() if not line.startswith("#")}


CHECKS = [
    Check("monitoring: pages, and what is none", pages),
    Check("metrics: sessions, events, directives", sessions),
    Check("metrics: everything is there from the start", from_the_start),
    Check("metrics: resumed and restarted sessions", resumed),
    Check("metrics: streams that were refused, by reason", rejected),
    Check("metrics: callers that were refused", refused_callers),
    Check("metrics: commands of backends", commands),
    Check("metrics: 500 sessions that come and go at once", crowd),
    Check("readiness: 503 while draining", readiness),
    Check("monitoring: silent connections at the end", idle_reader),
    Check("monitoring: silent connections do not keep others out", silent_crowd),
]
