"""The core on which an engine runs, and its use by other processes."""

import os
import subprocess
import sys
from pathlib import Path

from process import Process

# Ends with its parent process, however that ends.
BUSY_LOOP = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"


class Core:
    """A core that an engine shares with busy processes, which make it slow enough to overload."""

    def __init__(self, number: int, engine: Process) -> None:
        self._number, self._engine = number, engine
        self._busy: list[subprocess.Popen[bytes]] = []

    def share_with(self, count: int) -> None:
        """Starts busy processes, up to `count`."""
        for _ in range(len(self._busy), count):
            process = subprocess.Popen([sys.executable, "-c", BUSY_LOOP])
            os.sched_setaffinity(process.pid, {self._number})
            self._busy.append(process)

    @property
    def busy(self) -> int:
        """The number of busy processes."""
        return len(self._busy)

    def close(self) -> None:
        for process in self._busy:
            process.kill()
            process.wait()

    @property
    def others(self) -> float:
        """Returns the seconds of the core that were used by others: not by the engine, the busy
        processes, or the kernel's network traffic, which is the engine's."""
        lines = map(str.split, Path("/proc/stat").read_text().splitlines())
        fields = next(line for line in lines if line[0] == f"cpu{self._number}")
        user, nice, system, _, _, _, _, stolen = map(int, fields[1:9])
        total = (user + nice + system + stolen) / os.sysconf("SC_CLK_TCK")
        own = [self._engine, *(Process(process.pid) for process in self._busy)]
        return total - sum(process.cpu_seconds for process in own)
