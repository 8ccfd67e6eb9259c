"""Waiting in tests: until something is so, never for a fixed time; CPU time in place of a clock."""

import resource
import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 600.0
"""After this long anything that a test waits for is taken to hang, however slow the machine is."""
_PAUSE_S: Final = 0.005


def wait_until(condition: Callable[[], bool], expected: str) -> None:
    """Return as soon as a condition holds.

    Args:
        condition: Asked again every few milliseconds.
        expected: What should have happened, for the message of a test that waited in vain.
    """
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, f"after {PATIENCE_S:.0f} s still not: {expected}"
        time.sleep(_PAUSE_S)


def count_cpu_seconds(work: Callable[[], object]) -> float:
    """CPU seconds that this process and the children it waited for spend on a piece of work.

    Other processes on the machine do not lengthen it, so a test may bound it.
    """
    before = _cpu_seconds()
    work()
    return _cpu_seconds() - before


def _cpu_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
