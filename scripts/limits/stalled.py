"""Clients that stop reading: what they cost, how they end, what they find when they come back."""

import asyncio
import json
import sys
import time
from functools import partial
from pathlib import Path

import grpc

from bench import Bench, bench, milliseconds, show, until
from checks import eventually, expect, expect_that
from conversation import Conversation
from crowd import Crowd, Form, Peak, taps, turns
from resuming import expect_same, uninterrupted
from tapping_session import Waits

# What a client that does not read may cost.
CLIENT_BYTES = 300 * 1024
# Enough to fill what may be unacknowledged, and to go on after that.
EVENTS = 600
ENDS_WITHIN = 60

# Figures by the name of the phase that they begin or belong to.
Marks = dict[str, float]

SHORT = Form(clients=40, events_per_second=20, seconds=4, resumed=20)
LONG = Form(clients=1000, events_per_second=8, seconds=20, resumed=100)


async def measure(binary: Path, options: list[str], form: Form, diet: str) -> None:
    make = {"taps": taps, "turns": turns}[diet]
    async with bench(binary, *options) as own:
        descriptors = own.process.descriptors
        probing = await start_probe(own)
        try:
            await measure_crowd(Crowd(form, own, list(make(form, EVENTS))), diet, probing)
        finally:
            if probing.returncode is None:
                probing.kill()
                await probing.wait()
        await eventually("no descriptor left", partial(are_closed, own, descriptors), 10)


async def start_probe(own: Bench) -> asyncio.subprocess.Process:
    """A session that behaves well; it ends when its standard input does."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-B", Path(__file__).with_name("probe.py"), own.engine.address,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24)  # fmt: skip


async def measure_crowd(crowd: Crowd, diet: str, probing: asyncio.subprocess.Process) -> None:
    form, own, size = crowd.form, crowd.own, crowd.form.clients
    moments: Marks = {"no other clients": time.monotonic()}
    memory: Marks = {"before": own.process.memory}
    await asyncio.sleep(form.seconds)
    await crowd.open()
    memory["open"] = own.process.memory
    playing = asyncio.create_task(crowd.play())
    moments[f"{size} that read"] = time.monotonic()
    await asyncio.sleep(form.seconds)
    peak = Peak(own.process)
    memory["reading"] = peak.bytes
    watching = asyncio.create_task(peak.watch())
    moments[f"{size} that stall"] = start = time.monotonic()
    for peer in crowd.peers:
        peer.begin_to_stall()
    are_ended = await until(crowd.are_ended, ENDS_WITHIN)
    moments["ended, connected"] = end = time.monotonic()
    for task in [playing, watching]:
        task.cancel()
    memory["peak"] = peak.bytes
    await asyncio.sleep(form.seconds)
    memory["ended, connected"] = own.process.memory
    moments[""] = time.monotonic()
    latencies = json.loads((await probing.communicate(b""))[0])
    reasons = await own.ends()
    told = sum(peer.is_over for peer in crowd.peers)
    resumed = await resume(crowd) if are_ended else 0
    for peer in crowd.peers:
        peer.close()
    await asyncio.sleep(2)
    memory["closed"] = own.process.memory
    show_memory(f"memory, {size} clients, {diet}", memory, size)
    show_latencies(latencies, moments)
    show("ends", ["", "clients"], [
        *([key[0], f"{count:.0f}"] for key, count in reasons.items()),
        ["told over its connection", str(told)],
        ["resumed and complete", str(resumed)],
        ["seconds to the last end", f"{end - start:.0f}"],
    ])  # fmt: skip
    expect("ends", reasons, {("SLOW_CONSUMER",): size})
    cost = (memory["peak"] - memory["reading"]) // size
    if diet == "taps":
        expect_that(cost <= CLIENT_BYTES, f"a stalled client costs {cost} bytes")


def show_memory(title: str, memory: Marks, size: int) -> None:
    show(title, ["", "MiB", "KiB per client"], [
        [name, f"{found / 2**20:.1f}", f"{(found - memory['before']) / size / 1024:.0f}"]
        for name, found in memory.items()])  # fmt: skip


def show_latencies(latencies: Waits, moments: Marks) -> None:
    phases = zip(moments.items(), [*moments.values()][1:], strict=False)
    show("tap to directive of another client, ms", ["beside", "taps", "p50", "p99"], [
        [name, *milliseconds([seconds for moment, seconds in latencies if since <= moment < to])]
        for (name, since), to in phases])  # fmt: skip


async def are_closed(own: Bench, descriptors: int) -> bool:
    return own.process.descriptors <= descriptors


async def resume(crowd: Crowd) -> int:
    """Some of each way go on from where they stopped reading. Returns how many."""
    async with grpc.aio.insecure_channel(crowd.own.engine.address) as channel:
        expected = await uninterrupted(Conversation(channel), crowd.trace)
        chosen = crowd.peers[: crowd.form.resumed]
        for peer in chosen:
            conversation = Conversation(channel)
            await peer.survivor.resume(conversation)
            await peer.survivor.play()
            expect_same(peer.survivor.directives, expected)
            await conversation.close()
    return len(chosen)


async def run(binary: Path, options: list[str], is_long: bool) -> None:
    await measure(binary, options, LONG if is_long else SHORT, "taps")
    if is_long:
        await measure(binary, options, LONG, "turns")
