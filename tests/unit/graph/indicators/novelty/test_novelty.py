"""Novelty of papers: against a naive reference, and what may and may not move it."""

from collections import Counter
from dataclasses import replace
from datetime import date
from itertools import combinations

import numpy as np
import pytest
from helpers.files.novelty_corpora import Items, corpus
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import networks
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.graph.indicators.novelty import compute_novelty, explain_pairs, pairs
from scinet.graph.indicators.novelty.atypicality import pair_table
from scinet.graph.indicators.novelty.slots import slots_of
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot


def references(snapshot: Snapshot, items: Items) -> list[list[int]]:
    """Items of the usable references of each paper."""
    return [
        [
            int(items[cited])
            for cited in snapshot.cites.row(paper)
            if snapshot.day[cited] < snapshot.day[paper] and items[cited] >= 0
        ]
        for paper in range(snapshot.num_papers)
    ]


def naive_counts(snapshot: Snapshot, items: Items, year: int) -> Counter[tuple[int, int]]:
    """N of the item pairs of a citing year."""
    counts: Counter[tuple[int, int]] = Counter()
    for paper, held in enumerate(references(snapshot, items)):
        if date_of(int(snapshot.day[paper])).year == year:
            counts.update((min(pair), max(pair)) for pair in combinations(held, 2))
    return counts


@settings(max_examples=40)
@given(papers=networks(), codes=st.lists(st.integers(-1, 3), min_size=12, max_size=12))
def test_scores_are_percentiles_over_slot_pairs(papers: list[Paper], codes: list[int]) -> None:
    snapshot = snapshot_of(papers)
    items = np.array(codes[: snapshot.num_papers], dtype=np.int32)
    result = compute_novelty(snapshot, items)
    held = references(snapshot, items)
    unusable = sum(
        int(items[cited] < 0 and snapshot.day[cited] < snapshot.day[paper])
        for paper in range(snapshot.num_papers)
        for cited in snapshot.cites.row(paper)
    )
    assert result.left_out["references_without_item"] == unusable
    assert result.left_out["unordered_citations"] == snapshot.unordered_citations
    for paper, own in enumerate(held):
        listed = explain_pairs(snapshot, items, paper)
        z = {
            (int(i), int(j)): z
            for i, j, z in zip(listed.first, listed.second, listed.z, strict=True)
        }
        values = [z[min(pair), max(pair)] for pair in combinations(own, 2)]
        defined = [value for value in values if not np.isnan(value)]
        assert result.pairs[paper] == len(defined)
        if not defined:
            assert np.isnan(result.p10[paper])
            assert np.isnan(result.median[paper])
            continue
        assert result.p10[paper] == pytest.approx(np.percentile(defined, 10), abs=1e-12)
        assert result.median[paper] == pytest.approx(np.median(defined), abs=1e-12)
        year = date_of(int(snapshot.day[paper])).year
        counts = naive_counts(snapshot, items, year)
        for i, j, count in zip(listed.first, listed.second, listed.count, strict=True):
            assert counts[int(i), int(j)] == count


def test_rows_and_triangle_of_pairs_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot, items = corpus(1, 200, 4)
    dense = compute_novelty(snapshot, items)
    assert any(
        len(pair_table(group).observed.place) for group in slots_of(snapshot, items).groups()
    )
    monkeypatch.setattr(pairs, "DENSE_ITEMS", 0)
    rows = compute_novelty(snapshot, items)
    np.testing.assert_array_equal(dense.p10, rows.p10)
    np.testing.assert_array_equal(dense.median, rows.median)


def test_a_cut_inside_a_year_is_a_network_without_the_rest_of_that_year() -> None:
    papers: list[Paper] = [(f"c{n}", str(1990 + n % 3), []) for n in range(12)]
    early = [(f"e{n}", "2005-03", [f"c{(n * k) % 12}" for k in (1, 2, 5)]) for n in range(1, 9)]
    late = [(f"l{n}", "2005-09", [f"c{(n * k) % 12}" for k in (1, 3, 4)]) for n in range(1, 9)]
    items = {f"c{n}": n % 4 for n in range(12)}

    def scored(snapshot: Snapshot) -> dict[str, float]:
        codes = np.array([items.get(p, -1) for p in snapshot.paper_id], dtype=np.int32)
        return dict(zip(snapshot.paper_id, compute_novelty(snapshot, codes).p10, strict=True))

    whole = snapshot_of([*papers, *early, *late])
    cut, alone = scored(whole.until(date(2005, 6, 1))), scored(snapshot_of([*papers, *early]))
    assert cut.keys() == alone.keys()
    np.testing.assert_array_equal(list(cut.values()), list(alone.values()))
    # Without a cut-off the later papers of the same year belong to the comparison.
    assert any(scored(whole)[p] != value for p, value in cut.items() if value == value)


def test_a_stratum_compares_with_its_own_papers_only() -> None:
    snapshot, items = corpus(4, 200, 4)
    stratum = np.random.default_rng(4).integers(-1, 2, snapshot.num_papers).astype(np.int32)
    result = compute_novelty(snapshot, items, stratum=stratum)
    usable = snapshot.ordered.row_numbers()
    assert result.left_out["references_without_stratum"] == np.count_nonzero(stratum[usable] < 0)
    for kind in (0, 1):
        own = stratum == kind
        kept = snapshot.cites.keep(own[snapshot.cites.row_numbers()])
        alone = compute_novelty(replace(snapshot, cites=kept), items)
        np.testing.assert_array_equal(result.p10[own], alone.p10[own])
    assert np.isnan(result.p10[stratum < 0]).all()


def test_drawn_permutations_come_to_the_same_order_of_papers() -> None:
    snapshot, items = corpus(5, 150, 6)
    exact = compute_novelty(snapshot, items)
    drawn = compute_novelty(snapshot, items, null="shuffle", samples=2_000, seed=1)
    again = compute_novelty(snapshot, items, null="shuffle", samples=2_000, seed=1)
    np.testing.assert_array_equal(drawn.p10, again.p10)
    ok = np.isfinite(exact.p10)
    assert np.corrcoef(exact.p10[ok], drawn.p10[ok])[0, 1] > 0.995
    with pytest.raises(ValueError, match="no variance"):
        compute_novelty(snapshot, items, null="shuffle", samples=1)


def test_wrong_shapes_and_empty_networks() -> None:
    snapshot, items = corpus(6, 10, 3)
    with pytest.raises(ValueError, match="items of shape"):
        compute_novelty(snapshot, items[:-1])
    with pytest.raises(ValueError, match="stratum of shape"):
        compute_novelty(snapshot, items, stratum=items[:-1])
    nothing = compute_novelty(snapshot, np.full_like(items, -1))
    assert np.isnan(nothing.p10).all()
    assert len(explain_pairs(snapshot, items, 0).z) == 0


def test_classes_are_cited_years_with_those_older_than_forty_merged() -> None:
    old: list[Paper] = [(f"c{year}", str(year), []) for year in (1900, 1950, 1965, 1966, 2004)]
    snapshot = snapshot_of([*old, ("p", "2005", [paper for paper, _, _ in old])])
    items = np.arange(snapshot.num_papers, dtype=np.int32)
    group = slots_of(snapshot, items).group_of(5)
    assert group is not None
    years = {
        str(snapshot.paper_id[group.code[i]]): c
        for i, c in zip(group.item, group.cited_year, strict=True)
    }
    # 1966 is 39 years back and the last with a class of its own.
    assert years["c1900"] == years["c1950"] == years["c1965"]
    assert len({years["c1965"], years["c1966"], years["c2004"]}) == 3
