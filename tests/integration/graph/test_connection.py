"""A database that cannot be reached: one line that says where, and what to do."""

import math
import signal
from typing import Any

import pytest
from pydantic import SecretStr

from scinet.errors import GraphUnavailableError, QueryError
from scinet.graph import guard
from scinet.graph.connection import Database
from scinet.graph.driver import neo4j, translated
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
        guard.ask(database, "RETURN $x AS x", params=params)
    assert list(database.read_text("RETURN $x AS x", params={"x": 2**63 - 1})) == [{"x": 2**63 - 1}]


@pytest.mark.parametrize("seconds", [math.inf, math.nan, 1e300, 0.0, -1.0])
def test_a_time_limit_is_a_time(database: Database, seconds: float) -> None:
    with pytest.raises(QueryError, match="a time limit of"):
        guard.ask(database, "RETURN 1", timeout_s=seconds)
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
    with pytest.raises(KeyboardInterrupt), translated("a transaction"):
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
            guard.ask(shared_database, f"RETURN {returned} AS d")
        assert "toString" in caught.value.hint
    assert guard.ask(shared_database, f"RETURN toString({value}) AS d").rows[0]["d"]
