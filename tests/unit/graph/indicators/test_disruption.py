"""Disruption by both engines, by a naive reference and by an independent package."""

from datetime import date

import numpy as np
import pytest
from helpers.networks.build import GOLDEN, Paper, snapshot_of
from helpers.networks.networks import networks
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scinet.graph.indicators import citations, disruption
from scinet.graph.schema.dates import add_years, date_of, day_of, parse_date

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
    return (len(citing - on_references), len(citing & on_references), len(on_references - citing))


def test_what_few_papers_follow_has_not_every_form_of_disruption() -> None:
    counts = disruption.compute_disruption(snapshot_of([("a", "2000", []), ("b", "2001", ["a"])]))
    np.testing.assert_array_equal(counts.cd, [1.0, np.nan])
    np.testing.assert_array_equal(counts.di, [1.0, np.nan])
    # Without citing papers the form with n_k alone is defined.
    snapshot = snapshot_of([("a", "2000", []), ("b", "2001", ["a"]), ("c", "2002", ["a"])])
    counts = disruption.compute_disruption(snapshot)
    assert (counts.cd[1], counts.mcd[1]) == (0.0, 0.0)
    assert np.isnan(counts.di[1])


@pytest.mark.parametrize(("later", "counted"), [("2005-02-28", 1), ("2005-03-01", 0)])
def test_the_last_day_of_a_window_belongs_to_it(later: str, counted: int) -> None:
    snapshot = snapshot_of([("a", "2004-02-29", []), ("b", later, ["a"])])
    assert disruption.compute_disruption(snapshot, window_years=1).n_i[0] == counted


def test_what_one_paper_sees_is_forgotten_before_the_next() -> None:
    # m000 sees z; a bit that is not cleared makes z a citer of nothing's references.
    middle = [f"m{number:03}" for number in range(600)]
    papers: list[Paper] = [("a", "2000", []), ("z", "2003", ["a", *middle])]
    papers += [(paper, "2001", ["a"] if paper == "m000" else []) for paper in middle]
    snapshot = snapshot_of(papers)
    counts = disruption.compute_disruption(snapshot, window_years=None, threads=1)
    np.testing.assert_array_equal(counts.n_j[1:-1], [1] + [0] * 599)
    citers = disruption.compute_citers(snapshot, window_years=None, threads=1)
    np.testing.assert_array_equal(citers.n_j, counts.n_j)


@given(networks(), st.sampled_from(WINDOWS), st.sampled_from(CUT_OFFS))
def test_arrays_agree_with_sets(
    papers: list[Paper], window_years: int | None, before: date | None
) -> None:
    snapshot = snapshot_of(papers)
    snapshot = snapshot if before is None else snapshot.until(before)
    counts = disruption.compute_disruption(snapshot, window_years=window_years)
    got = list(zip(counts.n_i, counts.n_j, counts.n_k, strict=True))
    assert got == [naive(papers, paper, window_years, before) for paper in snapshot.paper_id]
    few = disruption.compute_citers(snapshot, window_years=window_years)
    assert list(zip(few.n_i, few.n_j, strict=True)) == [row[:2] for row in got]
    np.testing.assert_array_equal(few.di, counts.di)


def dense(seed: int, size: int) -> tuple[list[Paper], list[int]]:
    """Papers of different days that share many references, and their days."""
    random = np.random.default_rng(seed)
    days = np.sort(random.choice(3 * size * 20, size, replace=False)).tolist()
    papers: list[Paper] = [
        (
            f"p{item}",
            str(date.fromordinal(730_000 + days[item])),
            [f"p{other}" for other in range(item) if random.random() < 4 / size],
        )
        for item in range(size)
    ]
    return papers, days


@pytest.mark.parametrize("threads", [1, 3])
def test_citers_only_are_those_of_the_full_counts(threads: int) -> None:
    snapshot = snapshot_of(dense(1, 600)[0])
    for window in ({"window_years": None}, {"window_years": 3}, {"window_days": 400}):
        counts = disruption.compute_disruption(snapshot, **window)
        few = disruption.compute_citers(snapshot, **window, threads=threads)
        np.testing.assert_array_equal(few.n_i, counts.n_i)
        np.testing.assert_array_equal(few.n_j, counts.n_j)


def test_a_few_are_counted_as_among_all() -> None:
    """Where later citing papers begin is sought for a few, and known of all."""
    snapshot = snapshot_of(dense(2, 300)[0])
    for window in (None, 1, 3):
        counts = disruption.compute_disruption(snapshot, window_years=window)
        chosen = np.array([299, 7, 150])
        few = disruption.compute_disruption(snapshot, window_years=window, focal=chosen)
        for name in ("n_i", "n_j", "n_k"):
            np.testing.assert_array_equal(getattr(few, name), getattr(counts, name)[chosen])


@given(st.integers(0, 10**6), st.integers(2, 40), st.sampled_from([30, 365, 1825, 3650, 10**6]))
def test_arrays_agree_with_an_independent_package(seed: int, size: int, window_days: int) -> None:
    peer = pytest.importorskip("cdindex")
    papers, days = dense(seed, size)
    graph = peer.Graph()
    for item in range(size):
        graph.add_vertex(f"p{item}", days[item])
    for paper, _, references in papers:
        for cited in references:
            graph.add_edge(paper, cited)
    snapshot = snapshot_of(papers)
    counts = disruption.compute_disruption(snapshot, window_years=None, window_days=window_days)
    for name, ours in (("cdindex", counts.cd), ("mcdindex", counts.mcd)):
        theirs = [getattr(graph, name)(paper, window_days) for paper in snapshot.paper_id]
        expected = np.array([np.nan if value is None else value for value in theirs])
        np.testing.assert_allclose(ours, expected, rtol=1e-15)


def naive_overlaps(papers: list[Paper], focal: str, window_years: int | None) -> list[int]:
    """Shared references of each later citing paper."""
    dates = {paper: parse_date(when)[0] for paper, when, _ in papers}
    cites = {paper: set(references) for paper, _, references in papers}
    earlier = {paper for paper in cites[focal] if dates[paper] < dates[focal]}
    end = date(9999, 12, 31)
    if window_years is not None:
        ends = add_years(np.array([day_of(dates[focal])], dtype=np.int32), window_years)
        end = date_of(int(ends[0]))
    later = [p for p in dates if focal in cites[p] and dates[focal] < dates[p] <= end]
    return [len(cites[paper] & earlier) for paper in later]


@pytest.mark.parametrize("seed", range(10))
def test_all_windows_in_one_pass_are_the_separate_ones(seed: int) -> None:
    papers, _ = dense(seed, 40)
    whole = snapshot_of(papers)
    snapshot = whole.until(date_of(int(whole.day[-(seed % 5) - 1])))
    years = 1 + seed % 8
    result = disruption.compute_windows(snapshot, years=years)
    assert len(result) == years
    for window, counts in enumerate(result, start=1):
        alone = disruption.compute_disruption(snapshot, window_years=window)
        for name, column in counts.columns().items():
            np.testing.assert_array_equal(column, getattr(alone, name))


@given(networks(), st.sampled_from(WINDOWS), st.integers(1, 4))
def test_a_threshold_agrees_with_sets(
    papers: list[Paper], window_years: int | None, least: int
) -> None:
    snapshot = snapshot_of(papers)
    counts, fewer = disruption.compute_with_threshold(
        snapshot, least=least, window_years=window_years
    )
    whole = disruption.compute_disruption(snapshot, window_years=window_years)
    np.testing.assert_array_equal(counts.n_i, whole.n_i)
    np.testing.assert_array_equal(counts.n_j + fewer, whole.n_j)
    np.testing.assert_array_equal(counts.n_k, whole.n_k)
    for row, paper in enumerate(snapshot.paper_id):
        shared = naive_overlaps(papers, paper, window_years)
        assert counts.n_j[row] == sum(overlap >= least for overlap in shared)
        assert fewer[row] == sum(0 < overlap < least for overlap in shared)


def test_a_threshold_of_the_golden_graph() -> None:
    # 6 shares one reference with 4, 9 shares two.
    snapshot = snapshot_of(GOLDEN)
    counts, fewer = disruption.compute_with_threshold(snapshot, least=2, window_years=None)
    focal = snapshot.index("4")
    assert (counts.n_i[focal], counts.n_j[focal], counts.n_k[focal], fewer[focal]) == (3, 1, 1, 1)
    forms = [counts.cd[focal], counts.mcd[focal], counts.di[focal]]
    assert forms == pytest.approx([2 / 5, 2 / 5 * 4, 2 / 4])
    with pytest.raises(ValueError, match="not positive"):
        disruption.compute_with_threshold(snapshot, least=0)
    with pytest.raises(ValueError, match="not positive"):
        disruption.compute_disruption(snapshot, window_years=0)


def test_what_has_no_order_is_counted() -> None:
    papers: list[Paper] = [
        ("a", "2001", ["a", "b"]),
        ("b", "2001", []),
        ("c", "2000", ["a", "b"]),
        ("d", "2002", ["a", "c"]),
    ]
    assert citations.excluded_counts(snapshot_of(papers)) == {
        "inverted": 2,
        "same_day": 1,
        "to_itself": 1,
    }


def pyscisci_counts(
    papers: list[Paper], focal: str, window: tuple[int, int] | None
) -> float | None:
    """The index as pyscisci 0.92 has it, written anew from how its results differ.

    Every citing paper counts whatever its date, the focal paper itself is among those that cite
    its references, and the window is on the age of each *cited* paper, in years.
    """
    year = {paper: int(when[:4]) for paper, when, _ in papers}
    pairs = {(paper, cited) for paper, _, references in papers for cited in references}
    inside = {
        (x, y) for x, y in pairs if window is None or window[0] <= year[x] - year[y] <= window[1]
    }
    references = {y for x, y in pairs if x == focal}
    citing = {x for x, y in inside if y == focal}
    on_references = {x for x, y in inside if y in references}
    if not references or not citing:
        return None
    n_j = len(citing & on_references)
    n_i = len(citing) - n_j
    return (n_i - n_j) / len(citing | on_references)


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(networks(), st.sampled_from([None, (0, 3)]))
def test_how_pyscisci_differs_is_known(papers: list[Paper], window: tuple[int, int] | None) -> None:
    peer = pytest.importorskip("pyscisci.methods.disruption")
    frame = pytest.importorskip("pandas")
    number = {paper: row for row, (paper, _, _) in enumerate(papers)}
    year = {paper: int(when[:4]) for paper, when, _ in papers}
    edges = [
        (number[paper], number[cited], year[paper], year[cited])
        for paper, _, references in papers
        for cited in references
    ]
    if not edges:
        return
    names = ["CitingPublicationId", "CitedPublicationId", "CitingYear", "CitedYear"]
    asked = None if window is None else list(window)
    try:
        theirs = peer.disruption_index(frame.DataFrame(edges, columns=names), cite_window=asked)
    except KeyError:  # what it raises when the window holds no citation at all
        return
    told = dict(zip(theirs["PublicationId"], theirs["DisruptionIndex"], strict=True))
    for paper, row in number.items():
        expected = pyscisci_counts(papers, paper, window)
        value = told.get(row)
        assert (value is None or value != value) == (expected is None)
        if expected is not None:
            assert value == pytest.approx(expected)


def test_on_the_golden_graph_pyscisci_counts_the_focal_paper_too() -> None:
    # One more in n_k than ours, the focal paper itself: 1/7 instead of 1/6.
    assert pyscisci_counts(GOLDEN, "4", None) == pytest.approx(1 / 7)
