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
from monitoring import Monitoring, line_of
from own_engine import add_key, own_engine
from process_checks import YAML, failing_start
from services import experiences

RUNNING = (Path(__file__).resolve().parents[2]
           / "Sources/interaction-engine/interaction-engine.docc/Running.md")  # fmt: skip


async def limits_of(lab: Lab) -> Any:
    return (await lab.conversation().open()).opened.limits


async def the_first_decides(lab: Lab) -> None:
    """Three limits in the file, of which the environment and the command line have others."""
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent)
        (folder / "engine.yaml").write_text(
            "{port: abc, drain-deadline: 5000, limit: {events-per-second: 50}}")
        (folder / "other.json").write_text('{"limit": ["events-per-second=60"]}')
        one, other = {"INTERACTION_CONFIG": "engine.yaml"}, ["--config", "other.json"]
        listed = {"INTERACTION_PORT": "x",
                  "INTERACTION_LIMIT": "events-per-second=70,event-burst=80"}  # fmt: skip
        for options, variables, expected in [
            ([], one, (50, 480)), (other, one, (60, 480)), (other, one | listed, (70, 80)),
            ([*other, "--limit", "event-burst=90"], one | listed, (240, 90)),
        ]:  # fmt: skip
            async with own_engine(lab, *options, variables=variables, folder=folder) as own:
                found = await limits_of(own)
                expect(f"limits with {options} and {variables}",
                       (found.max_events_per_second, found.max_event_burst), expected)  # fmt: skip


async def expect_refused(lab: Lab, first_line: str, variables: Mapping[str, str]) -> None:
    code, lines = await failing_start(lab, variables=variables)
    expect(f"exit code with {variables}", code, 64)
    expect("first line", lines[0], f"Error: {first_line}")


async def told_where(lab: Lab) -> None:
    for name, value, problem in [
        ("PORT", "abc", "The value 'abc' is invalid for 'INTERACTION_PORT'"),
        ("PORT", "70000", "INTERACTION_PORT is 70000; must be 0 to 65535"),
        ("DRAIN_NOTICE", "20", "INTERACTION_DRAIN_NOTICE is 20; must not be longer than"
         " --drain-deadline, which is 10"),
        ("INSECURE", "perhaps", "INTERACTION_INSECURE must be true or false"),
        ("TLS_KEY", "key.pem", "--tls-certificate and INTERACTION_TLS_KEY belong together"),
        ("PROT", "1", "Unknown option 'INTERACTION_PROT'. Did you mean '--port'?"),
        ("VERSION", "1", "INTERACTION_VERSION is not an option"),
        ("TLS_KEY", "-----BEGIN KEY-----\nsecret\n",
         "INTERACTION_TLS_KEY has several lines; must be one"),
        ("CONFIG", "/attic/engine.yaml",
         "/attic/engine.yaml: there is no such file"),
    ]:  # fmt: skip
        await expect_refused(lab, problem, {f"INTERACTION_{name}": value})


async def told_where_in_the_file(lab: Lab) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "engine.yaml"
        for text, problem in [
            ("port: 99999", f"{file}: port is 99999; must be 0 to 65535"),
            ("limit: {sessions: 0}", f"The value 'sessions=0' is invalid for '{file}: limit':"
             " must be 1 to 10000000"),
            ("checkpoint-key: x", f"Unknown option '{file}: checkpoint-key'."
             " Did you mean '--checkpoint-keys'?"),
            ("config: other.yaml", f"{file}: config is not an option"),
            ("- port", f"{file}: must be a mapping of options"),
            ("port: 1\nport: 2", f"{file}: comes twice: port"),
            ("port: [", f"{file}: line 2: did not find expected node content"),
        ]:  # fmt: skip
            file.write_text(text)
            await expect_refused(lab, problem, {"INTERACTION_CONFIG": str(file)})


async def a_key_is_not_shown(lab: Lab) -> None:
    """Somebody gives a key where its file should be named."""
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys"
        await add_key(lab, keys, "first")
        for variables in [{"INTERACTION_CHECKPOINT_KEYS": text}
                          for text in [keys.read_text(), keys.read_text().strip()]]:  # fmt: skip
            _, lines = await failing_start(lab, variables=variables)
            expect_that(keys.read_text().split()[1] not in "".join(lines), "it shows the key")
            expect_in("INTERACTION_CHECKPOINT_KEYS", lines[0])


async def tool(lab: Lab, *arguments: str, **process: Any) -> tuple[int, str, str]:
    """Runs the program to its end. Returns its exit code, standard output and standard error."""
    running = await asyncio.create_subprocess_exec(
        lab.binary, *arguments, stdin=asyncio.subprocess.DEVNULL,
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
    expect("nobody there", (code, out, len(err.splitlines())), (69, "", 1))


async def not_for_us(lab: Lab) -> None:
    """What Kubernetes says of services that are called like the engine."""
    async with own_engine(lab, variables={
        "INTERACTION_SERVICE_HOST": "10.0.0.1", "INTERACTION_OPERATOR_PORT": "tcp://10.0.0.1:1",
        "INTERACTION_ENGINE_SERVICE_PORT_GRPC": "50051",
        "INTERACTION_ENGINE_PORT_50051_TCP_ADDR": "10.0.0.1",
    }) as own:  # fmt: skip
        await limits_of(own)


async def help_text(lab: Lab) -> str:
    """To be had whatever the environment says."""
    process = await asyncio.create_subprocess_exec(
        lab.binary, "serve", "--help", env={**os.environ, "INTERACTION_CONFIG": "/attic"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)  # fmt: skip
    out, _ = await process.communicate()
    expect("exit code", process.returncode, 0)
    return out.decode()


async def help_in_any_case(lab: Lab) -> None:
    expect_in("--config <file>", await help_text(lab))


async def limits_as_documented(lab: Lab) -> None:
    there = re.findall(r"^ +([a-z-]+) +(\d+|none|auto) +\((\d+ to \d+)\)$", await help_text(lab), re.M)
    expect_that(len(there) > 10, f"help has these limits: {there}")
    row = r"^\| `([a-z-]+)` \| (\d+|none|auto) \| (\d+ to \d+) \|"
    expect("limits of the documentation", re.findall(row, RUNNING.read_text(), re.M), there)


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
        found = await limits_of(own)
        expect("limits", (found.max_events_per_second, found.idle_timeout.seconds), (120, 600))


CHECKS = [
    Check("--print-config: what is in force, and where it comes from", printed),
    Check("--check: everything is looked at, nothing is served", checked),
    Check("health: as a command", health, 40),
    Check("configuration: command line, environment, file, in this order", the_first_decides),
    Check("configuration: what is wrong in the environment", told_where),
    Check("configuration: what is wrong in the file", told_where_in_the_file),
    Check("configuration: a key in place of its file is not shown", a_key_is_not_shown),
    Check("configuration: variables of Kubernetes", not_for_us),
    Check("configuration: help whatever the environment says", help_in_any_case),
    Check("configuration: limits are documented as they are", limits_as_documented),
    Check("configuration: the file in the documentation", as_documented),
]
