"""What a process and those that it starts take together."""

import threading
from contextlib import suppress
from typing import Final, Self

import psutil

from scinet import machine

_EVERY_S: Final = 0.1


class Family:
    """Watches this process, its children and theirs for a while.

    Attributes:
        peak_mib: The peaks of all of them added up: at least what they held at once. The own one
            counts from the beginning of the process.
        cpu_s: Seconds of processors that they took.
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
        for child in psutil.Process().children(recursive=True):
            try:
                peak = machine.peak_mib(child.pid)
            except (OSError, KeyError):  # it has just ended
                continue
            if child.is_running():  # else the peak may be ours
                self._peaks[child.pid] = max(peak, self._peaks.get(child.pid, 0.0))


def _cpu_s() -> float:
    """Of those that run, and of those that have ended and were waited for."""
    used, own = 0.0, psutil.Process()
    for one in (own, *own.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):  # it has just ended
            times = one.cpu_times()
            used += times.user + times.system + times.children_user + times.children_system
    return used
