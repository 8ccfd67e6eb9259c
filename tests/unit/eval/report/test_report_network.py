"""What the report says of a network, on networks small enough to count by hand."""

import pytest
from helpers.networks.build import Paper, snapshot_of

from scinet.eval.report.network import (
    count_per_year,
    find_famous_path,
    find_reference_drop,
    rank_by_disruption,
)


def test_papers_and_citations_are_counted_by_year_without_gaps() -> None:
    papers: list[Paper] = [("a", "2000", []), ("b", "2000-05", ["a"]), ("c", "2002", ["a", "b"])]
    assert count_per_year(snapshot_of(papers)) == [(2000, 2, 1), (2001, 0, 0), (2002, 1, 2)]
    assert count_per_year(snapshot_of([])) == []


def test_a_sudden_fall_of_references_is_found_unless_papers_are_few() -> None:
    years = [(1999, 50, 500), (2000, 100, 100), (2001, 200, 1800), (2002, 100, 500), (2003, 99, 9)]
    assert find_reference_drop(years) == {"year": 2002, "before": 9.0, "after": 5.0}
    assert find_reference_drop([(2000, 100, 300), (2001, 100, 201)]) is None
    assert find_reference_drop([]) is None


def cited(paper: str, reference: str, alone: int, together: int) -> list[Paper]:
    """A paper of 2001 with one reference, and the papers that cite it."""
    rows: list[Paper] = [(reference, "2000", []), (paper, "2001", [reference])]
    rows += [(f"{paper}-i{n}", "2003", [paper]) for n in range(alone)]
    rows += [(f"{paper}-j{n}", "2003", [paper, reference]) for n in range(together)]
    return rows


def test_only_papers_with_enough_citations_and_a_finished_window_are_ranked() -> None:
    papers = cited("new", "old", 18, 2) + cited("tool", "base", 5, 15) + cited("few", "x", 19, 0)
    papers += [("end", "2010", [])]
    ranking = rank_by_disruption(snapshot_of(papers))
    # new: (18 - 2) / 20, tool: (5 - 15) / 20; few has 19 citing papers only.
    both = ranking["most"] + ranking["least"]
    assert [(row["paper_id"], row["n_i"], row["n_j"], row["n_k"]) for row in both] == [
        ("new", 18, 2, 0),
        ("tool", 5, 15, 0),
    ]
    assert [row["cd"] for row in both] == [0.8, -0.5]
    assert ranking["median"] == pytest.approx((0.8 - 0.5) / 2)
    assert (ranking["eligible"], ranking["open"]) == (2, 1)  # the last paper's
    assert len(ranking["most"]) == 1
    assert (
        rank_by_disruption(snapshot_of(papers[:-1]))["eligible"] == 0
    )  # nobody has five years behind


def test_the_order_is_that_of_every_ranking() -> None:
    # alone: 20 of 20, but 80 cite its reference only; most: 19 of 20.
    papers = cited("alone", "old", 20, 0) + cited("most", "base", 19, 1)
    papers += [(f"k{n}", "2003", ["old"]) for n in range(80)] + [("end", "2010", [])]
    rows = rank_by_disruption(snapshot_of(papers))["most"]
    assert [(row["paper_id"], row["di"], row["cd"]) for row in rows] == [
        ("alone", 1.0, 0.2),
        ("most", 0.9, 0.9),
    ]


def test_the_path_ends_at_a_recent_paper_that_builds_on_the_classic_through_others() -> None:
    papers: list[Paper] = [
        ("classic", "1990", []),
        ("middle", "2000", ["classic"]),
        ("other", "2000", ["classic"]),
        ("direct", "2009", ["classic"]),
        ("late", "2009", ["middle", "other"]),
        ("fan", "2010", ["direct", "late", "middle", "classic"]),
        ("fan2", "2010", ["direct"]),
    ]
    result = find_famous_path(snapshot_of(papers))
    assert result is not None
    # direct has more citations than late, but cites the classic itself; middle has 2, other 1.
    assert result.papers == ["classic", "middle", "late"]
    assert find_famous_path(snapshot_of(papers[:4])) is None
    assert find_famous_path(snapshot_of([])) is None
