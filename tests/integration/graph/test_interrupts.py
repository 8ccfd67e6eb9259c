"""Ctrl-C at any instant of a statement: it ends at once, and the same connection serves again."""

import gc
import random
import signal
import timeit
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from helpers.waiting import PATIENCE_S

from scinet.graph.connection import Database, Transaction
from scinet.settings import Neo4jSettings

_STOPS: Final = 40


class _StillThereError(BaseException):
    """Long after a stop."""


@pytest.fixture
def stop() -> Iterator[Callable[[float], None]]:
    """Presses Ctrl-C after some seconds; what goes on long after that has failed."""
    pressed = 0

    def press(*_: Any) -> None:
        nonlocal pressed
        pressed += 1
        raise KeyboardInterrupt if pressed == 1 else _StillThereError

    def after(seconds: float) -> None:
        nonlocal pressed
        pressed = 0
        signal.setitimer(signal.ITIMER_REAL, seconds, PATIENCE_S)

    before = signal.signal(signal.SIGALRM, press)
    yield after
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def stopped_database(database: Database, uri: str) -> Iterator[Database]:
    """A connection of its own: stops leave its driver with connections that it did not count."""
    with Database.connect(Neo4jSettings.model_construct(uri=uri)) as one:
        yield one
    assert database.answers()


def _read(database: Database) -> None:
    for _ in database.read_text("UNWIND range(1, 3000) AS n RETURN n, 'paper ' + n AS title"):
        pass


def _write(database: Database) -> None:
    def work(transaction: Transaction) -> None:
        for number in range(5):
            rows = [{"id": f"v{n}", "name": f"{number} {n}"} for n in range(500)]
            transaction.rows("load/venue", rows=rows)

    database.write(work)


def _undone(database: Database) -> None:
    with database.rolled_back() as inside:
        _write(inside)


# A stop while the driver makes a session or connects leaves them to Python, which closes them and
# warns.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("work", [_read, _write, _undone])
def test_a_stop_at_any_instant(
    stopped_database: Database, stop: Callable[[float], None], work: Callable[[Database], None]
) -> None:
    database = stopped_database
    rng = random.Random(11)  # noqa: S311
    work(database)
    seconds = min(timeit.repeat(lambda: work(database), number=1, repeat=3))
    stopped = 0
    while stopped < _STOPS:
        try:
            stop(rng.uniform(1e-5, seconds))
            work(database)
            signal.setitimer(signal.ITIMER_REAL, 0)
        except KeyboardInterrupt:
            stopped += 1
        signal.setitimer(signal.ITIMER_REAL, 0)
    gc.collect()
    database.rows("admin/wipe")  # waits for no lock of a stopped transaction


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_connection_that_was_not_counted_is_closed(stopped_database: Database) -> None:
    # What a stop leaves between the coming of a connection and its being counted: one in some
    # thousand of the test above.
    stopped_database.driver._pool._ssr_feature_tracker.with_feature = 0
    stopped_database.close()
    assert not stopped_database.answers()
    gc.collect()
