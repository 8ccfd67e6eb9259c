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
