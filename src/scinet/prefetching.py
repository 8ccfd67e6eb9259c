"""What is made of the next items is begun in threads while that of one is used.

So records of the next batch are made while the database stores those of this one.
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
    """Items with what is made of each; as many more as there are threads are begun before."""
    held: deque[tuple[T, Future[R]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for item in items:
            held.append((item, pool.submit(make, item)))
            if len(held) > threads:
                yield held.popleft()
        while held:
            yield held.popleft()
