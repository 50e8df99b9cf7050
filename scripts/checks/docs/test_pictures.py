"""The pictures of sessions on the pages."""

import subprocess
from pathlib import Path

import pytest

PICTURES = Path("Sources/interaction-engine/interaction-engine.docc/Resources")


@pytest.mark.timeout(300)
def test_the_pictures_are_those_that_scripts_draw_draws(binary: Path, tmp_path: Path) -> None:
    subprocess.run(["scripts/draw", tmp_path, binary.parent], check=True, stdout=subprocess.DEVNULL)
    drawn = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert {file.name for file in PICTURES.glob("film-*.svg")} <= drawn.keys()
    assert [name for name in drawn if (PICTURES / name).read_bytes() != drawn[name]] == []
