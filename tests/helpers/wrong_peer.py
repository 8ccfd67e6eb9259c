"""A peer that is wrong, and others; in a module of its own, so that a process can import it."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from scinet.experiments.bench.workload import Answer, Job


def zeros(job: Job) -> Callable[[], Answer]:
    """No paper is ever cited."""
    papers = len(np.load(job.room / "day.npy"))
    return lambda: np.zeros((papers, 3), dtype=np.int64)


def sleep() -> dict[str, Any]:
    """Does not come to an end."""
    time.sleep(60)
    return {}


def divide() -> dict[str, Any]:
    """Fails."""
    return {"ratio": 1 / 0}
