"""Limits of time and size for statements of users, kept where the server does not look."""

import queue
import threading
from collections.abc import Callable, Generator
from contextlib import closing
from typing import Final, TypeVar

from scinet.errors import GraphUnavailableError, QueryError
from scinet.graph.connection import MAX_TIMEOUT_S, Database, Row
from scinet.graph.driver import is_unreached

T = TypeVar("T")
_GRACE_S: Final = 3.0
MAX_VALUES: Final = 5_000_000


def within(timeout_s: float, database: Database, work: Callable[[], T]) -> T:
    """The result of ``work``, or an error a little after the time limit that the server has.

    Args:
        timeout_s: The server's limit in seconds; it gets some seconds to keep it.
        database: Where the work runs, to say whether it still answers.
        work: Runs in a thread of its own, which is left alone when it is late.

    Raises:
        QueryError: If the server does not keep the limit.
        GraphUnavailableError: If the server died of the work.
    """
    done: queue.SimpleQueue[T | BaseException] = queue.SimpleQueue()

    def run() -> None:
        try:
            done.put(work())
        except BaseException as error:  # noqa: BLE001 - raised again by the one who waits
            done.put(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        result = done.get(timeout=min(MAX_TIMEOUT_S, timeout_s) + _GRACE_S)
    except queue.Empty:
        raise QueryError(
            "the time limit was reached (the statement), and the server did not stop",
            hint="It may be busy for long: `scinet server stop` and `start` lose nothing.",
        ) from None
    if isinstance(result, GraphUnavailableError):
        has_begun = not is_unreached(result.__cause__)
        if has_begun and not database.answers():
            raise GraphUnavailableError(
                "the server died while the statement ran",
                hint="Start it again with `scinet server start`; nothing is lost. "
                "Then ask for less.",
            ) from result
        raise result
    if isinstance(result, BaseException):
        raise result
    return result


def first_rows(rows: Generator[Row, None, None], limit: int) -> tuple[list[Row], bool]:
    """The first rows, and whether there are more.

    Args:
        rows: Closed afterwards.
        limit: Rows at most; fewer when they hold more than :data:`MAX_VALUES` values together.
    """
    taken: list[Row] = []
    values = 0
    with closing(rows):
        for row in rows:
            if len(taken) == limit or values > MAX_VALUES:
                return taken, True
            taken.append(row)
            values += _size(row)
    return taken, False


def _size(value: object) -> int:
    if isinstance(value, dict):
        return sum(map(_size, value.values()))
    if isinstance(value, list):
        flat = value and not isinstance(value[0], dict | list)
        return len(value) if flat else sum(map(_size, value))
    return 1 + len(value) // 8 if isinstance(value, str) else 1
