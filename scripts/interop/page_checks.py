"""The Python programs that the page on other languages shows print what it says they print."""

import asyncio
import re
import sys
from pathlib import Path

from checks import Check, Lab, expect, expect_that

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "Sources/interaction-engine/interaction-engine.docc/Other-languages.md"
# A program, the command that runs it, its input if it has one, and what it prints.
EXAMPLE = re.compile(
    r"^```python\n(?P<program>.*?)^```\n\n"
    r"^```sh\n(?:echo '(?P<input>[^']*)' \| )?python [^\n]*\n```\n\n^```\n(?P<output>.*?)^```\n",
    re.MULTILINE | re.DOTALL)  # fmt: skip


async def programs(lab: Lab) -> None:
    examples = list(EXAMPLE.finditer(PAGE.read_text(encoding="utf-8")))
    expect("programs", len(examples), 2)
    for example in examples:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-B", "-c", example["program"], lab.engine.address,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE)  # fmt: skip
        out, err = await process.communicate((example["input"] or "").encode())
        expect_that(process.returncode == 0, f"exit code {process.returncode}: {err.decode()}")
        expect("output", out.decode(), example["output"])


CHECKS = [Check("the programs of the page on other languages", programs)]
