"""Maps around papers: arrays and statements count the same, and the day is kept."""

from pathlib import Path

import pytest
from helpers.networks.golden_network import load_network

from scinet.errors import NotFoundError
from scinet.graph.connection import Database
from scinet.session.graph import Graph


@pytest.fixture
def graph(database: Database, tmp_path: Path) -> Graph:
    load_network(database, "field")
    return Graph(lambda: database, cache=tmp_path)


def test_the_counts_are_those_of_the_statements(graph: Graph) -> None:
    found = graph.map("a grammar of citations", around=9)
    columns = ["paper_id", "co_citations", "shared_references"]
    said = graph.query("ranking/similar", paper_id="P2")[columns].to_numpy().tolist()
    known = {paper: counts for paper, *counts in said}
    for paper, *counts in found[~found.given][columns].to_numpy().tolist():
        assert counts == known.get(paper, [0, 0])
    alone = graph.co_cited("P2")
    named = graph.query("ranking/co_citation", paper_id="P2")
    assert alone.co_citations.tolist() == named.co_citations.tolist()
    # P3, P4, P5 and P6 cite one of these and another paper: P1 is cited with P2 once, P3 twice.
    several = graph.co_cited(["P2", "P3"], limit=1)
    assert several[["paper_id", "co_citations"]].to_numpy().tolist() == [["P1", 2]]


def test_a_map_grows_and_is_pruned(graph: Graph) -> None:
    shown = graph.map("P2", around=0, grow=["P4"], add=["P10", "nobody"], without=["P6"])
    # P4 cites P2 and P3 and is cited by P6 and P7.
    assert shown.paper_id.tolist() == ["P2", "P3", "P4", "P7", "P10"]
    assert shown.attrs["unknown"] == ["nobody"]
    expected = [("P3", "P2"), ("P4", "P2"), ("P4", "P3"), ("P7", "P3"), ("P7", "P4")]
    assert shown.attrs["citations"] == expected
    assert set(shown.community) <= {0, 1}
    early = graph.map("P2", grow=["P4"], before="1993-01-01")
    assert early.paper_id.tolist() == ["P9", "P1", "P2", "P3"]
    assert early.attrs["unknown"] == ["P4"]
    with pytest.raises(NotFoundError, match="no dated paper is called 'P8'"):
        graph.map("P8")
