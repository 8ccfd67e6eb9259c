"""Progress of reading the graph into arrays, reported to a listener of the calling thread."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeAlias

Reporter: TypeAlias = Callable[[int, int], object]
Listener: TypeAlias = Callable[[], AbstractContextManager[Reporter]]


def _no_listener() -> AbstractContextManager[Reporter]:
    return nullcontext(lambda _done, _total: None)


class _Thread(threading.local):
    """Listener of one thread, not shared with threads that serve others."""

    listener: Listener | None = None


_THREAD = _Thread()


@contextmanager
def report_progress(listener: Listener) -> Iterator[None]:
    """Report progress to a listener each time this thread reads the graph into arrays.

    Args:
        listener: Opened when the database is about to be read, not for cached arrays, and closed
            when the arrays are complete. The opened reporter is called with the numbers of
            records read and in total.
    """
    before, _THREAD.listener = _THREAD.listener, listener
    try:
        yield
    finally:
        _THREAD.listener = before


def open_reporter() -> AbstractContextManager[Reporter]:
    """Return a reporter, called with the numbers of records read and in total."""
    return (_THREAD.listener or _no_listener)()
