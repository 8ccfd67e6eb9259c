"""Disruption by both engines, by a naive reference and by an independent package."""

from datetime import date

import numpy as np
import pytest
from build import GOLDEN, Paper, snapshot_of
from hypothesis import given, settings
from hypothesis import strategies as st
from networks import networks

from scinet.graph.dates import parse_date
from scinet.graph.indicators import citations, disruption

WINDOWS = [None, 1, 2, 5]
CUT_OFFS = [None, date(2001, 3, 1), date(2004, 1, 1), date(2008, 12, 31)]


def naive(
    papers: list[Paper], focal: str, window_years: int | None, before: date | None
) -> tuple[int, int, int]:
    """Sets of papers, straight from the definition."""
    dates = {paper: parse_date(when)[0] for paper, when, _ in papers}
    seen = {paper for paper in dates if before is None or dates[paper] < before}
    cites = {
        (paper, cited)
        for paper, _, references in papers
        for cited in references
        if {paper, cited} <= seen and dates[paper] > dates[cited]
    }
    start = dates[focal]
    if window_years is None:
        end = date.max
    elif (start.month, start.day) == (2, 29) and (start.year + window_years) % 4:
        end = date(start.year + window_years, 2, 28)
    else:
        end = start.replace(year=start.year + window_years)
    later = {paper for paper in seen if start < dates[paper] <= end}
    references = {cited for citing, cited in cites if citing == focal}
    citing = {paper for paper in later if (paper, focal) in cites}
    on_references = {paper for paper in later if any((paper, r) in cites for r in references)}
    return (
        len(citing - on_references),
        len(citing & on_references),
        len(on_references - citing),
    )


def test_golden_graph() -> None:
    snapshot = snapshot_of(GOLDEN)
    counts = disruption.on_arrays(snapshot, window_years=None)
    focal = snapshot.index("4")
    assert (counts.n_i[focal], counts.n_j[focal], counts.n_k[focal]) == (3, 2, 1)
    assert counts.cd[focal] == pytest.approx(1 / 6)
    assert counts.mcd[focal] == pytest.approx(5 / 6)
    assert counts.di[focal] == pytest.approx(1 / 5)


def test_a_paper_that_nobody_follows_has_no_disruption() -> None:
    counts = disruption.on_arrays(snapshot_of([("a", "2000", []), ("b", "2001", ["a"])]))
    np.testing.assert_array_equal(counts.cd, [1.0, np.nan])
    np.testing.assert_array_equal(counts.di, [1.0, np.nan])


def test_without_citing_papers_only_the_form_with_n_k_is_defined() -> None:
    snapshot = snapshot_of([("a", "2000", []), ("b", "2001", ["a"]), ("c", "2002", ["a"])])
    counts = disruption.on_arrays(snapshot)
    assert (counts.cd[1], counts.mcd[1]) == (0.0, 0.0)
    assert np.isnan(counts.di[1])


@pytest.mark.parametrize(("later", "counted"), [("2005-02-28", 1), ("2005-03-01", 0)])
def test_the_last_day_of_a_window_belongs_to_it(later: str, counted: int) -> None:
    snapshot = snapshot_of([("a", "2004-02-29", []), ("b", later, ["a"])])
    assert disruption.on_arrays(snapshot, window_years=1).n_i[0] == counted


def test_more_papers_than_rounds_of_the_stamp() -> None:
    # m000 stamps z; a stamp that is not cleared in time makes z a citer of nothing's references.
    middle = [f"m{number:03}" for number in range(600)]
    papers: list[Paper] = [("a", "2000", []), ("z", "2003", ["a", *middle])]
    papers += [(paper, "2001", ["a"] if paper == "m000" else []) for paper in middle]
    counts = disruption.on_arrays(snapshot_of(papers), window_years=None, threads=1)
    np.testing.assert_array_equal(counts.n_j[1:-1], [1] + [0] * 599)


@settings(deadline=None)  # the first example compiles the kernel
@given(networks(), st.sampled_from(WINDOWS), st.sampled_from(CUT_OFFS))
def test_arrays_agree_with_sets(
    papers: list[Paper], window_years: int | None, before: date | None
) -> None:
    snapshot = snapshot_of(papers)
    snapshot = snapshot if before is None else snapshot.until(before)
    counts = disruption.on_arrays(snapshot, window_years=window_years)
    got = list(zip(counts.n_i, counts.n_j, counts.n_k, strict=True))
    assert got == [naive(papers, paper, window_years, before) for paper in snapshot.paper_id]


@settings(deadline=None)  # the first example compiles the kernel
@given(st.integers(0, 10**6), st.integers(2, 40), st.sampled_from([30, 400, 10**6]))
def test_arrays_agree_with_an_independent_package(seed: int, size: int, window_days: int) -> None:
    peer = pytest.importorskip("cdindex")
    random = np.random.default_rng(seed)
    days = np.sort(random.choice(3 * size * 20, size, replace=False))
    papers: list[Paper] = [
        (
            f"p{one}",
            str(date.fromordinal(730_000 + int(days[one]))),
            [f"p{other}" for other in range(one) if random.random() < 4 / size],
        )
        for one in range(size)
    ]
    graph = peer.Graph()
    for one in range(size):
        graph.add_vertex(f"p{one}", int(days[one]))
    for paper, _, references in papers:
        for cited in references:
            graph.add_edge(paper, cited)
    snapshot = snapshot_of(papers)
    counts = disruption.on_arrays(snapshot, window_years=None, window_days=window_days)
    for name, ours in (("cdindex", counts.cd), ("mcdindex", counts.mcd)):
        theirs = [getattr(graph, name)(paper, window_days) for paper in snapshot.paper_id]
        expected = np.array([np.nan if value is None else value for value in theirs])
        np.testing.assert_allclose(ours, expected, rtol=1e-15)


def test_windows_are_positive() -> None:
    with pytest.raises(ValueError, match="not positive"):
        disruption.on_arrays(snapshot_of(GOLDEN), window_years=0)


@settings(deadline=None)  # the first example compiles the kernel
@given(networks(), st.sampled_from(CUT_OFFS))
def test_citations_as_of_a_day(papers: list[Paper], before: date | None) -> None:
    snapshot = snapshot_of(papers)
    snapshot = snapshot if before is None else snapshot.until(before)
    seen = set(snapshot.paper_id)
    expected = [
        sum(cited in references for paper, _, references in papers if paper in seen)
        for cited in snapshot.paper_id
    ]
    assert citations.counts(snapshot).tolist() == expected
