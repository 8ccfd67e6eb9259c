"""Indexes are made and awaited, however long that takes; see :mod:`scinet.graph.db.indexes`."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.stops import StopError, stop
from helpers.files.read_files import write_lines

from scinet.errors import QueryError, SchemaError
from scinet.graph.as_of import restrict_to_day
from scinet.graph.db import indexes
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load


def _type(database: Database, text: str) -> None:
    with database.driver.session() as session:
        session.run(text).consume()


def _state(database: Database, name: str) -> str:
    return {row["name"]: str(row["state"]) for row in database.rows("admin/indexes")}[name]


def test_an_index_that_is_being_made_is_awaited(
    shared_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, percents, told = indexes._existing_indexes, [25, 75], list[tuple[str, float]]()

    def making(database: Database) -> list[Any]:
        """What the server says, but of one index that it is not ready until that was told twice."""
        rows = there(database)
        for row in rows:
            if row["name"] == "paper_text" and len(told) < len(percents):
                row |= {"state": "POPULATING", "percent": percents[len(told)]}
        return rows

    monkeypatch.setattr(indexes, "_existing_indexes", making)
    indexes.ensure_schema(shared_database, lambda name, share: told.append((name, share)))
    assert told == [("paper_text", 0.25), ("paper_text", 0.75)]


@pytest.mark.alters_server
def test_an_index_that_is_lacking_is_missed_and_made(database: Database) -> None:
    _type(database, "DROP INDEX paper_text")
    try:
        with pytest.raises(SchemaError, match="paper_text"):
            indexes.check_schema(database)
        _type(
            database,
            "UNWIND range(1, 2000) AS n "
            "CREATE (:Work:Paper {id: 'x:' + n, title: 'word' + n + ' and ' + n % 999})",
        )
    finally:
        indexes.ensure_schema(database)
    assert {_state(database, name) for name in indexes.expected_names()} == {"ONLINE"}
    rows = database.rows("lookup/title", text="word1999", limit=5)
    assert [row["paper_id"] for row in rows] == ["x:1999"]


@pytest.mark.alters_server
def test_an_index_that_cannot_be_made_is_named(database: Database) -> None:
    _type(database, "DROP INDEX venue_name")
    _type(database, "CREATE (:Venue {id: 'v', name: reduce(s = '', n IN range(1, 9000) | s + n)})")
    with pytest.raises(SchemaError, match="the index venue_name") as told:
        indexes.ensure_schema(database)
    assert "DROP INDEX venue_name" in str(told.value.hint)
    _type(database, "MATCH (v:Venue) DELETE v")
    _type(database, "DROP INDEX venue_name")
    indexes.ensure_schema(database)
    assert _state(database, "venue_name") == "ONLINE"


@pytest.mark.alters_server
def test_a_first_load_makes_the_indexes_at_its_end_though_it_was_killed(
    database: Database, tmp_path: Path
) -> None:
    rows: list[dict[str, Any]] = [
        {"id": f"p{n}", "date": f"200{n}", "title": f"Word{n} of papers"} for n in range(4)
    ]
    rows[3]["references"] = ["p0", "p1", "unknown"]
    papers = write_lines(str(tmp_path / "papers.jsonl"), *rows)
    how: dict[str, Any] = {"source": "x", "batch_size": 2, "rejects": tmp_path / "rejects"}
    expected = load(database, papers, **how).graph_fingerprint
    for stops in (None, stop):
        database.rows("admin/wipe")
        for name in indexes.expected_names() - indexes.constraint_names():
            _type(database, f"DROP INDEX {name}")
        if stops is not None:
            with pytest.raises(StopError):
                load(database, papers, **how, after_batch=stops)
            with pytest.raises(SchemaError, match="paper_text"):
                indexes.check_schema(database)
            with pytest.raises(QueryError, match="not searchable yet"):
                database.rows("lookup/title", text="word1", limit=5)
        assert load(database, papers, **how).graph_fingerprint == expected
        indexes.check_schema(database)
        [found] = database.rows("lookup/title", text="word3", limit=5)
        assert found["paper_id"] == "x:p3"


@pytest.mark.parametrize("kind", ["CITES", "AUTHORED"])
def test_the_index_of_days_serves_statements_of_users_as_of_a_day(
    network: Database, kind: str
) -> None:
    asked = restrict_to_day(f"MATCH ()-[r:{kind}]->() RETURN count(r)", date(2005, 1, 1), {})
    details = network.explain(asked.statement, dict(asked.params)).details
    assert any(f":{kind}(date)]" in detail for detail in details), details
