"""What is measured in a process of its own, which imports it from here, and facts of a result."""

import signal
import threading
from collections.abc import Callable
from multiprocessing import Pipe, get_context
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from benchmarks import workload
from benchmarks.workload import Answer, Job

FACTS: Final[dict[str, Any]] = {
    **{key: [0.5, 0, 0] for key in ("load_average", "load_average_before")},
    **dict.fromkeys(("python", "numpy", "numba", "scinet", "processor"), "x"),
    "cores": 2,
    "memory_gib": 3.0,
    "time": "2020-01-02T03:04:05",
    "missing": [],
}
"""What every result tells of the machine."""


class InThread:
    """Does as :class:`scinet.experiments.process.WorkerProgram` without a process."""

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        self._pipe, other = Pipe()
        threading.Thread(target=work, args=(other, *arguments), daemon=True).start()
        self.ready = self._pipe.recv()

    def run_again(self) -> Any:
        self._pipe.send(None)
        return self._pipe.recv()

    def close(self) -> None:
        self._pipe.close()


def wait() -> dict[str, Any]:
    signal.pause()
    return {}


def divide() -> dict[str, Any]:
    return {"ratio": 1 / 0}


def start_a_child() -> dict[str, Any]:
    child = get_context("fork").Process(target=int)
    child.start()
    child.join()
    return {"status": child.exitcode}


def read_slowly(job: Job) -> Callable[[], Callable[[], Answer]]:
    """A peer on whose clock time passes only while its answer is read."""
    passed = [0.0]
    vars(workload)["time"] = SimpleNamespace(perf_counter=lambda: passed[0])

    def read() -> Answer:
        passed[0] += 1.0
        np.ones(2**23)  # 64 MiB
        return np.arange(len(job.items))

    return lambda: read


def answer_at_once(job: Job) -> Callable[[], Answer]:
    return lambda: np.arange(len(job.items))
