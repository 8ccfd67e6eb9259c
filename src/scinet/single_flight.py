"""Cache in which simultaneous requests for a key are computed once."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, TypeVar, cast

T = TypeVar("T")


class SingleFlightCache:
    """Results by key; a request during its computation waits for it, and gets its error too.

    So no one waits longer than one computation, even where it fails.

    Args:
        held: Number of latest results to keep; with 0 only those being computed.
    """

    def __init__(self, held: int = 8) -> None:
        self._held = held
        self._lock = Lock()
        self._made: OrderedDict[Hashable, Future[Any]] = OrderedDict()

    def __call__(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the result for a key, by ``make`` if necessary. Errors are not kept."""
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
        """Evict the oldest results except those being computed, which would be computed again."""
        with self._lock:
            if key in self._made:  # else it was among the oldest and is evicted
                self._made.move_to_end(key)
            finished = [key for key, future in self._made.items() if future.done()]
            for key in finished[: max(0, len(finished) - self._held)]:
                del self._made[key]
