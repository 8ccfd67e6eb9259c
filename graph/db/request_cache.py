"""Cache of one request of a page or a tool: each check of the graph is made once in it.

Results end with the request, so that the next one sees later loads. Outside of a request nothing is
kept.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeVar, cast

T = TypeVar("T")
_RESULTS: Final[ContextVar[dict[Hashable, Any] | None]] = ContextVar("request", default=None)


@contextmanager
def single_request() -> Iterator[None]:
    """Treat all calls in this block, and in threads that it waits for, as one request.

    It must only read, since no check is repeated after a write.
    """
    token = _RESULTS.set({})
    try:
        yield
    finally:
        _RESULTS.reset(token)


def once_per_request(key: Hashable, make: Callable[[], T]) -> T:
    """Return what ``make`` returns for a key, called once in a request; errors are not kept."""
    results = _RESULTS.get()
    if results is None:
        return make()
    if key not in results:
        results[key] = make()
    return cast("T", results[key])
