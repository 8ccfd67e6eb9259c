"""Sub-graphs of py2neo, and a graph that py2neo has open, there and back on a real server."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.build import Paper, snapshot_of

import scinet
from scinet.errors import DataError
from scinet.graph.db.connection import Database
from scinet.session.snapshot import Snapshot

py2neo = pytest.importorskip("py2neo")
pytestmark = pytest.mark.filterwarnings("ignore")  # it is at its end of life

PAPERS: list[Paper] = [
    ("a", "2000-01-02", []),
    ("b", "2001-01-02", ["a"]),
    ("c", "2002-01-02", ["a", "b"]),
]
WORLD = Snapshot.of(
    snapshot_of(PAPERS, {"a": ["x"], "b": ["x", "y"]}, {"b": "V"}, {"a": "First"}, [])
)
OTHER = {"id": "key", "title": "name", "date": "year", "author": "called"}


@pytest.fixture
def theirs(database: Database, uri: str) -> Iterator[Any]:  # noqa: ARG001 - it is emptied
    """The empty database as py2neo opens it."""
    opened = py2neo.Graph(uri, auth=("neo4j", "none"))
    yield opened
    opened.service.connector.close()


def _read(file: Path) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in map(json.loads, file.read_text("utf-8").splitlines())}


def test_a_network_as_a_subgraph_and_back() -> None:
    made = WORLD.to_py2neo(papers=["a", "b"])
    days = {node["id"]: node["date"] for node in made.nodes}
    assert days == {"a": "2000-01-02", "b": "2001-01-02"}
    [link] = made.relationships
    assert (link.start_node["id"], type(link).__name__, link.end_node["id"]) == ("b", "CITES", "a")
    [pair] = WORLD.to_py2neo("coauthor").relationships
    assert pair["weight"] == 1
    file = Path("papers.jsonl")
    columns = {"title": "label"}
    result = scinet.fetch_py2neo(WORLD.to_py2neo(), file, columns=columns)
    assert result == {"papers": 3, "citations": 3, "file": file}
    rows = _read(file)
    assert sorted(rows["c"]["references"]) == ["a", "b"]
    assert rows["a"]["title"] == "First"


def test_an_open_graph_is_read_and_left_as_it_is(theirs: Any, database: Database, uri: str) -> None:
    theirs.run(
        "CREATE (a:Publication {key: 1, name: 'One', year: 1999}) "
        "CREATE (b:Publication {key: 2, name: 'Two', year: date('2001-03-04')}) "
        "CREATE (a)<-[:REFERS_TO]-(b), (:Person {called: 'Ada Bell'})-[:WROTE]->(b)"
    )
    dump = "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n) AS n, count(r) AS r"
    before = theirs.run(dump).data()
    how: dict[str, Any] = {"label": "Publication", "cites": "REFERS_TO", "authored": "WROTE"}
    scinet.fetch_py2neo(theirs, Path("theirs.jsonl"), **how, columns=OTHER)
    assert theirs.run(dump).data() == before
    assert _read(Path("theirs.jsonl")) == {
        "1": {"id": "1", "title": "One", "date": "1999", "authors": [], "references": []},
        "2": {
            "id": "2",
            "title": "Two",
            "date": "2001-03-04",
            "authors": [{"name": "Ada Bell"}],
            "references": ["1"],
        },
    }
    with pytest.raises(DataError, match="has no id"):
        scinet.fetch_py2neo(theirs, Path("no.jsonl"), **how)
    with pytest.raises(DataError, match="no node is a Article"):
        scinet.fetch_py2neo(theirs, Path("no.jsonl"), label="Article")
    assert not Path("no.jsonl").exists()
    database.rows("admin/wipe")
    with scinet.connect(uri=uri, cache=Path("cache")) as graph:
        assert graph.load(Path("theirs.jsonl"), source="theirs").loaded == 2
        past = graph.snapshot("2002-01-01")
    assert past.day[1] == (date(2001, 3, 4) - date(1970, 1, 1)).days
    assert past.cites.indices.tolist() == [0]


def test_a_subgraph_is_merged_into_another_graph(theirs: Any) -> None:
    subgraph = WORLD.to_py2neo()
    for _ in range(2):  # the same nodes by id
        theirs.merge(subgraph)
    count = "MATCH (:Paper)-[cites:CITES]->(:Paper {id: 'a'}) RETURN count(cites)"
    assert theirs.evaluate(count) == 2
