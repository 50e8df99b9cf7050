"""Memory, threads and descriptors of a process, and its processor affinity."""

import os
import re
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil


class Process:
    """A process; every figure is zero once it has ended."""

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)
        self._folder = Path(f"/proc/{pid}")

    @property
    def resident_mib(self) -> float:
        return self.memory / 2**20

    @property
    def peak_mib(self) -> float:
        """The peak resident memory since its start, or since `forget_peak`."""
        with suppress(OSError):
            status = (self._folder / "status").read_text()
            if peak := re.search(r"VmHWM:\s+(\d+)", status):
                return int(peak[1]) / 2**10
        return 0

    def forget_peak(self) -> None:
        with suppress(OSError):
            (self._folder / "clear_refs").write_text("5")

    @property
    def virtual_mib(self) -> float:
        """The virtual address space."""
        return self._found(lambda it: it.memory_info().vms) / 2**20

    @property
    def memory(self) -> int:
        """The resident memory, bytes."""
        return self._found(lambda it: it.memory_info().rss)

    @property
    def anonymous(self) -> int:
        """The anonymous resident memory, bytes: without the pages of its program."""
        return self._found(lambda it: it.memory_info().rss - it.memory_info().shared)

    @property
    def threads(self) -> int:
        return self._found(psutil.Process.num_threads)

    @property
    def children(self) -> list[int]:
        """The child processes that have not ended."""
        # psutil would read all processes of the machine for this.
        found: list[int] = []
        for thread in Path(f"/proc/{self._process.pid}/task").glob("*/children"):
            # A thread may end meanwhile.
            with suppress(OSError):
                found += map(int, thread.read_text().split())
        return sorted(found)

    @property
    def descriptors(self) -> int:
        return self._found(psutil.Process.num_fds)

    def _found(self, read: Callable[[psutil.Process], Any]) -> Any:
        try:
            return read(self._process)
        except psutil.NoSuchProcess:
            return 0


# The cores that this program may use, whichever it uses now.
CORES = sorted(os.sched_getaffinity(0))


@contextmanager
def on_core(number: int | None) -> Iterator[None]:
    """Pins processes started here to a core, if there are several; None uses all."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, CORES if number is None else {CORES[number % len(CORES)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def raise_descriptors() -> None:
    """Raises the limit on descriptors of this process and its children to the maximum."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
