"""SciNetBench metrics against worked values and slow references."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.eval.suites.scinetbench.metrics import (
    citation_edge_share,
    common_subsequence_share,
    count_ties,
    is_consecutive_path,
    is_induced_path,
    jaccard_index,
    mean_position_score,
    path_consistency,
    position_scores,
)

# Few distinct values, so that ties are common.
values = st.lists(st.sampled_from([-1.0, 0.0, 0.5, 1.0]), min_size=1, max_size=12)
paths = st.lists(st.sampled_from("ABmnop"), unique=True, max_size=6)
citations = st.sets(st.tuples(st.sampled_from("ABmnop"), st.sampled_from("ABmnop")), max_size=15)


def test_golden_consistency() -> None:
    assert path_consistency("AB", "AmB", ends=True) == pytest.approx(0.6667, abs=5e-5)
    assert path_consistency("AB", "AmB", ends=False) == 0.0
    assert math.isnan(path_consistency("AB", "AB", ends=False))


def test_worked_paths() -> None:
    cites = {("m", "A"), ("n", "m"), ("B", "n")}
    ends = ("A", "B")
    assert jaccard_index("AmB", "AnB") == pytest.approx(0.5)
    assert common_subsequence_share("AnmB", "AmnB") == pytest.approx(0.75)
    assert is_consecutive_path("AmnB", ends, cites) == 1.0
    assert is_consecutive_path("AnmB", ends, cites) == 0.0
    assert is_induced_path("BnmA", ends, cites) == 1.0
    assert is_induced_path("AmB", ends, cites) == 0.0
    assert citation_edge_share("AmB", cites) == pytest.approx(0.5)
    assert citation_edge_share("A", cites) == 0.0
    # The ends must be the given ones.
    assert is_consecutive_path("mn", ends, cites) == 0.0


@given(path=paths, truth=paths.filter(bool), cites=citations)
def test_path_metrics_against_slow_references(
    path: list[str], truth: list[str], cites: set[tuple[str, str]]
) -> None:
    import networkx as nx

    longest = max(
        size
        for size in range(len(truth) + 1)
        for part in itertools.combinations(truth, size)
        if _is_subsequence(part, path)
    )
    assert common_subsequence_share(path, truth) == pytest.approx(longest / len(truth))
    graph = nx.DiGraph()
    graph.add_nodes_from(path)
    graph.add_edges_from((old, new) for new, old in cites if new in path and old in path)
    joined = "A" in graph and "B" in graph and nx.has_path(graph, "A", "B")
    assert is_induced_path(path, ("A", "B"), cites) == float(joined)
    assert is_induced_path(path, ("A", "B"), cites) >= is_consecutive_path(path, ("A", "B"), cites)
    assert 0.0 <= citation_edge_share(path, cites) <= 1.0
    assert 0.0 <= jaccard_index(path, truth) <= 1.0


def _is_subsequence(part: tuple[str, ...], path: list[str]) -> bool:
    rest = iter(path)
    return all(paper in rest for paper in part)


@given(asked=values, reference=values)
def test_position_scores_against_a_slow_reference(
    asked: list[float], reference: list[float]
) -> None:
    got = position_scores(np.array(asked), np.array(reference))
    for value, score in zip(asked, got, strict=True):
        below = sum(other < value for other in reference)
        equal = sum(other == value for other in reference)
        assert score == pytest.approx(10 * (below + equal / 2) / len(reference))


@given(reference=values)
def test_the_whole_reference_scores_five(reference: list[float]) -> None:
    array = np.array(reference)
    assert mean_position_score(position_scores(array, array), strict=True) == pytest.approx(5.0)


def test_papers_without_a_value() -> None:
    scores = position_scores(np.array([1.0, math.nan]), np.array([0.0, 1.0]))
    assert mean_position_score(scores, strict=False) == pytest.approx(7.5)
    assert mean_position_score(scores, strict=True) == pytest.approx(3.75)
    assert math.isnan(mean_position_score(np.array([]), strict=False))
    assert mean_position_score(np.array([]), strict=True) == 0.0
    with pytest.raises(ValueError, match="empty"):
        position_scores(np.array([1.0]), np.array([]))


@settings(max_examples=20)
@given(candidates=values, k=st.integers(1, 8))
def test_recall_under_random_ties_against_all_orders(candidates: list[float], k: int) -> None:
    tied, expected = count_ties(candidates, k)
    size = min(k, len(candidates))
    last = sorted(candidates, reverse=True)[size - 1]
    assert tied == candidates.count(last)
    best = sorted(range(len(candidates)), key=lambda i: (-candidates[i], i))[:size]
    rng = random.Random(0)  # noqa: S311 - a simulation
    trials = [
        len(set(best) & set(_shuffled_best(candidates, size, rng))) / size for _ in range(400)
    ]
    assert expected == pytest.approx(np.mean(trials), abs=0.12)


def _shuffled_best(candidates: list[float], size: int, rng: random.Random) -> list[int]:
    return sorted(range(len(candidates)), key=lambda i: (-candidates[i], rng.random()))[:size]
