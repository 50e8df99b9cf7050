"""What operators and backends are told."""

import asyncio
from pathlib import Path

from checks import expect, expect_in
from fleet import running_fleet
from versions import digest


async def operators(binary: Path) -> str:
    """Mistakes, history, rollback and withdrawal are told in words and exit codes."""
    async with running_fleet(binary, "engine-1") as fleet:
        first, second = fleet.version(20), fleet.version(21)
        bad = Path(fleet.version(22))
        bad.write_text(bad.read_text() + "toggels: []\n")
        expect_in("did you mean toggles?", await fleet.operate("publish", str(bad), code=65))
        await fleet.operate("publish", first, "--by", "ann")
        one = await digest(fleet, "engine-1")
        await fleet.operate("publish", second, "--by", "ben")
        expect_in("in force already", await fleet.operate("publish", second))
        await fleet.operate("rollback", "mine")
        expect("digest after the rollback", await digest(fleet, "engine-1"), one)
        lines = (await fleet.operate("history", "mine")).splitlines()
        expect("lines of history", len(lines), 3)
        expect_in("rolled back", lines[0])
        expect_in("ben", lines[1])
        await fleet.operate("withdraw", "mine")
        expect("digest after the withdrawal", await digest(fleet, "engine-1"), "")
        await fleet.operate("withdraw", "mine", code=1)
        await fleet.operate("history", "none", code=1)
        return "as they should be"


async def commanding(binary: Path) -> str:
    """A command to a session that is on its way waits for it, and takes effect once."""
    async with running_fleet(binary, "engine-1") as fleet:
        address = fleet.engines["engine-1"].address
        arguments = ["select-tab", '{"tab": 2}', "--user", "ann", "--id", "go"]
        command = asyncio.create_task(fleet.run("command", *arguments, "--address", address))
        await asyncio.sleep(1)
        client = fleet.conversation("engine-1")
        await client.open(session_id="late", user="ann")
        code, output = await command
        expect("exit code", (code, output.startswith("late: ")), (0, True))
        _, again = await fleet.run("command", *arguments, "--address", address)
        expect_in("late: ", again)
        without = ["select-tab", "--user", "ben", "--address", address, "--timeout", "1"]
        code, output = await fleet.run("command", *without)
        expect("exit code without a session", code, 1)
        return "as it should"
