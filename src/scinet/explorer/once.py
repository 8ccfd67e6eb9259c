"""What several parts of one page need is computed once, also when they ask at the same time."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, Final, TypeVar, cast

T = TypeVar("T")
_HELD: Final = 8  # the latest, so that a step back is quick too


class Once:
    """The latest results by key."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: OrderedDict[Hashable, Future[Any]] = OrderedDict()

    def __call__(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` returns for a key; who asks meanwhile waits for it. Errors are not held."""
        with self._lock:
            found = self._made.get(key)
            is_mine = found is None
            if found is None:
                found = self._made[key] = Future()
                while len(self._made) > _HELD:
                    self._made.popitem(last=False)
            else:
                self._made.move_to_end(key)
        if is_mine:
            try:
                found.set_result(make())
            except BaseException as error:
                with self._lock:
                    if self._made.get(key) is found:
                        del self._made[key]
                found.set_exception(error)
                raise
        return cast("T", found.result())
