"""Records of the next batch are made in a thread while the database stores those of this one."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def made_ahead(items: Iterable[T], make: Callable[[T], R]) -> Iterator[tuple[T, "Future[R]"]]:
    """Items with what is made of each; that of one more is begun before an item is given."""
    with ThreadPoolExecutor(1) as pool:
        held: tuple[T, Future[R]] | None = None
        for item in items:
            begun = pool.submit(make, item)
            if held is not None:
                yield held
            held = item, begun
        if held is not None:
            yield held
