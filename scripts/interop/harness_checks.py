"""interaction-load as people and scripts use it: what it prints, writes and exits with."""

import asyncio
import json
import re
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

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
> 16000 scroll home 1 ended x=0 y=101 velocity=0
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
        found = re.search(r"  (\d+) × connection refused", output.out)
        expect_that(found is not None and int(found[1]) < 100, output.out)
        expect_that("SingleConnectionFailure" not in output.out + output.err, output.out)
        address = ["--address", own.engine.address]
        for command in ["run", "replay"]:
            output = await loaded(lab, command, *address, SHORT)
            expect_code(output, 69)
            expect_in("connection refused", output.err)
            expect_that("SingleConnectionFailure" not in output.err, output.err)


async def exit_codes(lab: Lab) -> None:
    """Each with its reason in words, before a session is opened if that is early enough."""
    with tempfile.TemporaryDirectory() as folder:
        trace, report = Path(folder) / "silent.txt", Path(folder) / "report.json"
        trace.write_text(SILENT)
        measured = [trace, "--total", "3", "--spread", "0", "--json", report]
        output = await run(lab, *measured, "--slo", "directive_latency:p99<5ms")
        expect_code(output, 99)
        expect_in("BROKEN directive_latency:p99<5ms  (nothing was measured)", output.out)
        expect_code(await run(lab, *measured, "--slo", "errors==0"), 0)
        address = ["--address", lab.engine.address, SHORT]
        for code, words, arguments in [
            (97, "no directive was timed", ["compare", report, "--against", report]),
            (64, "is no report of a load", ["compare", report, "--against", trace]),
            (73, "there is no folder '/attic'", ["run", *address, "--json", "/attic/report"]),
            (73, "is a directory", ["run", *address, "--html", "/tmp"]),
            (73, "/attic/x.txt", ["generate", "--output", "/attic/x.txt"]),
            (65, "README.md", ["replay", *address[:2], ROOT / "README.md"]),
        ]:  # fmt: skip
            output = await loaded(lab, *arguments)
            expect_code(output, code)
            expect_in(words, output.out + output.err)
            expect_that("NSCocoaErrorDomain" not in output.err, output.err)


async def silent(lab: Lab) -> None:
    """A server that takes connections and says nothing is no engine that did well."""
    server = await asyncio.start_server(lambda reader, _: reader.read(), "127.0.0.1", 0)
    async with server:
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        output = await loaded(
            lab, "run", "--address", address, SHORT, "--sessions", "1", "--duration", "2")
    expect_code(output, 97)
    expect_in("no session was opened", output.err)


CHECKS = [
    Check("interaction-load: what it exits with, and why", exit_codes),
    Check("interaction-load: Ctrl-C", interrupted, 40),
    Check("interaction-load: TLS, certificates and tokens", secure, 90),
    Check("interaction-load: an engine that dies", gone, 60),
    Check("interaction-load: a server that says nothing", silent, 60),
]
