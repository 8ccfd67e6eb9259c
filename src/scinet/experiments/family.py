"""What a process and those that it starts take together."""

import os
import resource
import threading
from pathlib import Path
from typing import Final, Self

from scinet import machine

_EVERY_S: Final = 0.1


class Family:
    """Watches this process and its children for a while.

    Attributes:
        peak_mib: The peaks of all of them added up: at least what they held at once. The own one
            counts from the beginning of the process.
        cpu_s: Seconds of processors that they took, of children that have ended.
    """

    def __init__(self) -> None:
        self.peak_mib = self.cpu_s = 0.0
        self._peaks: dict[int, float] = {}
        self._is_over = threading.Event()
        self._watch = threading.Thread(target=self._look_again, daemon=True)

    def __enter__(self) -> Self:
        self._before = _cpu_s()
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._watch.join()
        self._look()
        self.peak_mib = machine.peak_mib() + sum(self._peaks.values())
        self.cpu_s = _cpu_s() - self._before

    def _look_again(self) -> None:
        while not self._is_over.wait(_EVERY_S):
            self._look()

    def _look(self) -> None:
        for child in _children(os.getpid()):
            try:
                peak = machine.peak_mib(child)
            except (OSError, KeyError):  # it has just ended
                continue
            if Path(f"/proc/{child}").exists():  # else the peak may be ours
                self._peaks[child] = max(peak, self._peaks.get(child, 0.0))


def _children(parent: int) -> list[int]:
    """Processes that a process started; none where the system does not list any."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stated = (folder / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        # The name, in brackets, may hold anything; the parent is the second word after it.
        if int(stated.rpartition(")")[2].split()[1]) == parent:
            found.append(int(folder.name))
    return found


def _cpu_s() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)
