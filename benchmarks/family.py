"""What a process and those that it starts take together."""

import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

import psutil

from scinet import machine

_EVERY_S: Final = 0.1


@dataclass(slots=True)
class _Seen:
    """A process when it was last looked at.

    Attributes:
        own_s: Seconds of processors that it took itself.
        waited_s: Those of its children that had ended, as far as it waited for them.
        before_s: The same when it was first looked at.
    """

    parent: int
    own_s: float
    waited_s: float
    before_s: float


_Ended: TypeAlias = dict[int, list[tuple[int, _Seen]]]
"""Those who ended, by number, below the number of the parent of each."""


class Family:
    """Watches this process, its children and theirs for a while.

    The system forgets what a child took whose parent ignores its end, as that of Spark's workers
    does: of such a child what was last seen counts, a tenth of a second before its end or less.

    Attributes:
        peak_mib: The peaks of all of them added up: at least what they held at once. The own one
            counts from the beginning of the process.
        cpu_s: Seconds of processors that they took.
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
        """See all who are there; the seconds of these and of those who were."""
        own = psutil.Process()
        alive: dict[int, _Seen] = {}
        for one in (own, *own.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):  # it has just ended
                alive[one.pid] = self._seen[one] = self._timed(one)
                if one != own:
                    self._measure(one)
        ended: _Ended = {}
        for one, seen in self._seen.items():
            if alive.get(one.pid) is not seen:
                ended.setdefault(seen.parent, []).append((one.pid, seen))
        there = sum(seen.own_s + seen.waited_s for seen in alive.values())
        return there + sum(_forgotten_s(process, seen, ended) for process, seen in alive.items())

    def _timed(self, one: psutil.Process) -> _Seen:
        parent, times = one.ppid(), one.cpu_times()
        waited = times.children_user + times.children_system
        first = self._seen.get(one)
        before = waited if first is None else first.before_s
        return _Seen(parent, times.user + times.system, waited, before)

    def _measure(self, child: psutil.Process) -> None:
        try:
            peak = machine.peak_memory_mib(child.pid)
        except (OSError, KeyError):  # it has just ended
            return
        if child.is_running():  # else the peak may be ours
            self._peaks[child.pid] = max(peak, self._peaks.get(child.pid, 0.0))


def _forgotten_s(process: int, seen: _Seen, ended: _Ended) -> float:
    """Seconds of children that ended and for which a process did not wait."""
    took = 0.0
    for child, one in ended.get(process, ()):
        took += one.own_s + one.waited_s + _forgotten_s(child, one, ended)
    return max(0.0, took - (seen.waited_s - seen.before_s))
