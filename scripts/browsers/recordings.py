"""Traces that are dropped on the page, and the one that it gives."""

import asyncio
import tempfile
from pathlib import Path

from checks import expect, expect_in, expect_that
from engine import Engine
from gestures import HIGH, LOW
from lab import REPOSITORY, Check, Lab
from phone import Phone

BUNDLED = REPOSITORY / "Sources/InteractionReplay/Resources/second-floor.txt"
RECORDED = REPOSITORY / "Tests/Traces/recorded/browser-pulldown.txt"


async def drop(phone: Phone, name: str, text: str) -> tuple[str, str]:
    """Drops a file on the page. Returns how the page judges it, and what it says."""
    await phone.page.evaluate("""([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      for (const type of ["dragenter", "dragover", "drop"]) {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector("main").dispatchEvent(event);
      }
    }""", [name, text])  # fmt: skip
    shown = phone.page.locator("#replayed[data-state]:not([data-state=''])")
    await shown.filter(has_text=name).wait_for()
    return await shown.get_attribute("data-state") or "", await shown.inner_text()


async def replays(lab: Lab) -> str:
    async with lab.phone() as phone:
        told = []
        for trace in [BUNDLED, RECORDED]:
            state, text = await drop(phone, trace.name, trace.read_text())
            expect(f"what the page makes of {trace.name} ({text})", state, "equal")
            told.append(text)
        lines = BUNDLED.read_text().splitlines()
        first = next(index for index, line in enumerate(lines) if line.startswith("< "))
        without = "\n".join([*lines[:first], *lines[first + 1 :], ""])
        state, _ = await drop(phone, "changed.txt", without)
        expect("what the page makes of a trace without its first directive", state, "different")
        state, text = await drop(phone, "none.txt", "no trace")
        expect("what the page makes of a file that is no trace", state, "different")
        expect_in("cannot be played", text)
        return " ".join(told)


async def downloads(lab: Lab) -> str:
    async with lab.phone() as phone:
        await phone.finger.drag(HIGH, LOW)
        await phone.moment("directives", "rocket = rocket")
        await phone.tap_tab(1)
        await phone.moment("directives", "tab 1 selected")
        shown = await phone.numbers()
        async with phone.page.expect_download() as download:
            await phone.page.click("#download")
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "session.txt"
            await (await download.value).save_as(trace)
            recorded = sum(line.startswith("< ") for line in trace.read_text().splitlines())
            expect_that(recorded >= len(shown), f"{recorded} directives are kept, {shown} shown")
            await replayed(lab, trace)
        return f"{recorded} directives, answered equally"


async def replayed(lab: Lab, trace: Path) -> None:
    """Another engine, over gRPC, answers the trace with the same directives."""
    engine = await Engine.start(lab.binary)
    try:
        replay = await asyncio.create_subprocess_exec(
            lab.binary.with_name("interaction-load"), "replay", trace, "--speed", "max",
            "--address", engine.address,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)  # fmt: skip
        output, _ = await replay.communicate()
    finally:
        await engine.stop()
    expect(f"the code of the replay ({output.decode()[-300:]})", replay.returncode, 0)


CHECKS = [
    Check("a trace that is dropped is replayed, and its directives compared", replays),
    Check("the trace of a session can be replayed", downloads),
]
