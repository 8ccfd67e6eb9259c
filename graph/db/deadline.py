"""Limits of time and size for users' statements, beyond those that the server checks."""

import queue
import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Final, TypeVar
from uuid import uuid4

from scinet.errors import GraphUnavailableError, QueryError
from scinet.graph.db.connection import MAX_TIMEOUT_S, Database, Row
from scinet.graph.db.driver import is_unreachable

T = TypeVar("T")
_GRACE_S: Final = 1.0
_LOOKS: Final = 3  # checks after which a terminated statement counts as stuck
_ANSWERS_S: Final = 10.0
_LOAD_S: Final = 60  # without a heartbeat, after which a load counts as ended
MAX_VALUES: Final = 5_000_000


@dataclass(frozen=True, slots=True)
class _Stuck:
    """Transaction that was terminated but keeps running."""

    name: str
    is_loading: bool


def run_with_timeout(timeout_s: float, database: Database, work: Callable[[str], T]) -> T:
    """Return the result of a read, or raise an error soon after the server's time limit.

    The server does not check the limit inside an expression. If a statement overruns it, the server
    is killed and restarted if it is ours, unless a load is running.

    Args:
        timeout_s: The server's limit in seconds; it gets some seconds more to keep it.
        work: Called with a mark for its statements, in a thread of its own, which is abandoned
            when late; called once more if the server was restarted meanwhile.

    Raises:
        QueryError: If the server does not keep the limit.
        GraphUnavailableError: If the server died of the work.
    """
    return database.again(lambda: _run_with_timeout(timeout_s, database, work))


def _run_with_timeout(timeout_s: float, database: Database, work: Callable[[str], T]) -> T:
    mark = uuid4().hex
    process = database.server.process() if database.server else None
    results: queue.SimpleQueue[T | BaseException] = _run_in_thread(lambda: work(mark))
    limit_s = min(MAX_TIMEOUT_S, timeout_s)
    # Planning comes first and is not limited.
    latest = time.monotonic() + 2 * limit_s + 3 * _ANSWERS_S
    wait_s, seen = limit_s + _GRACE_S, 0
    while True:
        try:
            result = results.get(timeout=wait_s)
            break
        except queue.Empty:
            wait_s = _GRACE_S
        stuck = _find_stuck(database, mark)
        seen = seen + 1 if stuck else 0
        if stuck and seen == _LOOKS:
            raise _timeout_error(database, process, stuck)
        if time.monotonic() > latest:
            raise QueryError(
                "the time limit was reached (the statement), and the server did not stop",
                hint="It may be busy for long: `scinet server stop` and `start` lose nothing.",
            )
    if isinstance(result, GraphUnavailableError):
        has_begun = not is_unreachable(result.__cause__)
        if has_begun and not database.answers():
            raise GraphUnavailableError(
                "the server crashed while the statement ran",
                hint="Start it again with `scinet server start`; nothing is lost. "
                "Then ask for less.",
            ) from result
        raise result
    if isinstance(result, BaseException):
        raise result
    return result


def _run_in_thread(work: Callable[[], T]) -> "queue.SimpleQueue[T | BaseException]":
    """Run work in a thread, and return the queue of its result."""
    results: queue.SimpleQueue[T | BaseException] = queue.SimpleQueue()

    def run() -> None:
        try:
            results.put(work())
        except BaseException as error:  # noqa: BLE001 - raised again by the waiting thread
            results.put(error)

    threading.Thread(target=run, daemon=True).start()
    return results


def _find_stuck(database: Database, mark: str) -> _Stuck | None:
    """Return the marked transaction if it was terminated but still runs."""

    def look() -> _Stuck | None:
        result = database.rows("admin/marked_transactions", mark=mark)
        names = [row["transaction"] for row in result if row["is_ended"]]
        is_loading = bool(names and database.rows("load/lock_holder", patience_s=_LOAD_S))
        return _Stuck(names[0], is_loading) if names else None

    try:
        result = _run_in_thread(look).get(timeout=_ANSWERS_S)
    except queue.Empty:
        return None
    return None if isinstance(result, BaseException) else result


def _timeout_error(database: Database, process: int | None, stuck: _Stuck) -> QueryError:
    """Make the error for an overrunning statement, and restart the server if it is ours."""
    what = "the time limit was reached inside an expression, which the server does not interrupt"
    if stuck.is_loading:
        return QueryError(
            f"{what} (the statement)",
            hint="It goes on, since a load is running. `scinet server stop` and `start` end it "
            "afterwards and lose nothing.",
        )
    if process is not None and database.server is not None and database.server.restart(process):
        return QueryError(
            f"{what}: the server is started again (the statement)",
            hint="Nothing is lost, and other commands wait for it. Ask for less.",
        )
    return QueryError(
        f"{what} ({stuck.name} at {database.place or 'the server'})",
        hint=f"Whoever runs the server ends it with `TERMINATE TRANSACTION '{stuck.name}'`; if "
        "SHOW TRANSACTIONS lists it after that, only a restart of the server does.",
    )


def first_rows(rows: Generator[Row, None, None], limit: int) -> tuple[list[Row], bool]:
    """Return the first rows, and whether there are more.

    Args:
        rows: Closed afterwards.
        limit: Maximum number of rows; fewer if they hold more than :data:`MAX_VALUES` values.
    """
    taken: list[Row] = []
    values = 0
    with closing(rows):
        for row in rows:
            if len(taken) == limit or values > MAX_VALUES:
                return taken, True
            taken.append(row)
            values += _count_values(row)
    return taken, False


def _count_values(value: object) -> int:
    if isinstance(value, dict):
        return sum(map(_count_values, value.values()))
    if isinstance(value, list):
        flat = value and not isinstance(value[0], dict | list)
        return len(value) if flat else sum(map(_count_values, value))
    return 1 + len(value) // 8 if isinstance(value, str) else 1
