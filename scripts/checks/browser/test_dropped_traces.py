"""Traces that are dropped on the page, and the trace that it exports."""

import re
from pathlib import Path

import pytest

from engine import Engine
from phone import HIGH, LOW, Phone
from programs import run_load

BUNDLED = Path("Sources/InteractionReplay/Resources/second-floor.txt")
RECORDED = Path("Tests/Traces/recorded/browser-pulldown.txt")
DROP = """files => {
  const dataTransfer = new DataTransfer();
  for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
  for (const type of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector("main").dispatchEvent(event);
  }
}"""


@pytest.mark.parametrize("name, text, state, told", [
    (BUNDLED.name, BUNDLED.read_text(), "equal", ""),
    (RECORDED.name, RECORDED.read_text(), "equal", ""),
    ("without its first directive.txt",
     re.sub("^< .*\n", "", BUNDLED.read_text(), count=1, flags=re.MULTILINE), "different", ""),
    ("none.txt", "no trace", "different", "cannot be replayed"),
], ids=["bundled", "recorded", "changed", "none"])  # fmt: skip
async def test_a_trace_is_replayed_and_its_directives_compared(
    name: str, text: str, state: str, told: str, phone: Phone
) -> None:
    await phone.page.evaluate(DROP, [[name, text]])
    shown = phone.page.locator("#replayed[data-state]:not([data-state=''])")
    await shown.filter(has_text=name).wait_for()
    said = await shown.inner_text()
    assert await shown.get_attribute("data-state") == state, said
    assert told in said


async def test_another_engine_answers_the_trace_of_a_session_equally(
    phone: Phone, binary: Path, engine: Engine, tmp_path: Path
) -> None:
    await phone.finger.drag(HIGH, LOW)
    await phone.moment("directives", "rocket = rocket")
    await phone.tap_tab(1)
    await phone.moment("directives", "tab 1 selected")
    shown = await phone.numbers()
    async with phone.page.expect_download() as download:
        await phone.page.click("#download")
    trace = tmp_path / "session.txt"
    await (await download.value).save_as(trace)
    recorded = sum(line.startswith("< ") for line in trace.read_text().splitlines())
    assert recorded >= len(shown)
    assert await run_load(
        binary, "replay", trace, "--speed", "max", "--address", engine.address) == 0
