"""Ranked-list metrics by hand; tests/faults/scores has them against trec_eval."""

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.eval.metrics.retrieval import (
    auc,
    average_precision,
    hits_at,
    ndcg_at,
    precision_at,
    recall_at,
    reciprocal_rank,
)

ids = st.sampled_from("abcdefgh")
lists = st.lists(ids, unique=True, max_size=8)
gradings = st.dictionaries(ids, st.sampled_from([1.0, 2.0, 3.0]), min_size=1)
depths = st.integers(1, 6)


@pytest.mark.parametrize(
    ("returned", "truth", "expected"), [("a", "a", 1.0), ("a", "ab", 0.6131), ("", "ab", 0.0)]
)
def test_ndcg_of_the_golden_lists(returned: str, truth: str, expected: float) -> None:
    assert ndcg_at(returned, dict.fromkeys(truth, 1.0), 50) == pytest.approx(expected, abs=5e-5)


def test_one_right_paper_of_ten() -> None:
    truth = [f"t{number}" for number in range(10)]
    assert precision_at(["t3"], truth, 50) == pytest.approx(0.1)
    assert recall_at(["t3"], truth, 50) == pytest.approx(0.1)


def test_a_list_of_candidates_by_hand() -> None:
    candidates, truth = "abcdef", "be"
    # b is second and e third of six; three of four others stand after both.
    assert reciprocal_rank("abefcd", truth) == 1 / 2
    assert [hits_at("abefcd", truth, k) for k in (1, 2, 3)] == [0.0, 1.0, 1.0]
    assert average_precision("abefcd", truth) == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert auc("abefcd", truth, candidates) == 6 / 8
    # Not returned: e shares the last place with c, d and f.
    assert average_precision("ab", truth) == (1 / 2) / 2
    assert auc("ab", truth, candidates) == (3 + 3 / 2) / 8
    assert auc("", truth, candidates) == 1 / 2
    assert math.isnan(auc("be", truth, truth))


@given(returned=lists, truth=st.sets(ids, min_size=1))
def test_auc_agrees_with_a_slow_reference(returned: list[str], truth: set[str]) -> None:
    candidates = "abcdefgh"
    place = {item: returned.index(item) if item in returned else 99 for item in candidates}
    won = [
        1.0 if place[entry] < place[other] else 0.5 if place[entry] == place[other] else 0.0
        for entry in truth
        for other in set(candidates) - truth
    ]
    expected = sum(won) / len(won) if won else math.nan
    assert auc(returned, truth, candidates) == pytest.approx(expected, nan_ok=True)


@given(returned=lists, gains=gradings, k=depths, place=st.integers(0, 7))
def test_a_true_item_moved_up_never_lowers_a_score(
    returned: list[str], gains: dict[str, float], k: int, place: int
) -> None:
    better = returned[:]
    if place < len(returned) and place and returned[place] in gains:
        if gains[returned[place]] < gains.get(returned[place - 1], 0.0):
            return
        better[place - 1], better[place] = better[place], better[place - 1]
    for metric in (ndcg_at, precision_at, recall_at):
        before, after = metric(returned, gains, k), metric(better, gains, k)
        assert 0.0 <= before <= after + 1e-12 <= 1.0 + 1e-9


def test_no_truth_is_refused() -> None:
    refusing: list[tuple[Callable[..., float], tuple[Any, ...]]] = [
        (ndcg_at, ({}, 5)),
        (hits_at, ((), 5)),
        (average_precision, ((),)),
        (auc, ((), "ab")),
    ]
    for metric, more in refusing:
        with pytest.raises(ValueError, match="nothing is true"):
            metric(["a"], *more)
