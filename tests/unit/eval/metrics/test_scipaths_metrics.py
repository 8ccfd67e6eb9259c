"""SciPaths' numbers against values worked out by hand, and matchings against scipy's."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from scinet.eval.suites.scipaths.metrics import (
    Scoring,
    decomposition_scores,
    grounding_scores,
    maximum_matching,
)

EDGES = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)))


def test_edges_of_the_worked_example() -> None:
    # Gold 1 and 2, predicted 1 to 3: 1-1, 1-2, 2-1.
    pairs = maximum_matching([(0, 0), (0, 1), (1, 0)])
    assert pairs == [(0, 1), (1, 0)]
    for scoring in ("strict", "official"):
        result = decomposition_scores(2, 3, len(pairs), scoring)
        assert result["recall"] == 1.0
        assert result["precision"] == pytest.approx(2 / 3)
        assert result["F1"] == pytest.approx(0.8)
        assert (result["full recall"], result["zero recall"]) == (1.0, 0.0)


@given(edges=EDGES)
def test_a_matching_is_as_large_as_can_be_and_made_of_edges(edges: set[tuple[int, int]]) -> None:
    pairs = maximum_matching(edges)
    assert set(pairs) <= edges
    assert len({gold for gold, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)
    table = np.zeros((6, 6), dtype=np.int8)
    for gold, predicted in edges:
        table[gold, predicted] = 1
    peer = maximum_bipartite_matching(csr_array(table), perm_type="column")
    assert len(pairs) == np.count_nonzero(peer >= 0)


def test_of_equal_matchings_one_is_chosen_by_order_and_not_by_chance() -> None:
    # Gold 0 takes prediction 0 and gives it to gold 1, which asks for it first.
    edges = [(1, 0), (0, 1), (0, 0), (1, 1)]
    assert maximum_matching(edges) == maximum_matching(edges[::-1]) == [(0, 1), (1, 0)]


@pytest.mark.parametrize(
    ("predicted", "matched", "scoring", "expected"),
    [
        # No answer: 0, officially left out. Nothing predicted: only recall has a value officially.
        (None, None, "strict", (0.0, 0.0, 0.0)),
        (None, None, "official", (math.nan, math.nan, math.nan)),
        (0, None, "strict", (0.0, 0.0, 0.0)),
        (0, None, "official", (0.0, math.nan, math.nan)),
        # The judge failed: 0 in both.
        (3, None, "strict", (0.0, 0.0, 0.0)),
        (3, None, "official", (0.0, 0.0, 0.0)),
        # 1 of 3 and 1 of 4: F1 is 2/7, officially rounded to three digits.
        (4, 1, "strict", (1 / 3, 1 / 4, 2 / 7)),
        (4, 1, "official", (1 / 3, 1 / 4, 0.286)),
    ],
)
def test_the_faults_of_the_published_scorer(
    predicted: int | None,
    matched: int | None,
    scoring: Scoring,
    expected: tuple[float, float, float],
) -> None:
    result = decomposition_scores(3, predicted, matched, scoring)
    names = ("recall", "precision", "F1")
    assert [result[name] for name in names] == pytest.approx(list(expected), nan_ok=True)
    assert all(
        math.isnan(value) for value in decomposition_scores(0, predicted, matched, scoring).values()
    )


def test_grounding_by_hand() -> None:
    # Contribution 1 accepts a or b, 2 accepts c; d and e are wrong; six papers returned.
    result = grounding_scores(["d", "a", "e", "b", "f", "c"], [["a", "b"], ["c"], []])
    assert result["coverage@5"] == 0.5
    assert result["recall@5"] == pytest.approx(2 / 3)
    assert result["precision@5"] == pytest.approx(2 / 5)
    assert result["F1@5"] == pytest.approx(0.5)
    assert result["coverage@10"] == result["candidate coverage"] == result["recall@10"] == 1.0
    assert result["precision@10"] == pytest.approx(3 / 6)  # of those selected
    assert result["any-hit@5"] == 1.0
    nothing = grounding_scores([], [["a"]])
    assert (nothing["precision@5"], nothing["F1@5"], nothing["coverage@5"]) == (0.0, 0.0, 0.0)
    assert all(math.isnan(value) for value in grounding_scores(["a"], [[]]).values())


@given(
    papers=st.lists(st.sampled_from("abcdefgh"), unique=True),
    groups=st.lists(st.sets(st.sampled_from("abcdefgh"), max_size=3), max_size=4),
)
def test_numbers_are_shares_and_grow_with_the_cut(
    papers: list[str], groups: list[set[str]]
) -> None:
    result = grounding_scores(papers, groups)
    known = [value for value in result.values() if not math.isnan(value)]
    assert len(known) in {0, len(result)}
    assert all(0.0 <= value <= 1.0 for value in known)
    if known:
        assert result["coverage@5"] <= result["coverage@10"] <= result["candidate coverage"]
        assert result["recall@5"] <= result["recall@10"] <= result["candidate recall"]
