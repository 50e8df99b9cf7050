"""Calls that wait for room on their connection: they cost nothing while none comes."""

import asyncio
from pathlib import Path

from checks import expect_that
from condition import Condition, neighbours, running
from http2 import WINDOW_UPDATE, frame
from floods import STEP
from limits import LIMITS
from process import Process
from raw_connection import RawConnection
from window_attacks import ROOMY_STREAMS, waiting_sessions

SESSIONS, CONNECTIONS = 500, 2
SECONDS = 2
MOST_CPU = 0.3


async def waiting_calls(binary: Path) -> str:
    async with running(binary, *LIMITS) as engine, neighbours(engine) as beside:
        process = Process(engine.pid)
        connections = [await RawConnection.connect(engine.port) for _ in range(CONNECTIONS)]
        for connection in connections:
            connection.send(ROOMY_STREAMS)
            for burst in waiting_sessions(SESSIONS):
                await connection.send_all(burst.data, burst.flow)
        await asyncio.sleep(1)
        # Room for a byte: too little for any of them.
        for connection in connections:
            connection.send(frame(WINDOW_UPDATE, 0, 0, STEP))
        start = process.cpu_seconds
        await asyncio.sleep(SECONDS)
        share = (process.cpu_seconds - start) / SECONDS
        text = f"{share:.0%} of a core beside {CONNECTIONS * SESSIONS} calls; "
        text += await beside.unharmed()
        for connection in connections:
            connection.close()
    expect_that(share <= MOST_CPU, f"calls that wait cost {text}")
    return text


CONDITIONS = [Condition("calls that wait for room, of which none comes", waiting_calls)]
