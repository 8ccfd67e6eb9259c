"""Who hears how far the graph is read into arrays; verbs that read it are far from who asks."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeAlias

Reporter: TypeAlias = Callable[[int, int], object]
Listener: TypeAlias = Callable[[], AbstractContextManager[Reporter]]


def _no_listener() -> AbstractContextManager[Reporter]:
    return nullcontext(lambda _done, _total: None)


class _Thread(threading.local):
    """What a thread began to listen to is not heard in those that serve others."""

    listener: Listener | None = None


_THREAD = _Thread()


@contextmanager
def report_progress(listener: Listener) -> Iterator[None]:
    """Have a listener hear how far this thread is, each time it reads the graph into arrays.

    Args:
        listener: Opened when the database is about to be read, which cached arrays spare, and
            closed when the arrays are whole. What it opens is called with the records that came,
            and all.
    """
    before, _THREAD.listener = _THREAD.listener, listener
    try:
        yield
    finally:
        _THREAD.listener = before


def open_reporter() -> AbstractContextManager[Reporter]:
    """What to call with the records that came, and all."""
    return (_THREAD.listener or _no_listener)()
