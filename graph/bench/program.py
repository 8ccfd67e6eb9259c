"""A process of the benchmark: it prepares once, then runs once per request.

Each side of a workload has a process of its own, so that its peak memory is its own.
"""

from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from scinet.errors import ScinetError


class Program:
    """A process that prepares once and then runs once per request.

    Attributes:
        ready: What it told when it had prepared.

    Raises:
        ScinetError: If it ends before it is ready.
    """

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        context = get_context("spawn")  # a fork would start with our memory
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=work, args=(other, *arguments), daemon=True)
        self._process.start()
        other.close()
        self.ready = self._receive()

    def ask(self) -> dict[str, Any]:
        """Run once more.

        Raises:
            ScinetError: If the process ends instead.
        """
        self._pipe.send(None)
        return self._receive()

    def close(self) -> None:
        """End the process."""
        self._pipe.close()  # the process waits for a request, and ends without one
        self._process.join()

    def _receive(self) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = self._pipe.recv()
        except EOFError as error:
            raise ScinetError(
                "a process of the benchmark ended early",
                hint="Its own message stands above; the memory may be short.",
            ) from error
        return answer


def wanted(pipe: Connection) -> bool:
    """Wait for a request; False when there will be none."""
    try:
        pipe.recv()
    except EOFError:
        return False
    return True


def peak_mib() -> float:
    """Largest memory this process had; the kernel's own count, which starts at its exec."""
    status = Path("/proc/self/status")
    if status.is_file():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) / 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
