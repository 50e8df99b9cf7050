"""Two thousand sessions that lose their calls at once, while others begin.

The engine refuses what it would refuse in operation.
"""

import asyncio
import signal
from pathlib import Path

import pytest

from engine import running
from load_tool import run_load
from own_engine import add_key_by

PEERS = Path("scripts/benchmark/peers")
PLAY = ["--experience-file", PEERS / "home-without-floor.yaml", "--allowed-lag", "60000"]
# A busy engine may refuse those that begin meanwhile, but has to answer them.
ARRIVALS = "--speed 0.5x --arrival-rate 2 --slo errors<=100%".split()
HERD = "--max-gap 0.1 --loop 5 --stage 10s:2150 --slo errors==0 --slo mismatches==0".split()
# The forms also ask for this, of the herd and of the others; on a slow machine not all are there
# when their calls are cut.
SHORT = "--slo lost>=500 --slo resumed>=500".split(), []
LONG = ("--slo lost>=2000 --slo resumed>=2000 --slo gap:max<=30s".split(),
        "--slo open_latency:p99<=5s --slo errors<=50%".split())  # fmt: skip


@pytest.mark.timeout(1400)
@pytest.mark.parametrize("times, speed, seconds, pause, way", [
    pytest.param(SHORT, "0.01x", 34, 25, ["--connections", "20"], id="calls"),
    *[pytest.param(LONG, "0.02x", 210, 40, way, id=f"five times, {name}", marks=pytest.mark.long)
      for name, way in [("calls", ["--connections", "20"]),
                        ("connections", ["--connections", "2000"]),
                        ("WebSockets", ["--websocket"])]]])  # fmt: skip
async def test_2000_sessions_that_are_cut_at_once_come_back(
    times: tuple[list[str], list[str]], speed: str, seconds: int, pause: int, way: list[str],
    binary: Path, tmp_path: Path,
) -> None:  # fmt: skip
    """The herd loses its calls each PAUSE seconds."""
    of_herd, of_others = times
    await add_key_by(binary, tmp_path / "keys", "first")
    async with running(
        binary, "--web-port", "0", "--checkpoint-keys", tmp_path / "keys", "--experiences", PEERS,
        # For a client that is late, it plays no ticks of its own.
        "--limit", "tick-grace-ms=3600000", is_patient=False, drain_deadline=10,
    ) as engine:  # fmt: skip
        web = await engine.next_address("browsers")
        # Slowly: sessions that a busy engine refused would come seconds later, and miss the cut.
        ran = await asyncio.gather(
            asyncio.to_thread(
                run_load, binary, "run", PEERS / "session.txt:7", PEERS / "taps.txt:1", *PLAY,
                *HERD, *way, "--address", web if "--websocket" in way else engine.address,
                "--speed", speed, "--stage", f"{seconds - 10}s:2150", "--cut-every", str(pause),
                *of_herd),
            asyncio.to_thread(
                run_load, binary, "run", PEERS / "taps.txt", *PLAY, *ARRIVALS,
                "--address", engine.address, "--duration", str(seconds), *of_others))
        assert [each.returncode for each in ran] == [0, 0]
        assert await engine.ended(signal.SIGTERM) == 0
