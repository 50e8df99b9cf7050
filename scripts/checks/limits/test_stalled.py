"""Clients that stop reading: their cost, their ends, and their resumption."""

import asyncio
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import grpc

import pytest
from bench import bench
from conversation import Conversation
from crowd import Crowd, Form, taps, turns
from expectations import came_true
from figures import milliseconds, percentile
from monitoring import Key
from peer import Stall
from probe import probing
from resuming import expect_same, uninterrupted
from tapping_session import Waits

DIETS = {"taps": taps, "turns": turns}
# Enough to reach the limit of unacknowledged directives, and beyond it.
EVENTS = 600

SHORT = Form(clients=40, events_per_second=20, seconds=4, resumed=20)
# At eight events per second, 33 directives and five seconds more would take ten.
LONG = Form(clients=1000, events_per_second=10, seconds=20, resumed=100)

# The maximum memory of a client that does not read, bytes, by its frames.
CLIENT_BYTES = {"taps": 300 * 1024, "turns": 400 * 1024}
# The bounds of the long form: seconds from the stall until the last session has ended, which the
# engine does not check all the time; and the latency of another client beside them, p99: a factor
# on that beside clients that read, and a number of seconds.
ENDS_WITHIN, RATIO, SLACK = 10.5, 1.2, 0.005
SLOW_CONSUMER = "SLOW_CONSUMER"
# Trailers do not count against a flow-control window, but an unfinished message comes before them:
# a stream whose window was used up within a message ends with RST_STREAM, which has no reason. A
# tap's directives are too small to use up a window before the session ends.
MAY_BE_RESET = {"taps": set[Stall](), "turns": {Stall.STREAM, Stall.CONNECTION}}

# The phases, by the clients beside which another client is measured; the last one is the end.
READING, STALLING, ENDED = "clients that read", "clients that stall", "no clients"


@dataclass
class Outcome:
    form: Form
    diet: str
    # The memory of a client that stalls, bytes.
    cost: float = 0
    # The begin of each phase, in order.
    phases: dict[str, float] = field(default_factory=dict)
    latencies: Waits = field(default_factory=list)
    reasons: dict[Key, float] = field(default_factory=dict)
    told: Counter[tuple[Stall, str | None]] = field(default_factory=Counter)
    # Sessions that were resumed without loss.
    resumed: int = 0

    @property
    def seconds(self) -> float:
        """Seconds from the stall to the last end."""
        return self.phases[ENDED] - self.phases[STALLING]

    def waits(self, phase: str) -> list[float]:
        names = list(self.phases)
        since, to = self.phases[phase], self.phases[names[names.index(phase) + 1]]
        return [seconds for moment, seconds in self.latencies if since <= moment < to]

    def show(self) -> None:
        print(f"{self.form.clients} clients, {self.diet}: {self.cost / 1024:.0f} KiB each")
        for phase in [READING, STALLING]:
            waits = self.waits(phase)
            print(f"  {len(waits)} taps beside {phase}: p50/p99 {milliseconds(waits)} ms")
        print(f"  ends {self.reasons}, the last after {self.seconds:.1f} s; told {self.told}; "
              f"{self.resumed} resumed and complete")  # fmt: skip

    def judge(self) -> None:
        assert self.reasons == {(SLOW_CONSUMER,): self.form.clients}
        assert not self._misled, "clients were told something else"
        assert self.cost <= CLIENT_BYTES[self.diet], "a stalled client costs too much memory"
        assert self.resumed == self.form.resumed

    def judge_times(self) -> None:
        assert self.seconds <= ENDS_WITHIN, "the last end came too late"
        usual, found = (percentile(self.waits(phase), 99) for phase in [READING, STALLING])
        # NaN if there was no tap.
        assert found <= RATIO * usual + SLACK, "another client's taps took too long, p99"

    @property
    def _misled(self) -> list[str]:
        return [
            f"{count} without {stall.value}: {end}"
            for (stall, end), count in self.told.items()
            if end != SLOW_CONSUMER
            and not (end == "RESET" and stall in MAY_BE_RESET[self.diet])]  # fmt: skip


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
