"""Traces that are dropped on the page, and the one that it gives."""

from pathlib import Path

import pytest

from engine import Engine
from load_tool import run_load
from phone import HIGH, LOW, Phone

BUNDLED = Path("Sources/InteractionReplay/Resources/second-floor.txt")
RECORDED = Path("Tests/Traces/recorded/browser-pulldown.txt")
DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  for (const type of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector("main").dispatchEvent(event);
  }
}"""


async def dropped(phone: Phone, name: str, text: str) -> tuple[str, str]:
    """Drops a file on the page. Returns how the page judges it, and what it says."""
    await phone.page.evaluate(DROP, [name, text])
    shown = phone.page.locator("#replayed[data-state]:not([data-state=''])")
    await shown.filter(has_text=name).wait_for()
    return await shown.get_attribute("data-state") or "", await shown.inner_text()


@pytest.mark.parametrize("trace", [BUNDLED, RECORDED], ids=lambda trace: trace.stem)
async def test_a_trace_is_replayed_and_its_directives_compared(trace: Path, phone: Phone) -> None:
    state, text = await dropped(phone, trace.name, trace.read_text())
    assert state == "equal", text


async def test_a_trace_without_its_first_directive_is_different(phone: Phone) -> None:
    lines = BUNDLED.read_text().splitlines()
    lines.remove(next(line for line in lines if line.startswith("< ")))
    state, _ = await dropped(phone, "changed.txt", "\n".join([*lines, ""]))
    assert state == "different"


async def test_a_file_that_is_no_trace_cannot_be_played(phone: Phone) -> None:
    state, text = await dropped(phone, "none.txt", "no trace")
    assert state == "different"
    assert "cannot be played" in text


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
    ran = run_load(binary, "replay", trace, "--speed", "max", "--address", engine.address)
    assert ran.returncode == 0
