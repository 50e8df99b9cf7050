"""C libraries that change a program's view of the system, by LD_PRELOAD."""

import shutil
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
