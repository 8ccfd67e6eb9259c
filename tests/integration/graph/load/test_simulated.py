"""Simulated papers are in the graph, change nothing in it, and can be removed exactly."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.stops import StopError, stop_beyond
from helpers.networks.golden_network import load_network
from helpers.networks.planted import SOURCE, plant
from helpers.networks.worlds import IDS, put, shape, world

from scinet.errors import DataError, SchemaError
from scinet.graph.connection import Database
from scinet.graph.load import fingerprint, journal
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove
from scinet.graph.query import load as statement
from scinet.graph.query import names
from scinet.graph.snapshot.reader import read
from scinet.graph.snapshot.store import save
from scinet.graph.status import status

# What they say is of the server, of internal numbers, or of simulated papers.
_OTHER = (
    "admin/data_folder",
    "admin/free_heap",
    "admin/names",
    "admin/node_blocks",
    "load/anything",
    "simulation/",
)


def _everything(database: Database) -> dict[str, list[str]]:
    """All nodes and relationships with what they hold."""
    found = {
        "nodes": "MATCH (n) RETURN labels(n) AS labels, properties(n) AS about",
        "relationships": "MATCH (a)-[r]->(b) RETURN a.id AS a, b.id AS b, type(r) AS type, "
        "properties(r) AS about",
    }
    return {name: sorted(map(str, database.read_text(text))) for name, text in found.items()}


def _answers(database: Database, folder: Path) -> dict[str, Any]:
    """What statements without a parameter answer, the fingerprint, arrays, and counts."""
    found: dict[str, Any] = {}
    for name in names():
        query = statement(name)
        if query.mode == "write" or name.startswith(_OTHER):
            continue
        if query.params <= query.defaults.keys():
            found[name] = database.rows(name)
    save(read(database), folder)
    found |= {file.name: file.read_bytes() for file in folder.iterdir()}
    about = status(database)
    del about["simulations"]
    return found | {"status": about, "fingerprint": fingerprint.compute(database)}


def test_authors_who_are_not_shown_keep_their_simulated_papers(database: Database) -> None:
    """Of two records of one work the longer byline is shown."""
    worlds = [
        {"records": [{"id": f"s2:{name}", "title": "One", "date": "2001",
                      "external_ids": {"doi": "10.1000/one"},
                      "authors": [{"id": f"s2:{name}{n}", "name": "A"} for n in range(size)]}]}
        for name, size in (("a", 2), ("b", 3))
    ]  # fmt: skip
    put(database, "a", worlds[0], ["records"])
    size, text = plant(database), "MATCH (a)-[r:SIMULATED_AUTHORED]->(p) RETURN a.id, p.id"
    written = sorted(map(str, database.read_text(text)))
    assert len(written) == size["authorships"] == 3
    put(database, "b", worlds[1], ["records"])
    shown = [row["id"] for row in database.read_text("MATCH (a:Author) RETURN a.id AS id")]
    assert sorted(shown) == ["s2:b0", "s2:b1", "s2:b2"]
    remove(database, "b")
    assert sorted(map(str, database.read_text(text))) == written
    authors = database.read_text("MATCH (a)-[:SIMULATED_AUTHORED]->() RETURN a:Author AS is_real")
    assert sum(row["is_real"] is True for row in authors) == 2


def test_they_change_nothing_and_are_removed_exactly(database: Database) -> None:
    load_network(database, "field")
    everything, answers = _everything(database), _answers(database, Path("before"))
    assert len(answers) > 30
    size = plant(database)
    assert size["papers"] == size["authors"] > 5
    works = database.read_text("MATCH (w:Work) RETURN count(w) AS n")
    assert size["citations"] == size["papers"] * next(iter(works))["n"] + size["papers"] - 1
    assert _answers(database, Path("planted")) == answers
    [stored] = status(database)["simulations"]
    known = {"source": SOURCE, "complete": True, "papers": size["papers"]}
    assert known.items() <= stored.items()
    assert plant(database) == size  # in their own place
    plant(database, "other")
    assert _answers(database, Path("two")) == answers
    remove(database, "other")
    report = remove(database, SOURCE)
    assert report.removed == {f"simulated_{name}": count for name, count in size.items()}
    assert report.graph_fingerprint == answers["fingerprint"].hex
    assert _everything(database) == everything


def test_real_papers_come_and_go_meanwhile(database: Database) -> None:
    """What a load or a removal deletes it deletes though simulated papers cite it."""
    one, other = world(1, IDS[:9]), world(2, IDS[3:])
    put(database, "a", one, ["records"])
    expected = shape(database)
    put(database, "b", other, ["records"])
    both = shape(database)
    plant(database)
    assert shape(database) == both
    remove(database, "b")
    assert shape(database) == expected
    put(database, "b", other, ["records"])
    assert shape(database) == both
    remove(database, "a")
    remove(database, "b")
    remove(database, SOURCE)
    left = "MATCH (n:Work|Author|SimulatedPaper|SimulatedAuthor|Simulation) RETURN n"
    assert list(database.read_text(left)) == []


def test_storing_that_was_stopped_is_said_and_repeated(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_network(database, "disruption")
    expected = plant(database)
    whole = _everything(database)["relationships"]
    monkeypatch.setattr("scinet.graph.load.simulated._ROWS", 3)
    with pytest.raises(StopError):
        plant(database, progress=stop_beyond(3))
    [stored] = status(database)["simulations"]
    assert not stored["complete"]
    assert plant(database) == expected
    assert _everything(database)["relationships"] == whole
    with pytest.raises(StopError):
        plant(database, progress=stop_beyond(3))
    remove(database, SOURCE)
    assert status(database)["simulations"] == []


def test_they_are_told_from_real_ones(database: Database) -> None:
    load_network(database, "disruption")
    with journal.locked(database, "other"), pytest.raises(SchemaError, match="is being loaded"):
        plant(database)
    with pytest.raises(DataError, match="is not a source name"):
        plant(database, "a:b")
    put(database, "mine", world(1, IDS), ["records"])
    with pytest.raises(DataError, match="real papers were loaded under the source 'mine'"):
        plant(database, "mine")
    day = Path("2020-01-01.jsonl")
    row = {"id": "synthetic:0:2020-01-01:00000", "date": "2020-01-01", "title": "On words"}
    about = {"authors": [], "references": [], "citations": 1.0, "stands_for": None}
    day.write_text(json.dumps({**row, **about}) + "\n")
    for kind in (None, "records"):
        with pytest.raises(DataError, match="holds papers of `scinet simulate`"):
            load(database, day, kind=kind)
