"""A database that cannot be reached: one line that says where, and what to do."""

import pytest

from scinet.errors import GraphUnavailableError
from scinet.graph.connection import Database
from scinet.settings import Neo4jSettings


@pytest.mark.parametrize("uri", ["http://localhost:7474", "localhost:7687", "x"])
def test_what_is_no_address_is_said_to_be_none(uri: str) -> None:
    with pytest.raises(GraphUnavailableError, match="is not the address of a graph database"):
        Database.connect(Neo4jSettings.model_construct(uri=uri))


def test_nobody_answers() -> None:
    with pytest.raises(GraphUnavailableError, match=r"answers at bolt://127\.0\.0\.1:1$") as caught:
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
