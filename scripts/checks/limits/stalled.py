"""Clients that stop reading: what they cost, how they end, what they find when they come back."""

import asyncio
import json
import sys
import time
from pathlib import Path

import grpc

from bench import Bench, bench
from expectations import came_true
from conversation import Conversation
from crowd import Crowd, Form, taps, turns
from resuming import expect_same, uninterrupted
from stall_outcome import ALONE, ENDED, READING, STALLING, Outcome

DIETS = {"taps": taps, "turns": turns}
# Enough to fill what may be unacknowledged, and to go on after that.
EVENTS = 600

SHORT = Form(clients=40, events_per_second=20, seconds=4, resumed=20)
# At eight events per second, 33 directives and five seconds more would take ten.
LONG = Form(clients=1000, events_per_second=10, seconds=20, resumed=100)


async def measure(binary: Path, options: list[str], form: Form, diet: str) -> Outcome:
    async with bench(binary, *options) as own:
        descriptors = own.process.descriptors
        probing = await start_probe(own)
        try:
            # The crowd's calls keep their channel open for as long as there are any.
            outcome = await measure_crowd(
                Crowd(form, own, list(DIETS[diet](form, EVENTS))), diet, probing)
        finally:
            if probing.returncode is None:
                probing.kill()
                await probing.wait()
        outcome.show()
        await own.closes(descriptors)
    return outcome


async def start_probe(own: Bench) -> asyncio.subprocess.Process:
    """A session that behaves well; it ends when its standard input does."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-B", Path(__file__).with_name("probe.py"), own.engine.address,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24)  # fmt: skip


async def measure_crowd(crowd: Crowd, diet: str, probing: asyncio.subprocess.Process) -> Outcome:
    form, own, outcome = crowd.form, crowd.own, Outcome(crowd.form, diet)
    phases, memory = outcome.phases, outcome.memory
    phases[ALONE], memory["before"] = time.monotonic(), own.process.memory
    await asyncio.sleep(form.seconds)
    await crowd.open()
    memory["open"] = own.process.memory
    playing = asyncio.create_task(crowd.play())
    phases[READING] = time.monotonic()
    await asyncio.sleep(form.seconds)
    memory["reading"] = own.process.memory
    own.process.peak_mib = own.process.resident_mib
    watching = asyncio.create_task(own.process.watch())
    phases[STALLING] = time.monotonic()
    for peer in crowd.peers:
        peer.begin_to_stall()
    are_ended = await came_true(crowd.are_ended)
    phases[ENDED] = time.monotonic()
    outcome.seconds = phases[ENDED] - phases[STALLING]
    for task in [playing, watching]:
        task.cancel()
    memory["peak"] = own.process.peak_mib * 2**20
    await asyncio.sleep(form.seconds)
    memory["ended, connected"] = own.process.memory
    phases["over"] = time.monotonic()
    outcome.latencies = json.loads((await probing.communicate(b""))[0])
    outcome.reasons = await own.ends()
    outcome.told = await crowd.told()
    outcome.resumed = await resume(crowd) if are_ended else 0
    for peer in crowd.peers:
        peer.close()
    await asyncio.sleep(2)
    memory["closed"] = own.process.memory
    return outcome


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
    form = LONG if is_long else SHORT
    for diet in ["taps", "turns"] if is_long else ["taps"]:
        outcome = await measure(binary, options, form, diet)
        outcome.judge()
        if is_long:
            outcome.judge_times()
