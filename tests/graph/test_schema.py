"""Indexes are made and awaited, however long that takes; see :mod:`scinet.graph.schema`."""

import pytest

from scinet.errors import SchemaError
from scinet.graph import schema
from scinet.graph.connection import Database


def _type(database: Database, text: str) -> None:
    with database.driver.session() as session:
        session.run(text).consume()


def _states(database: Database) -> dict[str, str]:
    return {row["name"]: row["state"] for row in database.rows("admin/indexes")}


def test_an_index_of_many_words_is_awaited(database: Database) -> None:
    schema.ensure(database)
    _type(database, "DROP INDEX paper_text")
    _type(
        database,
        "UNWIND range(1, 20000) AS n "
        "CREATE (:Work:Paper {id: 'x:' + n, title: 'word' + n + ' and ' + n % 999})",
    )
    told: list[tuple[str, float]] = []
    schema.ensure(database, lambda name, share: told.append((name, share)))
    states = _states(database)
    assert {states[name] for name in schema.expected()} == {"ONLINE"}
    assert {name for name, _ in told} == {"paper_text"}
    assert all(0 <= share <= 1 for _, share in told)
    found = database.rows("lookup/title", text="word19999", limit=5)
    assert [row["paper_id"] for row in found] == ["x:19999"]


def test_an_index_that_cannot_be_made_is_named(database: Database) -> None:
    schema.ensure(database)
    _type(database, "DROP INDEX venue_name")
    _type(database, "CREATE (:Venue {id: 'v', name: reduce(s = '', n IN range(1, 9000) | s + n)})")
    with pytest.raises(SchemaError, match="the index venue_name") as told:
        schema.ensure(database)
    assert "DROP INDEX venue_name" in str(told.value.hint)
    _type(database, "MATCH (v:Venue) DELETE v")
    _type(database, "DROP INDEX venue_name")
    schema.ensure(database)
    assert _states(database)["venue_name"] == "ONLINE"
