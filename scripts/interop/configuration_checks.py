"""Options from the environment and from a file: which of them count, and what is no option."""

import asyncio
import os
import re
import signal
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from checks import Check, Lab, eventually, expect, expect_in, expect_that
from engine import limited
from monitoring import Monitoring, line_of
from own_engine import add_key, own_engine
from process_checks import failing_start
from services import experiences

YAML = """
name: tiny
sources: [{id: list}]
tab_bar: {items: [{title: {text: One}}, {title: {text: Two}}]}
"""
RUNNING = (Path(__file__).resolve().parents[2]
           / "Sources/interaction-engine/interaction-engine.docc/Running.md")  # fmt: skip


async def told_where(lab: Lab) -> None:
    """A problem is told with the place of its option: the environment, or the file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "engine.yaml"
        file.write_text("limit: {sessions: 0}")
        for name, value, problem in [
            ("PORT", "70000", "INTERACTION_PORT is 70000; must be 0 to 65535"),
            ("PROT", "1", "Unknown option 'INTERACTION_PROT'. Did you mean '--port'?"),
            ("CONFIG", str(file), f"The value 'sessions=0' is invalid for '{file}: limit':"
             " must be 1 to 10000000"),
        ]:  # fmt: skip
            code, lines = await failing_start(lab, variables={f"INTERACTION_{name}": value})
            expect("exit code and first line", (code, lines[0]), (64, f"Error: {problem}"))


async def tool(
    lab: Lab, *arguments: str, limits: Mapping[str, int] | None = None, **process: Any
) -> tuple[int, str, str]:
    """Runs the program to its end. Returns its exit code, standard output and standard error."""
    running = await asyncio.create_subprocess_exec(
        *limited(limits or {}), lab.binary, *arguments, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, **process)  # fmt: skip
    async with asyncio.timeout(15):
        out, err = await running.communicate()
    assert running.returncode is not None
    return running.returncode, out.decode(), err.decode()


async def printed(lab: Lab) -> None:
    """What is in force, and where it comes from; and a file that says the same."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "engine.yaml"
        file.write_text("operator-port: 0\nlimit: {idle-seconds: 9}\n")
        variables = {**os.environ, "INTERACTION_CONFIG": str(file), "INTERACTION_HOST": "::1"}
        code, out, _ = await tool(lab, "serve", "--port", "0", "--print-config", env=variables)
        expect("exit code", code, 0)
        for line in ["port: 0  # command line", "host: '::1'  # INTERACTION_HOST",
                     f"operator-port: 0  # {file}: operator-port", "log-level: info  # default",
                     f"  idle-seconds: 9  # {file}: limit", "  sessions: 20000  # default",
                     "# checkpoint-keys:"]:  # fmt: skip
            expect_that(line in out.splitlines(), f"{line!r} is not in {out!r}")
        again = Path(folder) / "again.yaml"
        again.write_text(out)
        code, second, err = await tool(lab, "serve", "--config", str(again), "--print-config")
        expect("exit code and standard error", (code, err), (0, ""))
        expect("values", [line.split("  #")[0] for line in second.splitlines()],
               [line.split("  #")[0] for line in out.splitlines()])  # fmt: skip
        code, out, err = await tool(lab, "serve", "--port", "99999", "--print-config")
        expect("what is wrong", (code > 0, out), (True, ""))
        # Help is to be had whatever the environment says.
        nowhere = {**os.environ, "INTERACTION_CONFIG": "/attic"}
        code, out, _ = await tool(lab, "serve", "--help", env=nowhere)
        expect("exit code of help", code, 0)
        expect_in("--config <file>", out)


async def checked(lab: Lab) -> None:
    """Everything that is read is looked at, and nothing is served."""
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys"
        await add_key(lab, keys, "first")
        taken = ["--port", str(lab.engine.port)]
        code, out, _ = await tool(lab, "serve", *taken, "--checkpoint-keys", str(keys), "--check")
        expect("exit code and standard output", (code, out), (0, "ok\n"))
        bad = Path(folder) / "bad.yaml"
        bad.write_text("name: 7\n")
        for options, part in [
            (["--experiences", folder], "bad.yaml"), (["--checkpoint-keys", str(bad)], "bad.yaml"),
            (["--tls-certificate", str(bad), "--tls-key", str(bad)], "bad.yaml"),
        ]:  # fmt: skip
            code, out, err = await tool(lab, "serve", *options, "--check")
            expect("exit code and standard output", (code > 0, out), (True, ""))
            expect_in(part, err)


async def health(lab: Lab) -> None:
    async with own_engine(lab, drain_deadline=5) as own:
        address = ["--address", own.engine.address]
        expect("health", await tool(lab, "health", *address), (0, "SERVING\n", ""))
        name = "interaction.v1.InteractionService"
        found = await tool(lab, "health", *address, "--service", name)
        expect("health of a service", found, (0, "SERVING\n", ""))
        code, out, err = await tool(lab, "health", *address, "--service", "attic")
        expect("an unknown one", (code, out), (69, ""))
        expect_in("there is no service 'attic'", err)
        await own.conversation().open()
        own.engine.tell(signal.SIGTERM)

        async def is_told() -> bool:
            return (await tool(lab, "health", *address))[:2] == (1, "NOT_SERVING\n")

        await eventually("health says so", is_told, 4)
    code, out, err = await tool(lab, "health", "--address", "127.0.0.1:1", "--timeout", "3")
    expect("no engine there", (code, out, len(err.splitlines())), (69, "", 1))


async def keys_on_a_full_disk(lab: Lab) -> None:
    """What cannot be written leaves nothing behind."""
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys"
        await add_key(lab, keys, "first")
        before = keys.read_bytes()
        code, out, err = await tool(lab, "keygen", "--into", str(keys), limits={"fsize": 0})
        expect("success and standard output", (code == 0, out), (False, ""))
        expect_in(str(keys), err)
        expect("the file", keys.read_bytes(), before)
        expect("files", [each.name for each in keys.parent.iterdir()], ["keys"])


@asynccontextmanager
async def example(lab: Lab) -> AsyncIterator[Path]:
    """A folder with the file of the documentation, and with what that names."""
    found = re.search(r"^```yaml\n# engine\.yaml\n(.*?)^```$", RUNNING.read_text(), re.M | re.S)
    assert found
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent)
        (folder / "engine.yaml").write_text(found[1])
        (folder / "experiences").mkdir()
        (folder / "experiences" / "tiny.yaml").write_text(YAML)
        await add_key(lab, folder / "checkpoint.keys", "first")
        yield folder


async def as_documented(lab: Lab) -> None:
    options = ["--config", "engine.yaml", "--monitoring-port", "0"]
    async with example(lab) as folder, own_engine(lab, *options, folder=folder) as own:
        await Monitoring(await line_of(own, "monitoring")).get("/metrics")
        expect_in("tiny", list(await experiences(own.channel)))
        found = (await own.conversation().open()).opened.limits
        expect("limits", (found.max_events_per_second, found.idle_timeout.seconds), (120, 600))


CHECKS = [
    Check("--print-config: what is in force, and where it comes from", printed),
    Check("--check: everything is looked at, nothing is served", checked),
    Check("health: as a command", health, 40),
    Check("configuration: where a problem is", told_where),
    Check("configuration: the file in the documentation", as_documented),
    Check("keygen: a full disk leaves the file as it is, and no other", keys_on_a_full_disk),
]
