"""A peer that is wrong; in a module of its own, so that a process of its own can import it."""

from collections.abc import Callable

import numpy as np

from scinet.graph.bench.workload import Answer, Job


def zeros(job: Job) -> Callable[[], Answer]:
    """No paper is ever cited."""
    papers = len(np.load(job.room / "day.npy"))
    return lambda: np.zeros((papers, 3), dtype=np.int64)
