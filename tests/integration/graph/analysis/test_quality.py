"""The quality report of a network with known faults, and author ids that may be wrong."""

from datetime import date

import networkx as nx
import pytest
from helpers.networks.build import Paper, load_graph, load_rows, snapshot_of
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import SchemaError
from scinet.graph import snapshot
from scinet.graph.analysis.namesakes import namesakes, splits
from scinet.graph.analysis.quality import QualityFinding, check_cycles, findings
from scinet.graph.db.connection import Database


def test_each_check_finds_what_is_in_the_drawing(network: Database) -> None:
    results = {finding.check: finding for finding in findings(network)}
    counts = {check: finding.count for check, finding in results.items()}
    assert counts == {
        "unknown_works": 1,
        "undated_papers": 1,
        "papers_without_title": 0,
        "papers_without_references": 2,
        "papers_without_authors": 2,
        "isolated_papers": 1,
        "forward_citations": 1,
        "same_day_citations": 1,
        "artifacts_without_count": 1,
        "counts_without_day": 1,
        "documents_without_day": 1,
        "dates_by_year": 4,
        "dates_by_period": 0,
        "dates_by_month": 1,
        "dates_by_day": 4,
        "filled_dates": 0,
        "namesakes": 1,
        "author_spellings": 0,
        "self_citations": 0,
        "repeated_references": 0,
        "repeated_authorships": 0,
        "stale_indicators": 0,
        "loads_with_texts_outside": 0,
        "papers_in_cycles": 0,
    }
    assert results["unknown_works"] == QualityFinding("unknown_works", 1, 1 / 11, ["X1"])
    assert results["forward_citations"].share == 1 / 14
    assert list(results["isolated_papers"].as_dict()) == ["check", "count", "share", "examples"]


def test_years_with_too_many_first_days_are_named(database: Database) -> None:
    days: list[str] = []
    for year in (2000, 2001, 2002):
        days += [f"{year}-{month:02}-{day:02}" for month in (3, 5, 8) for day in range(2, 20)]
    days += ["2000-01-01"] * 6 + ["2001-01-01"] + ["2002-04-01"] * 20 + ["2002-01-01"]
    papers: list[Paper] = [(f"{n:03}", day, []) for n, day in enumerate(days)]
    load_graph(database, papers)
    results = {finding.check: finding for finding in findings(database, before=date(2001, 1, 1))}
    # Of 60 days a sixth of one is expected to be 1 January, of 75 days 2.3 other first days.
    assert results["filled_dates"].count == 6 + 20
    assert results["filled_dates"].examples == [
        {
            "source": "", "year": 2002, "papers": 75, "first_of_year": 1, "first_of_month": 20,
            "expected": 2.5,
        },
        {
            "source": "", "year": 2000, "papers": 60, "first_of_year": 6, "first_of_month": 0,
            "expected": 2.0,
        },
    ]  # fmt: skip
    assert results["undecided_papers"] == QualityFinding("undecided_papers", 0, 0.0, [])


def test_what_a_load_leaves_out_is_told(database: Database) -> None:
    papers: list[Paper] = [("A", "2000", ["A", "B", "B", "C"]), ("B", "2000", ["A"])]
    load_graph(database, papers, authors={"A": ["x", "y", "x"], "B": ["y"]})
    results = {finding.check: finding for finding in findings(database)}
    assert results["self_citations"] == QualityFinding("self_citations", 1, 1 / 5, [])
    assert results["repeated_references"] == QualityFinding("repeated_references", 1, 1 / 5, [])
    assert results["repeated_authorships"] == QualityFinding("repeated_authorships", 1, 1 / 4, [])
    assert results["unknown_works"].examples == ["C"]
    assert results["papers_in_cycles"].examples == [{"size": 2, "components": 1, "paper_id": "A"}]
    assert results["papers_in_cycles"].share == 1.0


def test_an_empty_graph_is_said_to_be_empty(database: Database) -> None:
    with pytest.raises(SchemaError):
        list(findings(database))


edges = st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda e: e[0] != e[1]))


@given(edges=edges)
def test_cycles_are_those_of_networkx(edges: set[tuple[int, int]]) -> None:
    papers: list[Paper] = [
        (str(n), str(2000 + n % 3), [str(b) for a, b in sorted(edges) if a == n]) for n in range(8)
    ]
    graph = nx.DiGraph(list(edges))
    sizes = [len(part) for part in nx.strongly_connected_components(graph) if len(part) > 1]
    result = check_cycles(snapshot_of(papers), examples=9)
    assert result.count == sum(sizes)
    told = [row["size"] for row in result.examples for _ in range(row["components"])]
    assert told == sorted(sizes, reverse=True)


def test_authors_without_a_name_share_none(database: Database) -> None:
    authors = [{"id": "a"}, {"id": "b"}, {"id": "c", "name": "Ann Dee"}]
    load_rows(database, {"id": "p", "date": "2000", "authors": authors})
    [row] = database.rows("quality/namesakes")
    assert row == {"count": 0, "total": 1, "examples": []}


# x1 wrote on words with a and b in the Letters, and decades later on cells with c in the Cell;
# y1 is one person: a common venue holds the groups together. "A. Bell" wrote with the co-authors of
# "Ada Bell" (s1, s2), never with her; s3 is Cy Bell, s4 wrote with s1.
PAPERS = [
    ("p1", 1980, "Letters", ["x1", "a"], []),
    ("p2", 1981, "Letters", ["x1", "b"], []),
    ("p3", 2005, "Cell", ["x1", "c"], []),
    ("p4", 2006, None, ["x1", "d"], ["p3"]),
    ("p5", 2007, None, ["x1", "e"], []),
    ("q1", 1990, "Words", ["y1", "a"], []),
    ("q2", 1991, "Words", ["y1", "c"], []),
    ("q3", 1992, "Graphs", ["y1", "c"], []),
    ("q4", 1993, "Graphs", ["y1", "f"], []),
    ("r1", 1995, None, ["s1", "g", "h"], []),
    ("r2", 1996, None, ["s2", "g"], []),
    ("r3", 1997, None, ["s2", "h"], []),
    ("r4", 1998, None, ["s3", "g", "h"], []),
    ("r5", 1999, None, ["s4", "s1", "g", "h"], []),
]
NAMES = {"s1": "Ada Bell", "s2": "A. Bell", "s3": "Cy Bell", "s4": "Ada Bell", "x1": "Eve Fry"}


@pytest.fixture
def people(database: Database) -> Database:
    rows = [
        {
            "id": name,
            "title": name,
            "date": str(year),
            "venue": venue,
            "authors": [{"id": one, "name": NAMES.get(one, f"Person {one}")} for one in authors],
            "references": references,
        }
        for name, year, venue, authors, references in PAPERS
    ]
    load_rows(database, *rows)
    return database


def test_one_id_of_two_people_and_two_ids_of_one(people: Database) -> None:
    past = snapshot.read_snapshot(people)
    [found] = namesakes(past)
    assert (found["author_id"], found["name"], found["papers"]) == ("x1", "Eve Fry", 5)
    first, second = found["groups"]
    assert (first["papers"], first["first"], first["last"]) == (2, 1980, 1981)
    assert (first["venues"], first["co_authors"]) == (["name:letters"], ["a", "b"])
    assert (second["papers"], second["first"], second["last"]) == (2, 2005, 2006)
    assert (second["venues"], second["co_authors"]) == (["name:cell"], ["c", "d"])
    both = splits(past)
    assert [(row["author_id"], row["other_id"]) for row in both] == [("s1", "s2"), ("s2", "s4")]
    assert both[0]["co_authors"] == ["g", "h"]
    assert (both[0]["papers"], both[0]["other_papers"]) == (2, 2)


def test_as_of_a_day_nothing_later_speaks(people: Database) -> None:
    assert namesakes(snapshot.read_snapshot(people, date(2006, 1, 1))) == []
    assert splits(snapshot.read_snapshot(people, date(1997, 1, 1))) == []
