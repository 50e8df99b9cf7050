"""Holds a 60 Hz Interact stream to grpcurl and counts what comes back."""

import argparse
import asyncio
import sys
import time
from pathlib import Path

from engine import Engine
from json_frames import opening, starts_response, taps

FRAMES_PER_SECOND = 60


async def feed(stdin: asyncio.StreamWriter, seconds: float) -> int:
    """Writes a frame every 1/60 s, all due at once where the machine was late. Returns how many."""
    stdin.write(opening().encode())
    start = time.monotonic()
    frames = enumerate(taps(round(seconds * FRAMES_PER_SECOND)), start=1)
    sent = 0
    try:
        for number, frame in frames:
            await asyncio.sleep(start + number / FRAMES_PER_SECOND - time.monotonic())
            stdin.write(frame.encode())
            await stdin.drain()
            sent = number
        stdin.close()
    except (BrokenPipeError, ConnectionResetError):
        print(f"grpcurl stopped reading after {sent} frames", file=sys.stderr)
    return sent


async def count(stdout: asyncio.StreamReader) -> int:
    responses = 0
    async for line in stdout:
        responses += starts_response(line.decode())
    return responses


async def hold(engine: Engine, grpcurl: Path, seconds: float) -> bool:
    process = await asyncio.create_subprocess_exec(
        grpcurl, "-plaintext", "-d", "@", engine.address,
        "interaction.v1.InteractionService/Interact",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)  # fmt: skip
    assert process.stdin and process.stdout
    start = time.monotonic()
    try:
        async with asyncio.timeout(seconds + 30):
            sent, received = await asyncio.gather(
                feed(process.stdin, seconds), count(process.stdout))
            status = await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
    duration = time.monotonic() - start
    print(f"frames sent         {sent + 1} (an open and {sent} taps)")
    print(f"responses received  {received}")
    print(f"duration            {duration:.1f} s")
    print(f"grpcurl's exit code {status}")
    # One response for each frame, `open` included.
    return status == 0 and received == sent + 1 == round(seconds * FRAMES_PER_SECOND) + 1


async def main(seconds: float, binary: Path, grpcurl: Path) -> int:
    engine = await Engine.start(binary)
    try:
        held = await hold(engine, grpcurl, seconds)
    except TimeoutError:
        print(f"the stream was not over after {seconds + 30} s", file=sys.stderr)
        held = False
    finally:
        await engine.stop()
    print("the stream held" if held else "the stream BROKE")
    return 0 if held else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float)
    parser.add_argument("binary", type=Path, help="the engine")
    parser.add_argument("grpcurl", type=Path)
    arguments = parser.parse_args()
    sys.exit(asyncio.run(main(arguments.seconds, arguments.binary.resolve(), arguments.grpcurl)))
