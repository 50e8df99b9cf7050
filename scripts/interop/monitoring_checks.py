"""Metrics and readiness over HTTP, as long as the engine runs."""

import asyncio
import signal
import time

from checks import Check, Lab, expect, expect_that
from drain_checks import drain_frame, opened
from frames import tap
from monitoring import monitored
from session_checks import close_well


async def to_the_end(lab: Lab) -> None:
    """Ready, then draining; connections that say nothing, or half of it, do not keep the engine."""
    async with monitored(lab, drain_deadline=9) as (own, page):
        found = await page.get("/health/ready")
        expect("ready", (found.status, found.text), (200, "ready"))
        client = await opened(own)
        host, port = page.address.split(":")
        pipes = [await asyncio.open_connection(host, int(port)) for _ in range(200)]
        for _, writer in pipes[::2]:
            writer.write(b"GET /metrics HTTP/1.1\r\nHost: a\r\n")
        own.engine.tell(signal.SIGTERM)
        await drain_frame(client)
        found = await page.get("/health/ready")
        expect("ready", (found.status, found.text), (503, "draining"))
        expect("draining", await page.number("draining"), 1)
        expect("live", (await page.get("/health/live")).status, 200)
        await client.exchange(tap(1))
        expect("active", await page.number("sessions_active"), 1)
        expect("events", await page.number("events_total", "tap"), 1)
        await close_well(client)
        start = time.monotonic()
        expect("exit code", await own.engine.ended(), 0)
        expect_that(time.monotonic() - start < 4, "monitoring kept the engine")
        for _, writer in pipes:
            writer.close()


CHECKS = [Check("monitoring: metrics, readiness, silent connections at the end", to_the_end, 40)]
