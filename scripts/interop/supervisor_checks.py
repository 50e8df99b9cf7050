"""What the supervisor that started an engine hears of it, as systemd would."""

import asyncio
import signal
import socket
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from checks import Check, Lab, expect, expect_in
from drain_checks import drain_frame, opened
from monitoring import line_of
from own_engine import own_engine
from process_checks import failing_start
from session_checks import close_well


class Supervisor:
    """The socket that an engine writes to."""

    def __init__(self, own: socket.socket, address: str) -> None:
        self._socket = own
        self.variables = {"NOTIFY_SOCKET": address}

    async def hears(self) -> list[str]:
        """The lines of the next datagram."""
        async with asyncio.timeout(5):
            datagram = await asyncio.get_running_loop().sock_recv(self._socket, 4096)
        return datagram.decode().splitlines()

    @property
    def has_heard(self) -> bool:
        try:
            return bool(self._socket.recv(4096, socket.MSG_PEEK))
        except BlockingIOError:
            return False


@contextmanager
def supervisor(address: str) -> Iterator[Supervisor]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as own:
        own.setblocking(False)
        own.bind(address.replace("@", "\0", 1))
        yield Supervisor(own, address)


async def told(lab: Lab) -> None:
    """That it listens, and that it goes down, before the last session is over."""
    with tempfile.TemporaryDirectory() as folder, supervisor(f"{folder}/notify") as listener:
        options = ["--monitoring-port", "0"]
        variables = listener.variables
        async with own_engine(lab, *options, drain_deadline=9, variables=variables) as own:
            page = await line_of(own, "monitoring")
            places = f"listening on {own.engine.address}, monitoring on {page}"
            expect("the first words", await listener.hears(), ["READY=1", f"STATUS={places}"])
            client = await opened(own)
            expect("more is said", listener.has_heard, False)
            own.engine.tell(signal.SIGTERM)
            expect("the next words", await listener.hears(), ["STOPPING=1", "STATUS=draining"])
            await drain_frame(client)
            await close_well(client)
            expect("exit code", await own.engine.ended(), 0)
            expect("more is said at the end", listener.has_heard, False)


async def told_in_the_abstract(lab: Lab) -> None:
    """A socket that is in no file system; an engine without a session is down in no time."""
    with supervisor(f"@{uuid.uuid4()}") as listener:
        async with own_engine(lab, variables=listener.variables) as own:
            expect("the first word", (await listener.hears())[0], "READY=1")
            expect("exit code", await own.engine.ended(signal.SIGTERM), 0)
            expect("the next word", (await listener.hears())[0], "STOPPING=1")


async def not_heard(lab: Lab) -> None:
    """A supervisor that is gone costs a warning; an address that is none, the start."""
    with tempfile.NamedTemporaryFile() as log:
        gone = {"NOTIFY_SOCKET": "/attic/notify"}
        options = ["--log-level", "warning"]
        async with own_engine(lab, *options, variables=gone, log=log.fileno()) as own:
            await close_well(await opened(own))
            expect("exit code", await own.engine.ended(signal.SIGTERM), 0)
        expect_in("the supervisor cannot be told", Path(log.name).read_text())
    for address, part in [("run/notify", "'run/notify'"), ("/" + 107 * "a", "108 bytes")]:
        code, lines = await failing_start(
            lab, "--port", "0", variables={"NOTIFY_SOCKET": address})
        expect("exit code and lines", (code, len(lines)), (1, 1))
        expect_in(part, lines[0])


CHECKS = [
    Check("supervisor: hears that the engine serves, and that it drains", told),
    Check("supervisor: hears on an abstract socket", told_in_the_abstract),
    Check("supervisor: one that is gone, and addresses that are none", not_heard),
]
