"""A headless Chromium that looks like a phone, driven over its DevTools protocol."""

import asyncio
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

WIDTH, HEIGHT, SCALE = 390, 844, 3


class ChromiumError(Exception):
    pass


class Connection:
    """Pairs the replies that come over the socket with the calls they answer."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = count(1)
        self._replies: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._reader = asyncio.create_task(self._read())

    async def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        if self._reader.done():
            raise ChromiumError("Chromium has gone")
        message: dict[str, Any] = {"id": next(self._ids), "method": method, "params": params}
        if session:
            message["sessionId"] = session
        reply: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._replies[message["id"]] = reply
        await self._socket.send(json.dumps(message))
        return await reply

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self._socket:
                self._answer(json.loads(text))
        for reply in self._replies.values():
            if not reply.done():
                reply.set_exception(ChromiumError("Chromium has gone"))

    def _answer(self, message: dict[str, Any]) -> None:
        reply = self._replies.pop(message.get("id", 0), None)  # events have no id
        if reply is None or reply.done():
            return
        if "error" in message:
            reply.set_exception(ChromiumError(message["error"]["message"]))
        else:
            reply.set_result(message["result"])


class Page:
    def __init__(self, connection: Connection, session: str) -> None:
        self._connection = connection
        self._session = session

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        return await self._connection.call(method, self._session, **params)

    async def evaluate(self, expression: str) -> Any:
        reply = await self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in reply:
            raise ChromiumError(reply["exceptionDetails"]["exception"]["description"])
        return reply["result"].get("value")

    async def wait_for(self, condition: str) -> None:
        async with asyncio.timeout(15):
            while not await self.evaluate(condition):
                await asyncio.sleep(0.02)


class Chromium:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def version(self) -> str:
        product: str = (await self._connection.call("Browser.getVersion"))["product"]
        return product.partition("/")[2]

    @asynccontextmanager
    async def page(self, url: str) -> AsyncIterator[Page]:
        call = self._connection.call
        target = (await call("Target.createTarget", url="about:blank"))["targetId"]
        attached = await call("Target.attachToTarget", targetId=target, flatten=True)
        page = Page(self._connection, attached["sessionId"])
        # Before the page is loaded, so that it is laid out as on a phone at once.
        await page.call("Emulation.setDeviceMetricsOverride",
                        width=WIDTH, height=HEIGHT, deviceScaleFactor=SCALE, mobile=True)
        await page.call("Emulation.setTouchEmulationEnabled", enabled=True)
        await page.call("Page.navigate", url=url)
        loaded = f"location.href === {json.dumps(url)} && document.readyState === 'complete'"
        await page.wait_for(loaded)
        yield page
        await call("Target.closeTarget", targetId=target)


@asynccontextmanager
async def launched_chromium() -> AsyncIterator[Chromium]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--no-first-run",
             "--remote-debugging-port=0", f"--user-data-dir={profile}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            # What it leaves behind elsewhere is to go with the profile.
            env=os.environ | {"TMPDIR": profile, "XDG_CONFIG_HOME": profile})
        try:
            # Chromium is on this machine: no proxy is to come between.
            async with connect(await _endpoint(Path(profile)), proxy=None, max_size=None) as socket:
                yield Chromium(Connection(socket))
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()  # lets Chromium tidy up after itself
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=5)
    with suppress(ProcessLookupError):  # what is left of its process group
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


async def _endpoint(profile: Path) -> str:
    """Chromium writes the port it chose, and its path there, into its profile."""
    port_file = profile / "DevToolsActivePort"
    for _ in range(300):
        lines = port_file.read_text().splitlines() if port_file.exists() else []
        if len(lines) == 2:
            return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        await asyncio.sleep(0.1)
    raise ChromiumError("Chromium did not open its debugging port")
