"""Citations, their age, sleep and rank, and authors: each against a naive reference."""

import math
import statistics
from datetime import date
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from helpers.networks.build import GOLDEN, Paper, snapshot_of
from helpers.networks.networks import bylines, networks
from hypothesis import example, given
from hypothesis import strategies as st

from scinet.graph.indicators import ages, authors, citations, pagerank, sleeping
from scinet.graph.indicators.normalised import normalise
from scinet.graph.schema.dates import add_years, date_of, day_of, parse_date
from scinet.graph.snapshot import Snapshot

CUT_OFFS = [None, date(2001, 3, 1), date(2005, 1, 1)]
YEAR_DAYS = 365.25


def cut(papers: list[Paper], before: date | None) -> Snapshot:
    snapshot = snapshot_of(papers)
    return snapshot if before is None else snapshot.until(before)


def known(papers: list[Paper], before: date | None) -> list[Paper]:
    """The same network as if nothing had been written since the cut-off day."""
    then = [p for p in papers if before is None or parse_date(p[1])[0] < before]
    names = {paper for paper, _, _ in then}
    return [(paper, when, [r for r in cited if r in names]) for paper, when, cited in then]


def years_later(day: date, years: int) -> date:
    return date_of(int(add_years(np.array([day_of(day)], dtype=np.int32), years)[0]))


def ordered(papers: list[Paper]) -> list[tuple[str, str, date, date]]:
    """Citations to strictly earlier papers: citing, cited, and their dates."""
    dates = {paper: parse_date(when)[0] for paper, when, _ in papers}
    pairs = [(paper, cited) for paper, _, references in papers for cited in references]
    return [(x, y, dates[x], dates[y]) for x, y in pairs if dates[x] > dates[y]]


@given(
    networks(), st.sampled_from(CUT_OFFS), st.sampled_from([None, 1, 3]), st.sampled_from(CUT_OFFS)
)
def test_citations_in_a_window(
    papers: list[Paper], before: date | None, window: int | None, since: date | None
) -> None:
    snapshot = cut(papers, before)
    dates = {paper: parse_date(when)[0] for paper, when, _ in papers}

    def counts_for(citing: str, cited: str) -> bool:
        x, y = dates[citing], dates[cited]
        inside = window is None or y < x <= years_later(y, window)
        return inside and (since is None or x >= since)

    expected = [
        sum(paper in r and counts_for(citing, paper) for citing, _, r in known(papers, before))
        for paper in snapshot.paper_id
    ]
    result = citations.citation_counts(snapshot, since=since, window_years=window)
    assert result.tolist() == expected


cells = st.lists(
    st.tuples(st.integers(0, 4), st.integers(2000, 2002), st.integers(-1, 1)),
    min_size=1,
    max_size=25,
)


@given(cells, st.sampled_from([0.1, 0.25, 0.5]))
def test_normalised_scores_agree_with_the_definition(
    papers: list[tuple[int, int, int]], top: float
) -> None:
    cited, year, group = (np.array(column) for column in zip(*papers, strict=True))
    result = normalise(cited, year, group, top=top)
    for row, (number, when, code) in enumerate(papers):
        cell = [c for c, y, g in papers if (y, g) == (when, code)]
        if code < 0:
            assert np.isnan(
                [result.score[row], result.percentile[row], result.top_share[row]]
            ).all()
            continue
        mean = sum(cell) / len(cell)
        if mean:
            assert result.score[row] == pytest.approx(number / mean)
        else:
            assert np.isnan(result.score[row])
        below, same = sum(c < number for c in cell), cell.count(number)
        assert result.percentile[row] == pytest.approx((below + same / 2) / len(cell))
        # The tied papers fill places of the cell; those above the threshold are shared out.
        size, threshold = len(cell), (1 - top) * len(cell)
        inside = max(0.0, below + same - max(threshold, below))
        assert result.top_share[row] == pytest.approx(min(1.0, inside / same), abs=1e-9)
        tops = [result.top_share[i] for i, p in enumerate(papers) if p[1:] == (when, code)]
        assert sum(tops) == pytest.approx(top * size)


def cited_by_year(counts: list[int]) -> Snapshot:
    """A paper of 2000, and so many citations in each year from then on."""
    papers: list[Paper] = [("a", "2000-01", [])]
    years = [age for age, count in enumerate(counts) for _ in range(count)]
    papers += [(f"x{n:03}", f"{2000 + age}-06", ["a"]) for n, age in enumerate(years)]
    return snapshot_of(papers)


# The line is 2 t / 5: the years 1 and 4 lie 0.6 from it, above and below; the first is taken.
@example([0, 1, 1, 1, 1, 2])
@given(st.lists(st.integers(0, 4), min_size=1, max_size=9).filter(any))
def test_awakenings_are_exact(counts: list[int]) -> None:
    best = counts.index(max(counts))
    line = [
        counts[0] + Fraction((counts[best] - counts[0]) * t, best or 1) for t in range(best + 1)
    ]
    off = [abs(line[t] - counts[t]) for t in range(best + 1)]
    result = sleeping.compute_beauty(cited_by_year(counts))
    assert result.awakening_years[0] == off.index(max(off))
    assert result.coefficient[0] == pytest.approx(
        float(sum((line[t] - counts[t]) / max(1, counts[t]) for t in range(best + 1)))
    )


@given(networks(), st.sampled_from(CUT_OFFS))
def test_beauties_agree_with_the_formula(papers: list[Paper], before: date | None) -> None:
    snapshot = cut(papers, before)
    result = sleeping.compute_beauty(snapshot)
    citing = ordered(known(papers, before))
    for row, paper in enumerate(snapshot.paper_id):
        delays = [x.year - y.year for _, cited, x, y in citing if cited == paper]
        if not delays:
            assert np.isnan(result.coefficient[row])
            continue
        c = [delays.count(age) for age in range(max(delays) + 1)]
        t_m = c.index(max(c))
        slope = (c[t_m] - c[0]) / t_m if t_m else 0.0
        b = sum((slope * t + c[0] - c[t]) / max(1, c[t]) for t in range(t_m + 1))
        assert result.coefficient[row] == pytest.approx(b)
        assert result.peak_years[row] == t_m


@given(networks(), st.sampled_from(CUT_OFFS))
def test_ages_agree_with_lists(papers: list[Paper], before: date | None) -> None:
    snapshot = cut(papers, before)
    edges = ordered(known(papers, before))
    for end, result in ((0, ages.reference_ages(snapshot)), (1, ages.citation_ages(snapshot))):
        for row, paper in enumerate(snapshot.paper_id):
            mine = [(x, y) for *pair, x, y in edges if pair[end] == paper]
            old = [(x - y).days / YEAR_DAYS for x, y in mine]
            assert result.counted[row] == len(old)
            if not old:
                columns = (result.mean_years, result.median_years, result.recent_share)
                assert np.isnan([column[row] for column in columns]).all()
                continue
            assert result.mean_years[row] == pytest.approx(statistics.fmean(old))
            assert result.median_years[row] == pytest.approx(statistics.median(old))
            recent = sum(x <= years_later(y, 5) for x, y in mine) / len(mine)
            assert result.recent_share[row] == pytest.approx(recent)


@st.composite
def written(draw: st.DrawFn) -> tuple[list[Paper], dict[str, list[str]]]:
    papers = draw(networks())
    return papers, draw(bylines(papers))


@given(written(), st.sampled_from(CUT_OFFS))
def test_authors_agree_with_the_definitions(
    network: tuple[list[Paper], dict[str, list[str]]], before: date | None
) -> None:
    papers, people = network
    whole = snapshot_of(papers, people)
    snapshot = whole if before is None else whole.until(before)
    result = authors.author_metrics(snapshot)
    then = known(papers, before)
    dates = {paper: parse_date(when)[0] for paper, when, _ in then}
    for row, author in enumerate(snapshot.author_id):
        mine = [paper for paper in dates if author in people[paper]]
        cited = sorted((sum(p in r for _, _, r in then) for p in mine), reverse=True)
        assert result.papers[row] == len(mine)
        assert result.citations[row] == sum(cited)
        h = max(h for h in range(len(mine) + 1) if sum(c >= h for c in cited) >= h)
        assert result.h_index[row] == h
        g = max(g for g in range(len(mine) + 1) if sum(cited[:g]) >= g * g)
        assert result.g_index[row] == g
        assert result.i10[row] == sum(c >= 10 for c in cited)
        end = max(dates.values()) if before is None else before
        years = (end - min(dates[p] for p in mine)).days / YEAR_DAYS
        assert result.m_quotient[row] == pytest.approx(
            h / years if years >= 1 else math.nan, nan_ok=True
        )


def test_ten_citations_make_an_i10() -> None:
    papers: list[Paper] = [("a", "2000", []), ("b", "2000", [])]
    papers += [(f"x{n:02}", "2001", ["a", "b"] if n < 9 else ["a"]) for n in range(10)]
    result = authors.author_metrics(snapshot_of(papers, {"a": ["who"], "b": ["who"]}))
    assert (result.citations[0], result.h_index[0], result.g_index[0], result.i10[0]) == (
        19,
        2,
        2,
        1,
    )


@given(networks(), st.sampled_from([0.5, 0.85]))
def test_page_rank_agrees_with_networkx(papers: list[Paper], damping: float) -> None:
    snapshot = snapshot_of(papers)
    graph = nx.DiGraph()
    graph.add_nodes_from(snapshot.paper_id)
    graph.add_edges_from((p, r) for p, _, references in papers for r in references)
    expected = nx.pagerank(graph, alpha=damping, tol=1e-14, max_iter=1000)
    result = pagerank.page_rank(snapshot, damping=damping)
    assert result.tolist() == pytest.approx([expected[p] for p in snapshot.paper_id], abs=1e-9)


@given(networks(most=7), st.sampled_from([1.0, 2.6]), st.sampled_from([0.3, 0.5]))
def test_cite_rank_solves_its_equation(papers: list[Paper], tau: float, alpha: float) -> None:
    snapshot = snapshot_of(papers)
    size = snapshot.num_papers
    follow = np.zeros((size, size))
    for paper, _, references in papers:
        for cited in references:
            row, column = snapshot.index(cited), snapshot.index(paper)
            follow[row, column] = 1 / len(references)
    newest = max(parse_date(when)[0] for _, when, _ in papers)
    old = [(newest - date_of(int(day))).days / YEAR_DAYS for day in snapshot.day]
    start = np.exp(-np.array(old) / tau)
    # T = rho + (1 - alpha) W rho + ((1 - alpha) W)^2 rho + ...
    traffic = np.linalg.solve(np.eye(size) - (1 - alpha) * follow, start)
    result = pagerank.cite_rank(snapshot, tau_years=tau, alpha=alpha)
    np.testing.assert_allclose(result, traffic / traffic.sum(), atol=1e-10)


def test_what_has_no_meaning_is_refused() -> None:
    snapshot, item = snapshot_of(GOLDEN), np.ones(1, dtype=np.int64)
    with pytest.raises(ValueError, match="not positive"):
        citations.citation_counts(snapshot, window_years=0)
    with pytest.raises(ValueError, match="not in"):
        normalise(item, item, item, top=1.0)
    with pytest.raises(ValueError, match="to follow"):
        pagerank.page_rank(snapshot, damping=1.0)
    with pytest.raises(ValueError, match="not positive"):
        pagerank.cite_rank(snapshot, tau_years=0)
    assert pagerank.cite_rank(snapshot.until(date(1990, 1, 1))).shape == (0,)
