"""CPU time and memory of a process and its descendants."""

import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

import psutil

from scinet import machine

_EVERY_S: Final = 0.1


@dataclass(slots=True)
class _Seen:
    """Process at the last poll.

    Attributes:
        own_s: Its own CPU seconds.
        waited_s: CPU seconds of its ended children that it waited for.
        before_s: ``waited_s`` at the first poll.
    """

    parent: int
    own_s: float
    waited_s: float
    before_s: float


_EndedProcesses: TypeAlias = dict[int, list[tuple[int, _Seen]]]
"""Ended processes with their numbers, by the number of their parent."""


class Family:
    """Monitor of this process and all its descendants.

    The system drops the CPU time of a child whose parent ignores its end, as Spark's workers do:
    such a child counts as at its last poll, at most a tenth of a second before its end.

    Attributes:
        peak_mib: Sum of the peaks of all processes, an upper bound of their joint memory. The own
            peak counts from the start of the process.
        cpu_s: CPU seconds of all processes.
    """

    def __init__(self) -> None:
        self.peak_mib = self.cpu_s = 0.0
        self._peaks: dict[int, float] = {}
        self._seen: dict[psutil.Process, _Seen] = {}
        self._is_over = threading.Event()
        self._watch = threading.Thread(target=self._poll_processes, daemon=True)

    def __enter__(self) -> Self:
        self._before = self._measure_processes()
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._watch.join()
        self.cpu_s = self._measure_processes() - self._before
        self.peak_mib = machine.peak_memory_mib() + sum(self._peaks.values())

    def _poll_processes(self) -> None:
        while not self._is_over.wait(_EVERY_S):
            self._measure_processes()

    def _measure_processes(self) -> float:
        """Poll all live processes; return the CPU seconds of these and of ended ones."""
        own = psutil.Process()
        alive: dict[int, _Seen] = {}
        for one in (own, *own.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):  # it has just ended
                alive[one.pid] = self._seen[one] = self._read_usage(one)
                if one != own:
                    self._measure(one)
        ended: _EndedProcesses = {}
        for one, seen in self._seen.items():
            if alive.get(one.pid) is not seen:
                ended.setdefault(seen.parent, []).append((one.pid, seen))
        live_s = sum(seen.own_s + seen.waited_s for seen in alive.values())
        return live_s + sum(_unwaited_s(process, seen, ended) for process, seen in alive.items())

    def _read_usage(self, process: psutil.Process) -> _Seen:
        parent, times = process.ppid(), process.cpu_times()
        waited = times.children_user + times.children_system
        first = self._seen.get(process)
        before = waited if first is None else first.before_s
        return _Seen(parent, times.user + times.system, waited, before)

    def _measure(self, child: psutil.Process) -> None:
        try:
            peak = machine.peak_memory_mib(child.pid)
        except (OSError, KeyError):  # it has just ended
            return
        if child.is_running():  # else the peak may be ours
            self._peaks[child.pid] = max(peak, self._peaks.get(child.pid, 0.0))


def _unwaited_s(process: int, seen: _Seen, ended: _EndedProcesses) -> float:
    """Return CPU seconds of ended children that a process did not wait for."""
    seconds = 0.0
    for child, usage in ended.get(process, ()):
        seconds += usage.own_s + usage.waited_s + _unwaited_s(child, usage, ended)
    return max(0.0, seconds - (seen.waited_s - seen.before_s))
