"""h2load, which knows HTTP/2 and nothing of gRPC: whole sessions as requests with a body."""

import asyncio
import re
import struct
import tempfile

from checks import Check, Lab, expect, expect_that
from frames import batch, opening, tap
from google.protobuf.message import Message
from services import active_sessions
from shop import shop

PATH = "/interaction.v1.InteractionService/Interact"
HEADERS = ["content-type: application/grpc", "te: trailers"]
SESSIONS = 200


def body(*messages: Message) -> bytes:
    parts = [message.SerializeToString() for message in messages]
    return b"".join(struct.pack(">BI", 0, len(part)) + part for part in parts)


async def whole_sessions(lab: Lab) -> None:
    """Sessions one after the other on each of two connections, each taking over the one before."""
    content = body(opening(session_id="h2load"), batch(1, tap(1), tap(2)))
    async with shop(lab) as own:
        text = await load(own.engine.address, content)
        expect("sessions left", await active_sessions(own.channel, "home-refined"), 0)
    expect_that(f"{SESSIONS} succeeded, 0 failed" in text, text)
    expect_that(f"status codes: {SESSIONS} 2xx" in text, text)
    found = re.search(r"\((\d+)\) data", text)
    # An answer to the opening is more than 1 KiB, and the last of each connection has one.
    expect_that(found is not None and int(found[1]) > 2 * 1024, text)


async def load(address: str, content: bytes) -> str:
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        options = [option for header in HEADERS for option in ("-H", header)]
        process = await asyncio.create_subprocess_exec(
            "h2load", "-n", str(SESSIONS), "-c", "2", "-m", "10", "-d", file.name, *options,
            f"http://{address}{PATH}", stdout=asyncio.subprocess.PIPE)
        assert process.stdout
        text = (await process.stdout.read()).decode()
        expect("exit code", await process.wait(), 0)
    return text


CHECKS = [Check("h2load plays whole sessions as requests", whole_sessions)]
