"""C libraries that change a program's view of the system, by LD_PRELOAD, such as its clock."""

import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SOURCES = Path(__file__).parent


@contextmanager
def built(name: str) -> Iterator[Path]:
    """The library of a source beside this file, compiled by Swift's own C compiler."""
    swift = shutil.which("swift")
    assert swift, "there is no Swift, whose compiler for C this needs"
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / f"{name}.so"
        subprocess.run(
            [Path(swift).resolve().with_name("clang"), "-shared", "-fPIC", "-O1", "-Wall",
             "-Wextra", "-Werror", SOURCES / f"{name}.c", "-o", library],
            check=True)  # fmt: skip
        yield library


class WallClock:
    """The wall clock of the programs that are started with its variables."""

    def __init__(self, library: Path, file: Path) -> None:
        self.variables = {"LD_PRELOAD": str(library), "CLOCK_FILE": str(file)}
        self._file = file
        file.write_bytes(struct.pack("=q", 0))

    def set_ahead(self, seconds: int) -> None:
        """Sets the clock ahead of the machine's from now on."""
        # In place, since programs have the file mapped.
        with self._file.open("r+b") as file:
            file.write(struct.pack("=q", seconds))


@contextmanager
def wall_clocks(count: int) -> Iterator[list[WallClock]]:
    """Wall clocks, each of which is right at first."""
    with tempfile.TemporaryDirectory() as folder, built("clock") as library:
        yield [WallClock(library, Path(folder) / f"clock-{number}") for number in range(count)]
