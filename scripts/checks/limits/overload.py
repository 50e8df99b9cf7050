"""An engine that is offered more sessions than it can serve, and its service in each phase."""

import asyncio
import json
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import fmean
from typing import Any

from channels import connect
from conversation import Conversation, StreamEnded
from engine import Engine, running
from figures import percentile
from own_engine import limits
from process import Process, on_core
from programs import running_load

# Busy processes share the engine's core, which makes it slow enough to overload.
ENGINE_CORE, CLIENT_CORE, BUSY = 0, 1, 3
BUSY_LOOP = ["setpriv", "--pdeathsig", "KILL", "sh", "-c", "while :; do :; done"]
# A late engine must not tick in place of a client, since that changes directives.
OPTIONS = limits(tick_grace_ms=3_600_000)
TRACES = [f"Tests/Traces/recorded/browser-{name}.txt" for name in ["browse", "flings", "pulldown"]]
# The duration of the longest trace, seconds.
LIFE = 12
# Sessions are played to their end; refusals and latencies are judged here.
LOAD = ["--total", "1000000000", "--arrival-rate", "1", "--connections", "100",
        "--batch", "16", "--allowed-lag", "60s", "--slo", "errors>=0"]  # fmt: skip
# The seconds that an engine has to be well to count as recovered, and the tolerance on latency.
LASTING, SLACK = 3, 0.05

JSON = dict[str, Any]


@dataclass(frozen=True)
class Phase:
    """A phase in which sessions arrive at one rate, and an optional one at a lower rate after it."""

    report: JSON
    # The seconds in which all sessions are of this rate, and those after them.
    rows: list[JSON]
    later: list[JSON]
    # The p99 latency of refusals, seconds, and the engine's memory at the end, bytes.
    refusal: float
    memory: int

    def latency(self, name: str) -> float:
        """Returns a percentile of the seconds from an event's scheduled time to its directive."""
        return self.report["directiveLatency"]["percentiles"][name] / 1e6

    @property
    def goodput(self) -> float:
        """The directives per second."""
        return fmean(row["directives"] for row in self.rows)

    @property
    def refused(self) -> float:
        """The share of refused sessions."""
        refused, opened = (sum(row[name] for row in self.rows) for name in ["errors", "opened"])
        return refused / max(refused + opened, 1)

    def recovery(self, normal: float) -> float:
        """Returns the seconds until all sessions are admitted and about as fast as `normal`."""
        are_well = [not row["errors"] and row.get("p50", inf) / 1e6 <= 2 * normal + SLACK
                    for row in self.later]  # fmt: skip
        found = (at for at in range(len(are_well) - LASTING + 1)
                 if all(are_well[at : at + LASTING]))  # fmt: skip
        return next(found, inf)

    def __str__(self) -> str:
        return (
            f"{self.goodput:.0f} directives/s, p50/p99 {1e3 * self.latency('p50'):.0f}/"
            f"{1e3 * self.latency('p99'):.0f} ms, {self.refused:.0%} refused, refusal p99 "
            f"{1e3 * self.refusal:.0f} ms, {self.memory >> 20} MiB")  # fmt: skip


class OverloadedEngine:
    def __init__(self, binary: Path, engine: Engine, folder: Path) -> None:
        self._binary, self._engine, self._file = binary, engine, folder / "load.json"
        self._refusals: list[float] = []

    async def load(self, steps: list[tuple[float, float]], *options: str, code: int = 0) -> JSON:
        """Starts sessions by steps of seconds and sessions per second. Returns the report."""
        stages = [part for seconds, rate in steps
                  for part in ["--stage", f"1ms:{rate}", "--stage", f"{seconds}s:{rate}"]]
        async with running_load(
            self._binary, "run", *TRACES, "--address", self._engine.address, *LOAD, *stages,
            "--json", self._file, *options,
        ) as load:  # fmt: skip
            while load.returncode is None:
                await self.is_let_in()
                await asyncio.sleep(0.1)
            print((await load.communicate())[0].decode())
        assert load.returncode == code
        report: JSON = json.loads(self._file.read_text())
        ends = {cause["name"] for cause in report["causes"]}
        assert ends <= {"OVERLOADED"}
        opened, refused, ended = (
            sum(row[name] for row in report["rows"]) for name in ["opened", "errors", "ended"])
        assert code or opened + refused == ended, "admitted sessions were refused"
        return report

    async def phase(self, rate: float, seconds: int, *later: tuple[int, float]) -> Phase:
        self._refusals.clear()
        report = await self.load([(LIFE + seconds, rate), *later])
        rows = report["rows"][LIFE:]
        end = seconds + sum(each for each, _ in later)
        return Phase(report, rows[:seconds], rows[seconds:end], percentile(self._refusals, 99),
                     Process(self._engine.pid).memory)  # fmt: skip

    async def is_let_in(self) -> bool:
        """Returns whether a new connection's session is admitted. Refusals have a retry delay."""
        async with connect(self._engine.address) as channel:
            await channel.channel_ready()
            start = time.monotonic()
            conversation = Conversation(channel)
            try:
                await conversation.open()
            except StreamEnded as ended:
                self._refusals.append(time.monotonic() - start)
                assert ended.failure.reason == "OVERLOADED"
                assert ended.failure.retry_delay is not None, "a refusal without a delay"
                return False
            await conversation.close()
        return True


@asynccontextmanager
async def overloaded(binary: Path, folder: Path) -> AsyncIterator[OverloadedEngine]:
    """An engine that shares its core with busy processes, and clients on another one."""
    with ExitStack() as stack:
        with on_core(ENGINE_CORE):
            for _ in range(BUSY):
                process = stack.enter_context(subprocess.Popen(BUSY_LOOP))
                stack.callback(process.kill)
        stack.enter_context(on_core(CLIENT_CORE))
        async with running(binary, *OPTIONS, core=ENGINE_CORE, is_patient=False) as engine:
            yield OverloadedEngine(binary, engine, folder)
