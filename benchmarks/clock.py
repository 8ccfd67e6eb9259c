"""Timer that returns the best of a few repeats."""

import time
from collections.abc import Callable
from typing import Final, TypeVar

Value = TypeVar("Value")

_TURNS: Final = 3


def timed(do: Callable[[], Value], *, within_s: float = 5.0) -> tuple[float, Value]:
    """Return the seconds of the best of three repeats (fewer if they are long) and the value."""
    seconds: list[float] = []
    while len(seconds) < _TURNS:
        start = time.perf_counter()
        value = do()
        seconds.append(time.perf_counter() - start)
        if sum(seconds) * (len(seconds) + 1) / len(seconds) > within_s:
            break
    return min(seconds), value
