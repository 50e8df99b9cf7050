"""The examples of the page about the web, run as the page says."""

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from checks import expect, expect_in, shortened
from web_page import drag_past_456

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "Tests/Web/Examples"
CLIENT = ROOT / "Sources/InteractionWeb/Client/src/index.ts"
# Where Debian has the modules of Node.
MODULES = "/usr/share/nodejs"
PROGRAMS = Path(sys.executable).parent


@dataclass(frozen=True)
class Place:
    """An engine, Envoy before it, and a folder with what an example needs, served as pages."""

    folder: Path
    web: str
    pages: str
    front: str = ""

    @property
    def socket(self) -> str:
        return self.web.replace("http", "ws") + "/v1/interact"


async def told(*command: str | Path, **variables: str) -> str:
    """What a command prints, in the folder of the repository; it must end well."""
    path = f"{PROGRAMS}:{os.environ['PATH']}"
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env={**os.environ, "PATH": path, "NODE_PATH": MODULES, **variables},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)  # fmt: skip
    try:
        out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    expect(f"the exit code ({shortened(err.decode())})", process.returncode, 0)
    return out.decode()


def expect_rocket(frame: str) -> None:
    expect_in('"rocket"', frame)
    expect_in("toggle/rocket", frame)


async def page(place: Place) -> None:
    await drag_past_456(f"{place.pages}/page.html?engine={place.socket}")


async def node(place: Place) -> None:
    expect_rocket(await told("node", place.folder / "session.mjs", place.socket))


async def mini_program(place: Place) -> None:
    host = ROOT / "scripts/browsers/mini_program.cjs"
    shown = json.loads(await told("node", host, place.folder / "mini-program", place.socket))
    pictures = ["tabbar_home_selected_logo", "tabbar_home_selected_rocket"]
    expect("what the page shows", shown, {"pictures": pictures, "at": 42, "ends": ["1000", "1000"]})


async def curl(place: Place) -> None:
    expect_rocket(await told("sh", EXAMPLES / "curl.sh", place.web))


async def buf(place: Place) -> None:
    expect_in('"home-refined"', await told("sh", EXAMPLES / "buf.sh", place.web))


async def connect(place: Place) -> None:
    expect_rocket(await session_in_python(place, place.web, "CONNECT"))


async def session_in_python(place: Place, address: str, protocol: str) -> str:
    return await told(sys.executable, EXAMPLES / "session.py", address, protocol,
                      PYTHONPATH=str(place.folder / "stubs"))  # fmt: skip


async def grpc_web(place: Place) -> None:
    await told("envoy", "--mode", "validate", "-l", "error", "-c", EXAMPLES / "envoy.yaml")
    framed, _, by_buf = (await told("sh", EXAMPLES / "grpc_web.sh", place.front)).partition("\n{")
    expect_in("home-refined", framed)
    expect_in("grpc-status:0", framed)
    expect_in('"home-refined"', by_buf)


async def grpc_web_session(place: Place) -> None:
    expect_rocket(await session_in_python(place, place.front, "GRPC_WEB"))


async def preflight(place: Place) -> None:
    for origin, is_allowed in [("https://shop.example", True), ("https://evil.example", False)]:
        answer = await told(
            "curl", "-sS", "-i", "-X", "OPTIONS", place.front, "-H", f"origin: {origin}",
            "-H", "access-control-request-method: POST")  # fmt: skip
        allowed = f"access-control-allow-origin: {origin}" in answer
        expect(f"whether {origin} is allowed", allowed, is_allowed)


Example = tuple[str, Callable[[Place], Awaitable[None]]]

ALL: list[Example] = [
    ("a session of a page", page),
    ("a session of Node", node),
    ("a session of a mini-program", mini_program),
    ("a call by curl", curl),
    ("a call by buf", buf),
    ("a session by Connect's client for Python", connect),
    ("calls by gRPC-Web through Envoy", grpc_web),
    ("a session by gRPC-Web through Envoy", grpc_web_session),
    ("pages that Envoy allows", preflight),
]


async def prepared(folder: Path) -> None:
    """Puts the client beside the examples: as a module, and as a mini-program has it."""
    program, stubs = folder / "mini-program", folder / "stubs"
    await told("esbuild", CLIENT, "--bundle", "--format=esm", "--target=es2020",
               "--log-level=warning", f"--outfile={folder}/client.js")  # fmt: skip
    await told("esbuild", CLIENT.with_name("miniProgram.ts"), "--format=esm",
               "--log-level=warning", f"--outfile={folder}/mini-program.js")  # fmt: skip
    (folder / "package.json").write_text('{"type": "module"}')
    for each in (program, stubs):
        each.mkdir()
    for name in ("page.html", "session.mjs"):
        shutil.copy(EXAMPLES / name, folder)
    shutil.copy(EXAMPLES / "home.js", program)
    await told("esbuild", folder / "client.js", folder / "mini-program.js", "--format=cjs",
               "--log-level=warning", f"--outdir={program}")  # fmt: skip
    await told("sh", EXAMPLES / "stubs.sh", stubs)
