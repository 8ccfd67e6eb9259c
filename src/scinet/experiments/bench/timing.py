"""How long something takes, and on what it was measured."""

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

import numba

from scinet import machine

Value = TypeVar("Value")

_TURNS: Final = 3


def timed(do: Callable[[], Value], *, within_s: float = 5.0) -> tuple[float, Value]:
    """Seconds of the best of three turns, of fewer where they would last longer; and the value."""
    seconds: list[float] = []
    while len(seconds) < _TURNS:
        start = time.perf_counter()
        value = do()
        seconds.append(time.perf_counter() - start)
        if sum(seconds) * (len(seconds) + 1) / len(seconds) > within_s:
            break
    return min(seconds), value


def about(
    name: str, title: str, papers: int, seed: int, load_before: list[float]
) -> dict[str, Any]:
    """What every result holds: of what, how large, and the machine with its load."""
    return {
        "name": name,
        "title": title,
        "network": "simulated",
        "papers": papers,
        "seed": seed,
        "threads": numba.get_num_threads(),
        "missing": [],
        **machine.facts(),
        "load_average_before": load_before,
    }
