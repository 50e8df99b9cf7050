"""Times of day that jump by an hour under sessions, at two engines with one key."""

import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from callers import caller, expect_unauthenticated, token_options
from checks import Check, Lab, eventually, expect, expect_that
from engine import PATIENT
from frames import heartbeat, now_us, tap
from interaction.v1 import interaction_service_pb2
from monitoring import Monitoring, line_of
from own_engine import key_file, own_engine
from resuming import RESTARTED, Resume, Survivor
from session_checks import tabs
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

    def __init__(self, lab: Lab, clock: WallClock, page: Monitoring, log: Path) -> None:
        self.lab, self.page = lab, page
        self._clock, self._log = clock, log
        self._sessions: list[Survivor] = []
        self._jumps = 0

    @property
    def log(self) -> str:
        return self._log.read_text()

    async def session(self, name: str) -> Survivor:
        """A new session that has a checkpoint."""
        survivor = Survivor(f"{name}-{self.lab.engine.port}-{self._jumps}")
        await survivor.open(self.lab.conversation())
        await survivor.exchange(tap(1, now_us()), tap(0, now_us()))
        expect_that(survivor.checkpoint.token != b"", "a session has no checkpoint")
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
            expect("tabs of an open session", tabs(frames), [1, 0])
            expect("heartbeats", sum(frame.HasField("heartbeat") for frame in frames), 1)
        expect("readiness", (await self.page.get("/health/ready")).status, 200)

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
        expect("the session", (opened.outcome, opened.restart_reason), (RESTARTED, EXPIRED))

    async def expect_from_future(self, count: int) -> None:
        """So many checkpoints were refused since they are from the future, and told."""
        expect("counted", await self.page.number("checkpoints_from_future_total"), count)
        expect("told", self.log.count('event="checkpoint from the future"'), count)


@asynccontextmanager
async def clocked(lab: Lab, clock: WallClock, *options: str) -> AsyncIterator[ClockedEngine]:
    options = (*PATIENT, "--log-level", "info", "--monitoring-port", "0", *options)
    with tempfile.NamedTemporaryFile() as log:
        async with own_engine(
            lab, *options, log=log.fileno(), variables=clock.variables
        ) as own:
            page = Monitoring(await line_of(own, "monitoring"))
            engine = ClockedEngine(own, clock, page, Path(log.name))
            yield engine
            expect("jumps that were told", engine.log.count("the time of day has jumped"),
                   await page.number("clock_jumps_total"))  # fmt: skip


async def jumps(lab: Lab) -> None:
    """No session ends and no tap is lost; checkpoints go by the time of day."""
    async with AsyncExitStack() as stack:
        keys = ["--checkpoint-keys", str(await stack.enter_async_context(key_file(lab)))]
        clocks = stack.enter_context(wall_clocks(2))
        one, two = [await stack.enter_async_context(clocked(lab, clock, *keys))
                    for clock in clocks]  # fmt: skip
        both = [one, two]
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


async def tokens(lab: Lab) -> None:
    """A jump past a token's `exp` ends its stream, a grace later than that."""
    with tempfile.TemporaryDirectory() as folder, wall_clocks(1) as [clock]:
        keys = Path(folder) / "keys.json"
        write_keys(keys, signer())
        async with clocked(lab, clock, *token_options(keys)) as engine:
            # After the jump the second one has four seconds of its grace.
            now = int(time.time())
            streams = []
            for left in [600, HOUR - LEEWAY + 4, 2 * HOUR]:
                conversation = caller(engine.lab, exp=now + left).conversation()
                await conversation.open()
                streams.append(conversation)
            await engine.jump(HOUR)
            _, end = await streams[0].failure()
            expect_unauthenticated("expired for long", end, "TOKEN_EXPIRED")
            expect("tabs", tabs(await streams[1].exchange(tap(1))), [1])
            _, end = await streams[1].failure()
            expect_unauthenticated("expired just now", end, "TOKEN_EXPIRED")
            expect("tabs", tabs(await streams[2].exchange(tap(1))), [1])


# They wait until engines notice, and run beside all others.
SLOW_CHECKS = [
    Check("the time of day jumps by an hour, at both engines and at one", jumps, 60),
    Check("the time of day jumps past a token's end", tokens, 40),
]
