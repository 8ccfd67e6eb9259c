"""A database that cannot be reached, and Ctrl-C at any instant of a statement."""

import gc
import math
import random
import signal
import timeit
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from helpers.waiting import PATIENCE_S
from pydantic import SecretStr

from scinet.errors import GraphUnavailableError, QueryError
from scinet.graph.db import guard
from scinet.graph.db.connection import Database, Transaction
from scinet.graph.db.driver import neo4j, translate_errors
from scinet.settings import Neo4jSettings


@pytest.mark.parametrize(
    "uri",
    [
        "http://localhost:7474",
        "localhost:7687",
        "x",
        "bolt://127.0.0.1:abc",
        "neo4j://127.0.0.1:-1",
    ],
)
def test_what_is_no_address_is_said_to_be_none(uri: str) -> None:
    with pytest.raises(GraphUnavailableError, match="is not the address of a graph database"):
        Database.connect(Neo4jSettings.model_construct(uri=uri))


def test_what_is_not_utf_8_is_said_to_be_so(uri: str) -> None:
    broken = SecretStr("SECRET\udce9")
    with pytest.raises(GraphUnavailableError, match="is not UTF-8") as caught:
        Database.connect(Neo4jSettings.model_construct(uri=uri, password=broken))
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("name", ["integer", "negative", "surrogate", "nested"])
def test_a_parameter_that_the_database_has_no_place_for(database: Database, name: str) -> None:
    deep: Any = []
    for _ in range(3_900):
        deep = [deep]
    values = {"integer": 2**63, "negative": -(2**63) - 1, "surrogate": "a\udce9", "nested": deep}
    params = {"x": values[name]}
    with pytest.raises(QueryError):
        list(database.read_text("RETURN $x AS x", params=params))
    with pytest.raises(QueryError):
        guard.run_statement(database, "RETURN $x AS x", params=params)
    assert list(database.read_text("RETURN $x AS x", params={"x": 2**63 - 1})) == [{"x": 2**63 - 1}]


@pytest.mark.parametrize("seconds", [math.inf, math.nan, 1e300, 0.0, -1.0])
def test_a_time_limit_is_a_time(database: Database, seconds: float) -> None:
    with pytest.raises(QueryError, match="a time limit of"):
        guard.run_statement(database, "RETURN 1", timeout_s=seconds)
    with pytest.raises(QueryError, match="a time limit of"):
        list(database.read_text("RETURN 1", timeout_s=seconds))


def test_nobody_answers() -> None:
    place = r"(?m)answers at bolt://127\.0\.0\.1:1$"
    with pytest.raises(GraphUnavailableError, match=place) as caught:
        Database.connect(Neo4jSettings.model_construct(uri="bolt://127.0.0.1:1"))
    assert "scinet server start" in caught.value.hint


def test_an_unknown_database_is_named(uri: str) -> None:
    with pytest.raises(GraphUnavailableError, match="no database 'nope'") as caught:
        Database.connect(Neo4jSettings.model_construct(uri=uri, database="nope"))
    assert caught.value.hint == "Set NEO4J_DATABASE."


@pytest.mark.parametrize(
    ("uri", "shown"),
    [
        ("bolt://neo4j:SECRET@127.0.0.1:7687", "bolt://127.0.0.1:7687"),
        ("bolt://neo4j:SE/CR@ET@127.0.0.1:7687", "bolt://127.0.0.1:7687"),
        ("bolt://127.0.0.1:7687?password=SECRET", "bolt://127.0.0.1:7687"),
        ("http://neo4j:SECRET@127.0.0.1:7474", "http://127.0.0.1:7474"),
        ("neo4j:SECRET@127.0.0.1", "127.0.0.1"),
    ],
)
def test_a_password_in_the_address_is_refused_and_not_shown(uri: str, shown: str) -> None:
    with pytest.raises(GraphUnavailableError) as caught:
        Database.connect(Neo4jSettings.model_construct(uri=uri))
    chain = f"{caught.value} {caught.value.hint} {caught.value.__cause__!r}"
    assert shown in chain
    assert "SECRET" not in chain
    assert "NEO4J_PASSWORD" in caught.value.hint


def stopped() -> None:
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        raise neo4j.exceptions.ClientError("let go of it")  # noqa: B904 - as the driver does


def test_what_the_driver_says_of_a_stop_is_the_stop() -> None:
    with pytest.raises(KeyboardInterrupt), translate_errors("a transaction"):
        stopped()


@pytest.mark.parametrize(
    "value",
    [
        *("date({year: 99999})", "date({year: -5})", "localdatetime({year: 999999999})"),
        "datetime({epochSeconds: 99999999999999})",
    ],
)
def test_a_day_that_python_has_none_for_is_named(shared_database: Database, value: str) -> None:
    for returned in (
        value,
        f"[{value}]",
        f"{{a: {{b: {value}}}}}",
        f"[1, date('2000-01-01'), {value}]",
    ):
        with pytest.raises(QueryError, match="a date or time that Python has none for") as caught:
            guard.run_statement(shared_database, f"RETURN {returned} AS d")
        assert "toString" in caught.value.hint
    assert guard.run_statement(shared_database, f"RETURN toString({value}) AS d").rows[0]["d"]


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
