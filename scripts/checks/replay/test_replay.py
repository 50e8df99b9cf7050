"""The bundled traces over gRPC, at their own pace and faster, and the pictures of sessions."""

import subprocess
from pathlib import Path

import pytest

from engine import Engine
from load_tool import LOST, run_load
from own_engine import Start

BUNDLED = Path("Sources/InteractionReplay/Resources")
TRACES = sorted([*Path("Tests/Traces").glob("*/*"), *BUNDLED.iterdir()])
VECTORS = Path("Tests/Traces/vectors")
PICTURES = Path("Sources/interaction-engine/interaction-engine.docc/Resources")
SESSIONS = sorted(file.stem.removeprefix("film-") for file in PICTURES.glob("film-*.svg"))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("fidelity", [["--full-fidelity"], []], ids=["all-samples", "skipping"])
async def test_two_engines_answer_all_traces_as_recorded(
    fidelity: list[str], binary: Path, start: Start
) -> None:
    """With every sample, and without those that a client can skip."""
    outputs = []
    for _ in range(2):
        address = (await start()).engine.address
        ran = run_load(binary, "replay", "--address", address, "--speed", "max", "--quiet",
                       *fidelity, *TRACES)  # fmt: skip
        assert ran.returncode == 0
        outputs.append(ran.stdout)
    assert outputs[0] == outputs[1]


@pytest.mark.timeout(300)
# The tolerated lag of events, ms: for a busy machine, and small.
@pytest.mark.parametrize("allowed_lag", ["60000", pytest.param("2", marks=pytest.mark.long)])
@pytest.mark.parametrize("speed, traces", [
    ("1x", [VECTORS / "V7-home-refined.txt", VECTORS / "V3-home-literal.txt"]),
    ("10x", [Path("Tests/Traces/generated/seed-12.trace"),
             Path("Tests/Traces/recorded/browser-flings.txt")])])  # fmt: skip
async def test_sessions_go_as_recorded_at_their_pace_and_faster(
    speed: str, traces: list[Path], allowed_lag: str, binary: Path, engine: Engine
) -> None:
    ran = run_load(
        binary, "run", *traces, "--address", engine.address, "--speed", speed, "--sessions", "4",
        "--total", "4", "--allowed-lag", allowed_lag, "--slo", "mismatches==0",
        "--slo", "errors==0")  # fmt: skip
    assert ran.returncode == 0


async def test_a_tampered_recording_differs(
    binary: Path, engine: Engine, tmp_path: Path
) -> None:
    text = (VECTORS / "V1-home-refined.txt").read_text("utf-8")
    tampered = tmp_path / "tampered.txt"
    tampered.write_text(text.replace('"name":"rocket"', '"name":"racket"'), encoding="utf-8")
    ran = run_load(
        binary, "replay", "--address", engine.address, "--speed", "max", "--quiet", tampered)
    assert ran.returncode == LOST
    assert "racket" in ran.stdout


@pytest.mark.parametrize("session", SESSIONS)
def test_a_demo_goes_as_recorded(session: str, binary: Path) -> None:
    demo = subprocess.run([binary, "demo", session, "--speed", "max"], check=True,
                          stdout=subprocess.PIPE, text=True)  # fmt: skip
    assert "all as recorded" in demo.stdout


@pytest.mark.timeout(300)
def test_the_pictures_are_those_that_scripts_draw_draws(binary: Path, tmp_path: Path) -> None:
    subprocess.run(["scripts/draw", tmp_path, binary.parent], check=True, stdout=subprocess.DEVNULL)
    drawn = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert {f"film-{session}.svg" for session in SESSIONS} <= drawn.keys()
    assert [name for name in drawn if (PICTURES / name).read_bytes() != drawn[name]] == []
