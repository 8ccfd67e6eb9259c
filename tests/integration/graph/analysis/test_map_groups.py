"""Maps around papers, counted as statements count, and the groups of large ones, by hand."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scinet.errors import NotFoundError
from scinet.graph.analysis.map_groups import LANES, group_map, year_spans
from scinet.graph.db.connection import Database
from scinet.session.graph import Graph


def _row(paper: str, year: int, community: int, citations: int, **more: Any) -> dict[str, Any]:
    row = {"paper_id": paper, "title": paper.upper(), "date": date(year, 6, 30), "given": False}
    return row | {
        "community": community,
        "community_name": f"c{community}",
        "citations": citations,
        **more,
    }


def test_spans_have_about_as_many_papers_each() -> None:
    # Of 8 papers the middles lie at 0.5, 1.5, 4 and 7: in the 1st, 1st, 2nd and 2nd half.
    expected = {1990: (1990, 1995), 1995: (1990, 1995), 1996: (1996, 1999), 1999: (1996, 1999)}
    assert year_spans({1990: 1, 1995: 1, 1996: 4, 1999: 2}, 2) == expected
    # Most lie in one year, which is a span by itself; in all there are fewer than asked for.
    assert set(year_spans({2000: 1, 2001: 98, 2002: 1}, 3).values()) == {
        (2000, 2000),
        (2001, 2001),
        (2002, 2002),
    }
    assert year_spans({}, 3) == {}


def test_papers_of_a_community_and_a_span_are_a_group() -> None:
    rows = [
        _row("a", 2000, 1, 5),
        _row("b", 2000, 1, 7),
        _row("c", 2001, 1, 0),
        _row("d", 2001, LANES + 1, 2),
        _row("e", 2001, 0, 2),
        _row("centre", 2000, 1, 9, given=True),
        _row("pinned", 2001, 2, 1),
    ]
    citations = [
        ("b", "a"),  # inside the group of 2000
        ("c", "a"),
        ("c", "b"),
        ("e", "d"),  # both of small communities
        ("d", "centre"),
        ("e", "centre"),
        ("pinned", "centre"),
        ("a", "c"),  # against time, as data have it
    ]
    # The middles of two and three papers of five lie in the 2nd and the 5th seventh of them.
    result = group_map(rows, citations, {"pinned"})
    early, late, others = "1:2000-2000", "1:2001-2001", "0:2001-2001"
    named = ("group_id", "community_name", "papers", "citations", "paper_id", "title", "inside")
    assert [tuple(row[item] for item in named) for row in result.rows] == [
        (early, "c1", 2, 12, "b", "B", 1),
        (late, "c1", 1, 0, "c", "C", 0),
        (others, "others", 2, 4, "d", "D", 1),
    ]
    assert [row["paper_id"] for row in result.members[early]] == ["b", "a"]
    assert [row["paper_id"] for row in result.alone] == ["centre", "pinned"]
    expected = [(others, "centre", 2), (late, early, 2), (early, late, 1), ("pinned", "centre", 1)]
    assert result.citations == expected


def test_nothing_is_lost_between_a_map_and_its_groups(graph: Graph) -> None:
    whole = graph.map("P2", around=9)
    groups = graph.map_groups("P2", around=9, alone=["P4"])
    members = [paper for papers in groups.attrs["members"].values() for paper in papers]
    assert sorted([*members, *groups.attrs["alone"]]) == sorted(whole["paper_id"])
    assert groups.attrs["alone"] == ["P2", "P4"]
    between = sum(times for *_, times in groups.attrs["citations"])
    assert between + sum(groups["inside"]) == len(whole.attrs["citations"])
    assert sum(groups["papers"]) == len(whole) - 2
    early = graph.map_groups("P2", around=9, before="1993-01-01")
    assert max(early["until"]) == 1992


@pytest.mark.parametrize("alone", [[], ["P2", "nobody"]])
def test_a_map_of_its_centre_has_no_group(graph: Graph, alone: list[str]) -> None:
    result = graph.map_groups("P2", around=0, alone=alone)
    assert not result
    assert "group_id" in result.columns


@pytest.fixture
def graph(network: Database, tmp_path: Path) -> Graph:
    return Graph(lambda: network, cache=tmp_path)


def test_the_counts_are_those_of_the_statements(graph: Graph) -> None:
    found = graph.map("a grammar of citations", around=9)
    columns = ["co_citations", "shared_references"]
    known = {
        row["paper_id"]: [row[name] for name in columns]
        for row in graph.query("ranking/similar", paper_id="P2")
    }
    for row in found:
        if row["given"]:
            continue
        paper, counts = row["paper_id"], [row[name] for name in columns]
        assert counts == known.get(paper, [0, 0])
    alone = graph.co_cited("P2")
    named = graph.query("ranking/co_citation", paper_id="P2")
    assert alone["co_citations"] == named["co_citations"]
    # P3, P4, P5 and P6 cite one of these and another paper: P1 is cited with P2 once, P3 twice.
    several = graph.co_cited(["P2", "P3"], limit=1)
    assert [[row["paper_id"], row["co_citations"]] for row in several] == [["P1", 2]]


def test_a_map_grows_and_is_pruned(graph: Graph) -> None:
    shown = graph.map("P2", around=0, grow=["P4"], add=["P10", "nobody"], without=["P6"])
    # P4 cites P2 and P3 and is cited by P6 and P7.
    assert shown["paper_id"] == ["P2", "P3", "P4", "P7", "P10"]
    assert shown.attrs["unknown"] == ["nobody"]
    expected = [("P3", "P2"), ("P4", "P2"), ("P4", "P3"), ("P7", "P3"), ("P7", "P4")]
    assert shown.attrs["citations"] == expected
    assert set(shown["community"]) <= {0, 1}
    early = graph.map("P2", grow=["P4"], before="1993-01-01")
    assert early["paper_id"] == ["P9", "P1", "P2", "P3"]
    assert early.attrs["unknown"] == ["P4"]
    with pytest.raises(NotFoundError, match="no dated paper is called 'P8'"):
        graph.map("P8")
