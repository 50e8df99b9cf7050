"""interaction-load as people and scripts use it: what it prints, writes and exits with."""

import asyncio
import json
import re
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from callers import token_options
from certificates import LOOPBACK
from checks import Check, Lab, expect, expect_in, expect_that
from own_engine import own_engine
from tls_checks import Secured, secured
from tokens import replace_file, signer, write_keys
from tool_checks import Output
from traces import ROOT

# A second and 2 directives.
SHORT = ROOT / "Tests/Traces/vectors/V1-home-refined.txt"
# 12 seconds.
LONG = ROOT / "Tests/Traces/recorded/browser-flings.txt"
SILENT = """trace 1
experience home-refined
client checks
environment width=375 height=812 scale=3 top=44 bottom=34
> 0 scroll home 1 began x=0 y=100
> 16000 scroll home 1 ended x=0 y=101 v=0
> 32000 scroll home 1 settled x=0 y=101
"""


@asynccontextmanager
async def load(lab: Lab, *arguments: str | Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The harness at work, which is ended in any case."""
    process = await asyncio.create_subprocess_exec(
        lab.binary.parent / "interaction-load", *arguments, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()


async def end(process: asyncio.subprocess.Process) -> Output:
    out, err = await process.communicate()
    assert process.returncode is not None
    return Output(process.returncode, out.decode(), err.decode())


async def loaded(lab: Lab, *arguments: str | Path) -> Output:
    async with load(lab, *arguments) as process:
        return await end(process)


async def run(lab: Lab, *arguments: str | Path) -> Output:
    # What is checked is not how busy this machine is.
    patience = ["--allowed-lag", "60000"]
    return await loaded(lab, "run", "--address", lab.engine.address, *patience, *arguments)


def expect_code(output: Output, code: int) -> None:
    expect_that(output.code == code, f"exit code {output.code}, not {code}: {output}")


async def no_data(lab: Lab) -> None:
    """What was not measured is neither a zero nor a kept objective nor a base to compare with."""
    with tempfile.TemporaryDirectory() as folder:
        trace, report = Path(folder) / "silent.txt", Path(folder) / "report.json"
        page = Path(folder) / "report.html"
        trace.write_text(SILENT)
        for objective in ["directive_latency:p99<5ms", "mismatches==0"]:
            output = await run(
                lab, trace, "--total", "3", "--spread", "0", "--slo", objective,
                "--json", report, "--html", page)  # fmt: skip
            expect_code(output, 99)
            expect_in(f"BROKEN {objective}  (nothing was measured)", output.out)
            for text in [output.out, page.read_text()]:
                expect_that(" 0 µs" not in text and ">0 µs" not in text, text)
        expect_code(await run(lab, trace, "--total", "3", "--slo", "errors==0"), 0)
        output = await loaded(lab, "compare", report, report)
        expect_code(output, 97)
        expect_in("no directive was timed in the first", output.out)


async def interrupted(lab: Lab) -> None:
    """Ctrl-C: the summary and every report, of what was measured until then."""
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / f"load.{name}" for name in ["json", "html", "csv"]}
        options = [option for name, file in files.items() for option in (f"--{name}", file)]
        arguments = ["--address", lab.engine.address, LONG, "--sessions", "3", "--duration",
                     "600", "--allowed-lag", "60000"]  # fmt: skip
        async with load(lab, "run", *arguments, *options) as process:
            assert process.stdout
            for _ in range(4):
                await process.stdout.readline()
            process.send_signal(signal.SIGINT)
            output = await end(process)
        expect_code(output, 130)
        expect_in("ended early        interrupted", output.out)
        expect_in("3 at once, 3 opened, 3 ended", output.out)
        report = json.loads(files["json"].read_text())
        expect("ended early", report["endedEarly"], "interrupted")
        expect("wrong directives", report["counts"]["mismatches"], 0)
        expect("errors", report["counts"]["errors"], {})
        expect_that(report["counts"]["events"] > 100, f"{report['counts']}")
        expect_in("Ended early, interrupted.", files["html"].read_text())
        expect_that(len(files["csv"].read_text().splitlines()) >= 3, "no seconds")


async def whole_totals(lab: Lab) -> None:
    """Each session of a total comes to its end, however long that takes."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        output = await run(
            lab, SHORT, "--total", "5", "--sessions", "2", "--duration", "0.3", "--json", report)
        expect_code(output, 0)
        # In 0.3 s two begin; in no time limit, all five.
        found: dict[str, Any] = json.loads(report.read_text())
        played = found["configuration"]["scripts"][0]["events"]
        expect("sessions", found["counts"]["ended"], 2)
        expect("events", found["counts"]["events"], 2 * played)
        output = await run(lab, SHORT, "--total", "5", "--sessions", "2", "--json", report)
        expect_code(output, 0)
        found = json.loads(report.read_text())
        expect("sessions", found["counts"]["ended"], 5)
        expect("events", found["counts"]["events"], 5 * played)


async def paths_first(lab: Lab) -> None:
    """What cannot be written is told before a session is opened."""
    for option in ["--json", "--csv", "--html"]:
        for path, words in [
            ("/attic/report", "there is no folder '/attic'"), ("/tmp", "is a directory"),
        ]:  # fmt: skip
            output = await run(lab, SHORT, "--duration", "600", option, path)
            expect_code(output, 73)
            expect("output", output.out, "")
            expect_in(f"cannot write {path}: {words}", output.err)
    output = await loaded(lab, "generate", "--output", "/attic/x.txt")
    expect_code(output, 73)
    expect_that("NSCocoaErrorDomain" not in output.err, output.err)


async def limits(lab: Lab) -> None:
    """A search for the limit that is cut short says what it has found, and reports it."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        arguments = ["--address", lab.engine.address, SHORT, "--find-limit", "--duration", "1",
                     "--slo", "sessions>=1", "--allowed-lag", "60000", "--json",
                     report]  # fmt: skip
        async with load(lab, "run", *arguments) as process:
            assert process.stdout
            for _ in range(2):
                await process.stdout.readline()
            await asyncio.sleep(0.3)
            process.send_signal(signal.SIGINT)
            output = await end(process)
        expect_code(output, 130)
        expect_in("limit: at least 2 sessions; it was interrupted", output.out)
        found = json.loads(report.read_text())
        expect("levels", [attempt["level"] for attempt in found["search"]["attempts"]], [1, 2])
        output = await run(
            lab, SHORT, "--find-limit", "--duration", "1", "--slo", "directive_latency:max<1us",
            "--json", report)  # fmt: skip
        expect_code(output, 99)
        expect_in("limit: none", output.out)


async def keys(own: Secured, folder: Path) -> list[str | Path]:
    """What lets the harness in to an engine with mutual TLS and tokens."""
    identity = own.authority.issue(LOOPBACK)
    for name, content in {"peer.pem": identity.certificate, "peer-key.pem": identity.key}.items():
        replace_file(folder / name, content)
    users = [signer().token(sub=name) for name in ["anna", "otto"]]
    replace_file(folder / "tokens", "\n".join(users))
    return [
        "--tls-ca", own.files.root, "--tls-server-name", "localhost",
        "--tls-certificate", folder / "peer.pem", "--tls-key", folder / "peer-key.pem",
        "--token-file", folder / "tokens",
    ]  # fmt: skip


async def secure(lab: Lab) -> None:
    """run, replay and chaos with TLS, a certificate and tokens of their own."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        write_keys(folder / "keys.json", signer())
        options = token_options(folder / "keys.json")
        own = await stack.enter_async_context(secured(lab, *options, mutual=True))
        let_in = await keys(own, folder)
        output = await run(own.lab, SHORT, "--total", "4", "--sessions", "2", *let_in)
        expect_code(output, 0)
        expect_in("4 opened, 4 ended", output.out)
        output = await run(
            own.lab, SHORT, "--total", "4", "--cut-every", "0.5", "--speed", "0.5x", *let_in)
        expect_code(output, 0)
        address = ["--address", own.lab.engine.address]
        output = await loaded(lab, "replay", *address, "--speed", "max", SHORT, *let_in)
        expect_code(output, 0)
        engine = [f"--engine-option={option}" for option in [*own.files.mutual, *options]]
        output = await loaded(
            lab, "chaos", "--engine", lab.binary, "--sessions", "2", "--cuts", "2", *engine,
            *let_in)  # fmt: skip
        expect_code(output, 0)
        expect_in("violations   0", output.out)
        for words, changed in {
            "TLS: certificate verify failed": ["--tls", *let_in[2:]],
            "TLS: the server's certificate has another name": [*let_in[:3], "attic", *let_in[4:]],
        }.items():
            for command in ["run", "replay"]:
                output = await loaded(lab, command, *address, SHORT, *changed)
                expect_code(output, 69)
                expect_in(words, output.err)
        output = await run(own.lab, SHORT, "--total", "2", *let_in[:8])
        expect_code(output, 98)
        expect_in("× TOKEN_MISSING: ", output.out)
        output = await run(own.lab, SHORT, "--total", "2", *let_in[:7], "/attic/key")
        expect_code(output, 64)
        expect_in("/attic/key cannot be read: no such file or directory", output.err)


async def refused(lab: Lab) -> None:
    """An engine that takes two sessions is asked for more now and then; refusals are counted."""
    async with own_engine(lab, "--limit", "sessions=2") as own:
        output = await run(own, LONG, "--sessions", "40", "--duration", "5", "--slo", "errors<1")
        expect_code(output, 99)
        expect_counted(output, "OVERLOADED")


def expect_counted(output: Output, cause: str) -> None:
    found = re.search(rf"  (\d+) × {cause}", output.out)
    expect_that(found is not None, output.out)
    assert found
    expect_that(int(found[1]) < 100, f"asked {found[1]} times")
    expect_that(len(output.out.splitlines()) < 40, output.out)


async def gone(lab: Lab) -> None:
    """An engine that dies in the middle is tried again now and then."""
    async with own_engine(lab) as own:
        arguments = ["--address", own.engine.address, LONG, "--sessions", "10", "--duration", "7",
                     "--allowed-lag", "60000"]  # fmt: skip
        async with load(lab, "run", *arguments) as process:
            assert process.stdout
            for _ in range(3):
                await process.stdout.readline()
            await own.engine.stop(signal.SIGKILL)
            output = await end(process)
        expect_code(output, 98)
        expect_counted(output, "connection refused")
        expect_that("SingleConnectionFailure" not in output.out + output.err, output.out)
        address = ["--address", own.engine.address]
        for command in ["run", "replay"]:
            output = await loaded(lab, command, *address, SHORT)
            expect_code(output, 69)
            expect_in("connection refused", output.err)
            expect_that("SingleConnectionFailure" not in output.err, output.err)


async def live(lab: Lab) -> None:
    """A replay tells what happens when it happens."""
    arguments = ["--address", lab.engine.address, "--speed", "0.5x", SHORT]
    async with load(lab, "replay", *arguments) as process:
        assert process.stdout
        first = (await process.stdout.readline()).decode()
        expect_in("> home began", first)
        expect_that(process.returncode is None, "it is over")
        output = await end(process)
    expect_code(output, 0)
    expect_in(" samples)", output.out)


async def aligned(lab: Lab) -> None:
    """One recorded directive too many is missing; those after it are the same."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "more.txt"
        lines = (ROOT / "Tests/Traces/recorded/browser-browse.txt").read_text().splitlines()
        first = next(number for number, line in enumerate(lines) if line.startswith("<"))
        extra = json.loads(lines[first][2:])
        extra["atUs"] = str(int(extra["atUs"]) + 1)
        counted = 0
        for number, line in enumerate(lines):
            if line.startswith("<"):
                counted += 1
                directive = json.loads(line[2:])
                directive["sequence"] = str(counted + (1 if number > first else 0))
                lines[number] = "< " + json.dumps(directive)
        extra["sequence"] = "2"
        lines.insert(first + 1, "< " + json.dumps(extra))
        trace.write_text("\n".join(lines) + "\n")
        output = await loaded(
            lab, "replay", "--address", lab.engine.address, "--quiet", "--speed", "max", trace)
        expect_code(output, 98)
        expect_in(f"{counted} directives, {counted + 1} recorded: 1 missing", output.out)
        told = [line for line in output.out.splitlines() if line[:2] in ("- ", "+ ")]
        expect_that(len(told) == 1 and told[0].startswith("- "), f"{told}")


async def reports(lab: Lab) -> None:
    """Reports with and without faults, and two of them in one page."""
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / f"load.{name}" for name in ["json", "html", "hgrm"]}
        options = [option for name, file in files.items() for option in (f"--{name}", file)]
        output = await run(
            lab, SHORT, "--sessions", "4", "--duration", "3", "--cut-every", "1", "--slo",
            "directive_latency:p99<5s", *options)  # fmt: skip
        expect_code(output, 0)
        page = files["html"].read_text()
        for part in ["<b>Events</b>", "<b>Sessions</b>", "<b>Directives</b>", "connections cut,",
                     "bound good", "<th>longest</th><td>"]:  # fmt: skip
            expect_in(part, page)
        expect_that("<b>Trouble</b>" not in page, "an empty chart")
        expect_in("Total count", files["hgrm"].read_text())
        both = Path(folder) / "both.html"
        output = await loaded(lab, "compare", files["json"], files["json"], "--html", both)
        expect_code(output, 0)
        expect_in("Nothing is worse", both.read_text())
        output = await loaded(lab, "compare", files["json"], files["html"])
        expect_code(output, 64)
        expect_in("is no report of a load", output.err)


CHECKS = [
    Check("interaction-load: what was not measured", no_data),
    Check("interaction-load: Ctrl-C", interrupted, 40),
    Check("interaction-load: totals are played to their ends", whole_totals, 40),
    Check("interaction-load: paths are looked at first", paths_first),
    Check("interaction-load: the limit, as far as it is found", limits, 40),
    Check("interaction-load: a replay as it goes", live),
    Check("interaction-load: differences are aligned", aligned),
    Check("interaction-load: reports", reports),
    Check("interaction-load: TLS, certificates and tokens", secure, 90),
    Check("interaction-load: an engine that refuses", refused, 40),
    Check("interaction-load: an engine that dies", gone, 60),
]
