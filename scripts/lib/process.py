"""What a process takes, by what the kernel says of it; and which cores it may use."""

import os
import re
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Process:
    """All is zero once it has ended."""

    def __init__(self, pid: int) -> None:
        self._folder = Path(f"/proc/{pid}")

    @property
    def resident_mib(self) -> float:
        return self._mib("VmRSS")

    @property
    def peak_mib(self) -> float:
        """The most that was resident since its start, or since `forget_peak`."""
        return self._mib("VmHWM")

    def forget_peak(self) -> None:
        with suppress(OSError):
            (self._folder / "clear_refs").write_text("5")

    @property
    def virtual_mib(self) -> float:
        """The address space."""
        return self._mib("VmSize")

    def _mib(self, name: str) -> float:
        found = re.search(rf"{name}:\s+(\d+) kB", self._read("status"))
        return int(found[1]) / 1024 if found else 0

    @property
    def memory(self) -> int:
        """What is in main memory, bytes."""
        return round(self.resident_mib * 1024) * 1024

    @property
    def anonymous(self) -> int:
        """What it has allocated and is in main memory, bytes: without the pages of its program."""
        return round(self._mib("RssAnon") * 1024) * 1024

    @property
    def threads(self) -> int:
        found = re.search(r"Threads:\s+(\d+)", self._read("status"))
        return int(found[1]) if found else 0

    @property
    def children(self) -> list[int]:
        """The processes that it has started, and that have not ended."""
        found: list[int] = []
        for thread in self._folder.glob("task/*/children"):
            # A thread may end meanwhile.
            with suppress(OSError):
                found += map(int, thread.read_text().split())
        return sorted(found)

    @property
    def descriptors(self) -> int:
        with suppress(OSError):
            return len(os.listdir(self._folder / "fd"))
        return 0

    @property
    def cpu_seconds(self) -> float:
        # What comes before may have spaces in it: the name.
        fields = self._read("stat").rpartition(")")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    def _read(self, name: str) -> str:
        with suppress(OSError):
            return (self._folder / name).read_text()
        return ""


# Cores that this program may use, whichever it uses now.
CORES = sorted(os.sched_getaffinity(0))


@contextmanager
def on_core(number: int | None) -> Iterator[None]:
    """Keeps what is started here on this core, where there are several; or lets it use all."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, CORES if number is None else {CORES[number % len(CORES)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def raise_descriptors() -> None:
    """Lets this process, and what it starts, have as many descriptors as it may."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
