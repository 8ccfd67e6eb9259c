"""The best of a few turns: how long something takes when nothing disturbs it."""

import time
from collections.abc import Callable
from typing import Final, TypeVar

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
