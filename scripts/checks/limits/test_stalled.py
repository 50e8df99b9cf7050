"""Clients that stop reading: their cost, their ends, and their resumption."""

import asyncio
import json
import time
from pathlib import Path

import grpc

import pytest
from bench import bench
from expectations import came_true
from conversation import Conversation
from crowd import Crowd, Form, taps, turns
from probe import probing
from resuming import expect_same, uninterrupted
from stall_outcome import ENDED, READING, STALLING, Outcome

DIETS = {"taps": taps, "turns": turns}
# Enough to reach the limit of unacknowledged directives, and beyond it.
EVENTS = 600

SHORT = Form(clients=40, events_per_second=20, seconds=4, resumed=20)
# At eight events per second, 33 directives and five seconds more would take ten.
LONG = Form(clients=1000, events_per_second=10, seconds=20, resumed=100)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("form, diet", [
    (SHORT, "taps"), *(pytest.param(LONG, diet, marks=pytest.mark.long) for diet in DIETS)])
async def test_clients_that_stop_reading_are_ended_and_find_everything_again(
    binary: Path, form: Form, diet: str
) -> None:
    async with bench(binary) as own:
        descriptors = own.process.descriptors
        async with probing(own.engine.address) as probe:
            # No reference to the crowd may remain here: its calls would keep their channel open.
            outcome = await measure(Crowd(form, own, list(DIETS[diet](form, EVENTS))), diet, probe)
        outcome.show()
        await own.closes(descriptors)
    outcome.judge()
    if form == LONG:
        outcome.judge_times()


async def measure(crowd: Crowd, diet: str, probe: asyncio.subprocess.Process) -> Outcome:
    form, own, outcome = crowd.form, crowd.own, Outcome(crowd.form, diet)
    phases = outcome.phases
    await crowd.open()
    playing = asyncio.create_task(crowd.play())
    phases[READING] = time.monotonic()
    await asyncio.sleep(form.seconds)
    reading = own.process.resident_mib
    own.process.forget_peak()
    phases[STALLING] = time.monotonic()
    for peer in crowd.peers:
        peer.begin_to_stall()
    are_ended = await came_true(crowd.are_ended)
    phases[ENDED] = time.monotonic()
    playing.cancel()
    outcome.cost = (own.process.peak_mib - reading) * 2**20 / form.clients
    outcome.latencies = json.loads((await probe.communicate(b""))[0])
    outcome.reasons = await own.ends()
    outcome.told = await crowd.told()
    outcome.resumed = await resume(crowd) if are_ended else 0
    for peer in crowd.peers:
        peer.close()
    return outcome


async def resume(crowd: Crowd) -> int:
    """Resumes some clients of each way at the point of their stall. Returns their number."""
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
