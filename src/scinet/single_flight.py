"""What several ask for at the same time is computed once."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, TypeVar, cast

T = TypeVar("T")


class SingleFlightCache:
    """Results by key; who asks while one is made waits for it, and gets its error too.

    So nobody waits longer than it takes to make a thing once, also where it cannot be made.

    Args:
        held: How many of the latest results are kept; with 0 only those that are being made.
    """

    def __init__(self, held: int = 8) -> None:
        self._held = held
        self._lock = Lock()
        self._made: OrderedDict[Hashable, Future[Any]] = OrderedDict()

    def __call__(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` returns for a key. Errors are not kept."""
        with self._lock:
            future = self._made.get(key)
            is_mine = future is None
            if future is None:
                future = self._made[key] = Future()
            else:
                self._made.move_to_end(key)
        if is_mine:
            try:
                future.set_result(make())
            except BaseException as error:
                with self._lock:
                    del self._made[key]
                future.set_exception(error)
                raise
            self._evict_except(key)
        return cast("T", future.result())

    def _evict_except(self, key: Hashable) -> None:
        """Let the oldest results go; what is being made stays, or others would make it again."""
        with self._lock:
            if key in self._made:  # else others were faster, and it is among the oldest
                self._made.move_to_end(key)
            made = [key for key, future in self._made.items() if future.done()]
            for key in made[: max(0, len(made) - self._held)]:
                del self._made[key]
