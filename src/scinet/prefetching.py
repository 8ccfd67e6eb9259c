"""Prefetching: results of the next items are computed in threads while one is used.

So the next records are made while the database stores the present batch.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def prefetch(
    items: Iterable[T], make: Callable[[T], R], *, threads: int = 1
) -> Iterator[tuple[T, "Future[R]"]]:
    """Yield items with their results; one more item per thread is computed ahead."""
    held: deque[tuple[T, Future[R]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for item in items:
            held.append((item, pool.submit(make, item)))
            if len(held) > threads:
                yield held.popleft()
        while held:
            yield held.popleft()
