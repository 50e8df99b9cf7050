"""interaction-load as people and scripts use it: what it prints, writes and exits with."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from signal import SIGINT, SIGKILL
from typing import Any

import pytest

from bearers import token_options
from certificates import LOOPBACK
from checks import Lab
from command_line import Output, loaded
from securing import Secured
from tokens import replace_file, signer, write_keys

# A second and 2 directives.
SHORT = "Tests/Traces/vectors/V1-home-refined.txt"
# 12 seconds.
LONG = "Tests/Traces/recorded/browser-flings.txt"
SILENT = """trace 1
experience home-refined
client checks
environment width=375 height=812 scale=3 top=44 bottom=34
> 0 scroll home 1 began x=0 y=100
> 16000 scroll home 1 ended x=0 y=101 velocity=0
> 32000 scroll home 1 settled x=0 y=101
"""
# What is checked is not how busy this machine is.
PATIENCE = ["--allowed-lag", "60000"]


async def run(lab: Lab, *arguments: str | Path, **options: Any) -> Output:
    return await loaded(
        lab, "run", "--address", lab.engine.address, *PATIENCE, *arguments, **options)


async def test_ctrl_c(lab, tmp_path):
    """The summary and every report, of what was measured until then."""
    files = {name: tmp_path / f"load.{name}" for name in ["json", "html", "csv"]}
    options = [option for name, file in files.items() for option in (f"--{name}", file)]

    async def interrupt(process: asyncio.subprocess.Process) -> None:
        process.send_signal(SIGINT)

    output = await run(
        lab, LONG, "--sessions", "3", "--duration", "600", *options, after=4, then=interrupt)
    output.expect(130, out="ended early        interrupted")
    assert "3 at once, 3 opened, 3 ended" in output.out
    report = json.loads(files["json"].read_text())
    assert report["endedEarly"] == "interrupted"
    assert (report["counts"]["mismatches"], report["counts"]["errors"]) == (0, {})
    assert report["counts"]["events"] > 100
    assert "Ended early, interrupted." in files["html"].read_text()
    assert len(files["csv"].read_text().splitlines()) >= 3


async def test_an_engine_that_dies(start):
    """It is tried again now and then."""
    own = await start()
    output = await run(own, LONG, "--sessions", "10", "--duration", "7",
                       after=3, then=lambda _: own.engine.stop(SIGKILL))  # fmt: skip
    output.expect(98)
    found = re.search(r"  (\d+) × connection refused", output.out)
    assert found and int(found[1]) < 100, output
    assert "SingleConnectionFailure" not in output.out + output.err
    for command in ["run", "replay"]:
        output = await loaded(own, command, "--address", own.engine.address, SHORT)
        output.expect(69, err="connection refused")
        assert "SingleConnectionFailure" not in output.err


@pytest.fixture
async def guarded(
    secure: Callable[..., Awaitable[Secured]], tmp_path: Path
) -> tuple[Secured, list[str], list[str | Path]]:
    """An engine with mutual TLS and tokens, its options for tokens, and what lets the tool in."""
    write_keys(tmp_path / "keys.json", signer())
    options = token_options(tmp_path / "keys.json")
    own = await secure(*options, mutual=True)
    identity = own.authority.issue(LOOPBACK)
    replace_file(tmp_path / "peer.pem", identity.certificate)
    replace_file(tmp_path / "peer-key.pem", identity.key)
    users = [signer().token(sub=name) for name in ["anna", "otto"]]
    replace_file(tmp_path / "tokens", "\n".join(users))
    return own, options, [
        "--tls-ca", own.files.root, "--tls-server-name", "localhost",
        "--tls-certificate", tmp_path / "peer.pem", "--tls-key", tmp_path / "peer-key.pem",
        "--token-file", tmp_path / "tokens",
    ]  # fmt: skip


@pytest.mark.timeout(90)
async def test_tls_certificates_and_tokens(guarded):
    """Of run, replay and chaos."""
    own, options, let_in = guarded
    lab = own.lab
    output = await run(lab, SHORT, "--total", "4", "--sessions", "2", *let_in)
    output.expect(0, out="4 opened, 4 ended")
    output = await run(lab, SHORT, "--total", "4", "--cut-every", "0.5", "--speed", "0.5x", *let_in)
    output.expect(0)
    address = ["--address", lab.engine.address]
    (await loaded(lab, "replay", *address, "--speed", "max", SHORT, *let_in)).expect(0)
    engine = [f"--engine-option={option}" for option in [*own.files.mutual, *options]]
    output = await loaded(lab, "chaos", "--engine", lab.binary, "--sessions", "2", "--cuts", "2",
                          *engine, *let_in)  # fmt: skip
    output.expect(0, out="violations   0")
    for words, changed in {
        "TLS: certificate verify failed": ["--tls", *let_in[2:]],
        "TLS: the server's certificate has another name": [*let_in[:3], "attic", *let_in[4:]],
    }.items():
        for command in ["run", "replay"]:
            output = await loaded(lab, command, *address, SHORT, *changed)
            output.expect(69, err=words)
    output = await run(lab, SHORT, "--total", "2", *let_in[:8])
    output.expect(98, out="× TOKEN_MISSING: ")
    output = await run(lab, SHORT, "--total", "2", *let_in[:7], "/attic/key")
    output.expect(64, err="/attic/key cannot be read: no such file or directory")


async def test_exit_codes_and_their_reasons(lab, tmp_path):
    """In words, before a session is opened if that is early enough."""
    trace, report = tmp_path / "silent.txt", tmp_path / "report.json"
    trace.write_text(SILENT)
    measured = [trace, "--total", "3", "--spread", "0", "--json", report]
    output = await run(lab, *measured, "--slo", "directive_latency:p99<5ms")
    output.expect(99, out="BROKEN directive_latency:p99<5ms  (nothing was measured)")
    (await run(lab, *measured, "--slo", "errors==0")).expect(0)
    address = ["--address", lab.engine.address]
    for code, words, arguments in [
        (97, "no directive was timed", ["compare", report, "--against", report]),
        (64, "is no report of a load", ["compare", report, "--against", trace]),
        (73, "there is no folder '/attic'", ["run", *address, SHORT, "--json", "/attic/report"]),
        (73, "is a directory", ["run", *address, SHORT, "--html", "/tmp"]),
        (73, "/attic/x.txt", ["generate", "--output", "/attic/x.txt"]),
        (65, "README.md", ["replay", *address, "README.md"]),
    ]:  # fmt: skip
        output = await loaded(lab, *arguments)
        output.expect(code, words)
        assert "NSCocoaErrorDomain" not in output.err


async def test_a_server_that_says_nothing(lab):
    """It takes connections, and is no engine that did well."""
    server = await asyncio.start_server(lambda reader, _: reader.read(), "127.0.0.1", 0)
    async with server:
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        output = await loaded(
            lab, "run", "--address", address, SHORT, "--sessions", "1", "--duration", "2")
    output.expect(97, err="no session was opened")
