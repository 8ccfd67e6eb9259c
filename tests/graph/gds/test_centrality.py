"""Betweenness and personalised PageRank: arrays, GDS and networkx; nothing of the future."""

from datetime import date

import networkx as nx
import numpy as np
import pytest
from helpers.build import Paper, load_graph, snapshot_of
from helpers.networks import bylines, networks
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scinet.errors import GraphUnavailableError, NotFoundError
from scinet.graph.connection import Database
from scinet.graph.gds import centrality
from scinet.graph.indicators.betweenness import betweenness, sources_by_size
from scinet.graph.links import network, node_ids
from scinet.graph.links.walks import uniform, visits
from scinet.graph.snapshot import Csr, Snapshot, read

CUT_OFFS = [None, date(2001, 3, 1), date(2004, 1, 1)]


def as_networkx(adjacency: Csr, *, directed: bool) -> "nx.Graph[int]":
    graph: nx.Graph[int] = nx.DiGraph() if directed else nx.Graph()
    graph.add_nodes_from(range(adjacency.num_rows))
    rows, columns = adjacency.row_numbers().tolist(), adjacency.indices.tolist()
    graph.add_edges_from(zip(rows, columns, strict=True))
    return graph


@st.composite
def written(draw: st.DrawFn) -> tuple[list[Paper], dict[str, list[str]]]:
    papers = draw(networks())
    return papers, draw(bylines(papers))


@settings(deadline=None)  # the first example compiles the kernel
@given(written(), st.sampled_from(["citation", "coauthor", "directed"]))
def test_betweenness_agrees_with_another_library(
    both: tuple[list[Paper], dict[str, list[str]]], name: str
) -> None:
    snapshot, directed = snapshot_of(*both), name == "directed"
    adjacency = snapshot.cites if directed else network(snapshot, name)  # type: ignore[arg-type]
    found = betweenness(adjacency, directed=directed)
    expected = nx.betweenness_centrality(
        as_networkx(adjacency, directed=directed), normalized=False
    )
    assert found.is_exact
    np.testing.assert_allclose(found.value, list(expected.values()), rtol=1e-12, atol=1e-12)


def test_sources_at_random_give_the_exact_number_on_average() -> None:
    # A star with a tail: 0-1, 1-2, 1-3, 1-4, 4-5. Nine of ten pairs of others pass 1.
    papers: list[Paper] = [("a", "2000", []), ("b", "2001", ["a"])]
    papers += [("c", "2002", ["b"]), ("d", "2003", ["b"]), ("e", "2004", ["b"])]
    papers += [("f", "2005", ["e"])]
    adjacency = network(snapshot_of(papers), "citation")
    exact = betweenness(adjacency, directed=False)
    assert exact.value.tolist() == [0, 9, 0, 0, 4, 0]
    assert exact.sources == sources_by_size(adjacency) == 6
    drawn = [betweenness(adjacency, directed=False, sources=2, seed=s) for s in range(600)]
    assert {one.sources for one in drawn} == {2}
    mean = np.mean([one.value for one in drawn], axis=0)
    np.testing.assert_allclose(mean, exact.value, atol=0.5)
    again = betweenness(adjacency, directed=False, sources=2, seed=3)
    np.testing.assert_array_equal(again.value, drawn[3].value)
    with pytest.raises(ValueError, match="fewer than one"):
        betweenness(adjacency, directed=False, sources=0)


def test_a_large_network_is_sampled_unless_asked_otherwise() -> None:
    nobody = Csr(np.zeros(100_001, dtype=np.int64), np.zeros(0, dtype=np.int32))
    assert sources_by_size(nobody) == 1_000


@settings(
    max_examples=4,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(written(), st.sampled_from(CUT_OFFS))
def test_the_database_agrees(
    shared_database: Database,
    both: tuple[list[Paper], dict[str, list[str]]],
    before: date | None,
) -> None:
    shared_database.rows("admin/wipe")
    load_graph(shared_database, *both)
    snapshot = read(shared_database, before)
    for name in ("citation", "coauthor", "directed"):
        directed = name == "directed"
        kind: centrality.Joined = "coauthor" if name == "coauthor" else "citation"
        adjacency = snapshot.cites if directed else network(snapshot, kind)
        ids = node_ids(snapshot, kind)
        asked = centrality.betweenness(shared_database, before, kind, directed=directed)
        assert sorted(asked["id"]) == sorted(ids)
        expected = betweenness(adjacency, directed=directed).value
        found = asked.set_index("id")["betweenness"].loc[list(ids)]
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
        if len(ids) and not directed:
            walks_agree(shared_database, snapshot, adjacency, kind)


def walks_agree(
    database: Database, snapshot: Snapshot, adjacency: Csr, kind: centrality.Joined
) -> None:
    ids, before = node_ids(snapshot, kind), snapshot.before
    for sources, restart in (([0], 0.15), ([0, len(ids) - 1], 0.5), (list(range(len(ids))), 0.3)):
        names = [str(ids[one]) for one in sources]
        asked = centrality.personalised(database, before, kind, names, restart=restart)
        share = asked.set_index("id")["share"].loc[list(ids)].to_numpy()
        starts = Csr(np.array([0, len({*sources})]), np.array(sorted({*sources}), dtype=np.int32))
        ((_, exact),) = visits(uniform(adjacency), starts, restart=restart, tolerance=1e-12)
        assert np.abs(share - exact[:, 0]).sum() <= 2e-9


def test_the_future_changes_nothing(database: Database) -> None:
    past: list[Paper] = [("a", "2000", []), ("b", "2001", ["a"]), ("c", "2002", ["b"])]
    people = {"a": ["x", "y"], "b": ["y", "z"], "c": ["z"]}
    load_graph(database, [*past, ("f", "2004", ["a", "c"])], people | {"f": ["x", "z", "new"]})
    cut = date(2003, 1, 1)
    cited = centrality.betweenness(database, cut, "citation").set_index("id")["betweenness"]
    assert cited.to_dict() == {"a": 0, "b": 1, "c": 0}
    met = centrality.betweenness(database, cut, "coauthor").set_index("id")["betweenness"]
    assert met.to_dict() == {"x": 0, "y": 1, "z": 0}
    walk = centrality.personalised(database, cut, "coauthor", ["x"], restart=0.5)
    # Visits of x, y, z: x = 1/2 + y/4, y = x/2 + z/2, z = y/4.
    assert dict(walk.set_index("id")["share"]) == pytest.approx(
        {"x": 7 / 12, "y": 1 / 3, "z": 1 / 12}
    )
    with pytest.raises(NotFoundError, match="'new' is not in the coauthor network before"):
        centrality.personalised(database, cut, "coauthor", ["x", "new"])


def test_what_makes_no_sense_or_does_not_fit_is_refused(database: Database) -> None:
    load_graph(database, [("a", "2000", [])], {"a": ["x", "y"]})
    with pytest.raises(ValueError, match="no direction"):
        centrality.betweenness(database, None, "coauthor", directed=True)
    with pytest.raises(ValueError, match="needs a source"):
        centrality.personalised(database, None, "citation", [])
    with pytest.raises(ValueError, match="restart"):
        centrality.personalised(database, None, "citation", ["a"], restart=0)
    assert centrality.betweenness(database, date(1990, 1, 1), "coauthor").empty
    assert centrality.betweenness(database, date(1990, 1, 1), "citation").empty
    with pytest.raises(NotFoundError):
        centrality.personalised(database, date(1990, 1, 1), "citation", ["a"])


def test_a_byline_too_long_to_join_is_refused_before_it_is_joined(database: Database) -> None:
    load_graph(database, [("a", "2000", [])])
    database.driver.execute_query(
        "MATCH (p:Paper) UNWIND range(1, 20000) AS n "
        "CREATE (:Author {id: 'a' + n})-[:AUTHORED {day: p.day, date: p.date}]->(p)",
        database_=database.name,
    )
    with pytest.raises(GraphUnavailableError, match="the co-authorship network needs up to"):
        centrality.betweenness(database, None, "coauthor")
    assert centrality.betweenness(database, date(2000, 1, 1), "coauthor").empty
