"""Sessions that move between engines of an older and of this version, in both directions.

Under load, and behind proxies that cut their connections, nothing is lost and no session restarts.
"""

import re
from pathlib import Path

import pytest

from load_tool import run_load

pytestmark = [pytest.mark.long, pytest.mark.timeout(7200)]


def between(older: Path, binary: Path, options: str) -> str:
    ran = run_load(binary, "chaos", "--engine", older, "--engine", binary, "--engines", "2",
                   "--sessions", "100", "--rate", "30", *options.split(), seconds=900)  # fmt: skip
    assert ran.returncode == 0
    return ran.stdout


def test_engines_that_are_drained_in_turn_lose_nothing(older: Path, binary: Path) -> None:
    told = between(older, binary, "--cuts 10 --drain-every 1 --times 6 --duration 60")
    for way in ["from 1 to 2", "from 2 to 1"]:
        assert re.search(f"^moved .*{way}", told, re.MULTILINE)


def test_engines_that_are_killed_in_turn_lose_nothing(older: Path, binary: Path) -> None:
    between(older, binary, "--cuts 2 --kill-every 2 --times 10")
