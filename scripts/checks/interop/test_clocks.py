"""Times of day that jump by an hour under sessions, at two engines with one key."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bearers import caller, expect_refused, token_options
from checks import Lab, eventually
from engine import PATIENT
from frames import heartbeat, now_us, tap
from interaction.v1 import interaction_service_pb2
from monitoring import Monitoring
from own_engine import Start
from resuming import RESTARTED, Resume, Survivor
from steps import EngineLog, expect_tab, opened, tabs, told
from tokens import signer, write_keys
from wall_clock import WallClock, wall_clocks

HOUR = 3600
SESSIONS = 5
EXPIRED = interaction_service_pb2.RESTART_REASON_EXPIRED
# Seconds within which an engine notices a jump; it looks every second.
NOTICED = 4
# A token counts for so long after `exp`, seconds.
LEEWAY = 25


class ClockedEngine:
    """An engine with a time of day of its own, and sessions that go on all the time."""

    def __init__(self, lab: Lab, clock: WallClock, page: Monitoring, log: EngineLog) -> None:
        self.lab, self.page, self.log = lab, page, log
        self._clock = clock
        self._sessions: list[Survivor] = []
        self._jumps = 0

    async def session(self, name: str) -> Survivor:
        """A new session that has a checkpoint."""
        survivor = Survivor(f"{name}-{self.lab.engine.port}-{self._jumps}")
        await survivor.open(self.lab.conversation())
        await survivor.exchange(tap(1, now_us()), tap(0, now_us()))
        assert survivor.checkpoint.token
        return survivor

    async def open(self) -> None:
        self._sessions = [await self.session(f"open-{number}") for number in range(SESSIONS)]

    async def jump(self, ahead: int) -> None:
        """Sets the clock, and waits until the engine has noticed."""
        self._clock.set_ahead(ahead)
        self._jumps += 1

        async def is_counted() -> bool:
            return await self.page.number("clock_jumps_total") == self._jumps

        await eventually("a jump is counted", is_counted, NOTICED)

    async def expect_undisturbed(self) -> None:
        """Every session answers taps and heartbeats, and the engine is ready."""
        for session in self._sessions:
            await session.conversation.send(heartbeat(now_us()))
            frames = await session.exchange(tap(1, now_us()), tap(0, now_us()))
            assert tabs(frames) == [1, 0], told(frames)
            assert sum(frame.HasField("heartbeat") for frame in frames) == 1, told(frames)
        assert await self.page.is_ready()

    async def expect_resumed(self, session: Survivor) -> None:
        """Goes on here with a session of any engine's."""
        session.conversation.cancel()
        await session.resume(self.lab.conversation())

    async def expect_expired(self, session: Survivor) -> None:
        """The same, and its checkpoint counts no more."""
        session.conversation.cancel()
        opened = await session.open(self.lab.conversation(), resume=Resume(
            token=session.checkpoint.token, directive=session.applied,
            first_event=session.checkpoint.event + 1))  # fmt: skip
        assert (opened.outcome, opened.restart_reason) == (RESTARTED, EXPIRED)

    async def expect_from_future(self, count: int) -> None:
        """So many checkpoints were refused since they are from the future, and told."""
        assert await self.page.number("checkpoints_from_future_total") == count
        assert self.log.text.count('event="checkpoint from the future"') == count

    async def expect_jumps_told(self) -> None:
        counted = await self.page.number("clock_jumps_total")
        assert self.log.text.count("the time of day has jumped") == counted


@pytest.fixture
def clocks() -> Iterator[list[WallClock]]:
    with wall_clocks(2) as clocks:
        yield clocks


async def clocked(start: Start, clock: WallClock, log: Path, *options: str | Path) -> ClockedEngine:
    told = EngineLog(log)
    own = await start(
        *PATIENT, "--log-level", "info", "--monitoring-port", "0", *options, log=told,
        variables=clock.variables)  # fmt: skip
    page = Monitoring(await own.engine.next_address("monitoring"))
    return ClockedEngine(own, clock, page, told)


async def test_the_time_of_day_jumps_by_an_hour_at_both_engines_and_at_one(
    start, clocks, keys, tmp_path
):
    """No session ends and no tap is lost; checkpoints go by the time of day."""
    one, two = both = [
        await clocked(start, clock, tmp_path / f"log-{number}", "--checkpoint-keys", keys)
        for number, clock in enumerate(clocks)]  # fmt: skip
    for engine in both:
        await engine.open()
    for ahead, from_future in [(HOUR, 0), (0, 1)]:
        before = await one.session("before")
        for engine in both:
            await engine.jump(ahead)
            await engine.expect_undisturbed()
        await two.expect_expired(before)
        await two.expect_from_future(from_future)
        await two.expect_resumed(await one.session("after"))
    before = await one.session("before")
    await one.jump(HOUR)
    for engine in both:
        await engine.expect_undisturbed()
    await one.expect_expired(before)
    await one.expect_resumed(await one.session("after"))
    await two.expect_expired(await one.session("ahead"))
    await two.expect_from_future(2)
    await one.expect_expired(await two.session("behind"))
    await one.expect_from_future(0)
    for engine in both:
        await engine.expect_undisturbed()
        await engine.expect_jumps_told()


async def test_the_time_of_day_jumps_past_a_token_s_end(start, clocks, tmp_path):
    """That ends its stream, a grace later than `exp`."""
    keys = tmp_path / "keys.json"
    write_keys(keys, signer())
    engine = await clocked(start, clocks[0], tmp_path / "log", *token_options(keys))
    # After the jump the second one has four seconds of its grace.
    now = int(time.time())
    streams = [await opened(caller(engine.lab, exp=now + left))
               for left in [600, HOUR - LEEWAY + 4, 2 * HOUR]]  # fmt: skip
    await engine.jump(HOUR)
    _, end = await streams[0].failure()
    expect_refused(end, "TOKEN_EXPIRED")
    await expect_tab(streams[1], 1)
    _, end = await streams[1].failure()
    expect_refused(end, "TOKEN_EXPIRED")
    await expect_tab(streams[2], 1)
    await engine.expect_jumps_told()
