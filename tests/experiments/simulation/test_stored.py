"""A simulation, grown from a graph, as nodes of that graph."""

import json
from collections.abc import Iterator

import pytest
from helpers.two_sides import two_communities

from scinet.errors import DataError
from scinet.experiments.simulation.simulation import Simulation
from scinet.graph.connection import Database
from scinet.session.graph import Graph

SINCE = "2008-01-01"


@pytest.fixture(scope="module")
def graph(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    """Two communities in the database."""
    shared_database.rows("admin/wipe")
    folder = tmp_path_factory.mktemp("graph")
    papers, authors, titles = two_communities(0)
    rows = [
        {
            "id": paper,
            "date": day,
            "title": titles[paper],
            "references": references,
            "authors": [{"id": one, "name": one} for one in authors[paper]],
        }
        for paper, day, references in papers
    ]
    (folder / "papers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    graph = Graph(lambda: shared_database, cache=folder / "cache")
    graph.load(folder / "papers.jsonl", source="real")
    yield graph
    shared_database.rows("admin/wipe")


@pytest.fixture(scope="module")
def simulation(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Simulation:
    out = tmp_path_factory.mktemp("simulation")
    gold = {"arrivals": "gold", "contributions": "gold"}
    return graph.simulate(out=out, since=SINCE, days=90, seed=1, **gold)  # type: ignore[arg-type]


def test_a_run_is_stored_as_it_was_simulated(graph: Graph, simulation: Simulation) -> None:
    before = graph.status()
    size = graph.store_simulation(simulation.folder, source="second")
    papers = simulation.papers()
    places = [one["id"] for byline in papers.authors for one in byline]
    new = {one for one in places if one.startswith("synthetic:")}
    assert size == {
        "source": "second",
        "run": 0,
        "papers": len(papers),
        "authors": len(new),
        "citations": papers.references.map(len).sum(),
        "authorships": len(places),
    }
    last = papers.iloc[-1]
    found = graph.query("simulation/references", simulated=last.id.replace("synthetic", "second"))
    assert {one.replace("second", "synthetic") for one in found.cited_id} == set(last.references)
    assert found.is_simulated.tolist() == [one.startswith("second:") for one in found.cited_id]
    real = graph.query("simulation/cited_works", source="second", limit=1000)
    cited = papers.references.explode()
    assert real.citations.sum() == (~cited.dropna().str.startswith("synthetic:")).sum()
    listed = graph.query("simulation/papers", source="second", limit=1000)
    assert sorted(listed.references) == sorted(papers.references.map(len))
    stands = graph.cypher(
        "MATCH (p:SimulatedPaper)-[:STANDS_FOR]->(r:Paper) RETURN p.title = r.title AS same"
    )
    assert stands.same.all() and len(stands) == len(papers)  # noqa: PT018
    after = graph.status()
    [stored] = after.pop("simulations")
    assert stored["parts"]["contribution"] == "gold"
    assert (stored["seed"], stored["since"]) == (1, SINCE)
    assert stored["graph_fingerprint"] == before["graph_fingerprint"]
    graph.remove("second")
    assert {**after, "simulations": []} == graph.status() == before


def test_a_run_that_was_not_simulated_is_refused(graph: Graph, simulation: Simulation) -> None:
    with pytest.raises(DataError, match="run 1 of the simulation has no paper"):
        graph.store_simulation(simulation.folder, run=1)
    assert graph.status()["simulations"] == []
