"""Metrics of SciNetBench: positions of a list among all papers, and paths against the true one.

Where the paper leaves a formula open, all variants are computed.

Source:
    SciNetBench: A Relation-Aware Benchmark for Scientific Literature Retrieval Agents.
"""

import itertools
from collections.abc import Collection, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.eval.metrics import text

Floats: TypeAlias = NDArray[np.float64]


def position_scores(values: Floats, reference: Floats) -> Floats:
    """Score the position of each value in the reference, 10 for the highest.

    Args:
        values: Indicator values, shape ``(n,)``; NaN where a paper has none.
        reference: Defined values of all papers, shape ``(m,)``, in any order.

    Returns:
        ``10 (share below + half the share that is equal)``, shape ``(n,)``; NaN stays NaN. The mean
        over the reference itself is 5.
    """
    if not len(reference) or np.isnan(reference).any():
        raise ValueError("the reference is empty or holds NaN")
    ordered = np.sort(reference)
    below = np.searchsorted(ordered, values, side="left")
    up_to = np.searchsorted(ordered, values, side="right")
    result: Floats = 5.0 * (below + up_to).astype(np.float64) / len(ordered)
    result[np.isnan(values)] = np.nan
    return result


def mean_position_score(scores: Floats, *, strict: bool) -> float:
    """Compute the mean of :func:`position_scores`, 0 to 10; a random list gives about 5.

    ``strict``: a paper without a value counts 0 and so does an empty list; else it is left out, and
    a list without any value has no mean (NaN).
    """
    counted = np.nan_to_num(scores, nan=0.0) if strict else scores[~np.isnan(scores)]
    if len(counted):
        return float(counted.mean())
    return 0.0 if strict else float("nan")


def count_ties(values: Sequence[float], k: int) -> tuple[int, float]:
    """Count the ties at k, and their effect on recall.

    Returns:
        The number of candidates with the value of the k-th, and the expected recall of an exact
        system that breaks these ties at random.
    """
    size = min(k, len(values))
    if not size:
        return 0, float("nan")
    ordered = sorted(values, reverse=True)
    last = ordered[size - 1]
    tied = ordered.count(last)
    places = size - sum(value > last for value in ordered)
    return tied, (size - places + places * places / tied) / size


def path_consistency(path: Sequence[str], truth: Sequence[str], *, ends: bool) -> float:
    """Compute the share of the true path's papers in a path, 0 to 1.

    Without the two given ends a true path without inner papers has no value (NaN).
    """
    wanted = set(truth) if ends else set(truth[1:-1])
    return len(wanted & set(path)) / len(wanted) if wanted else float("nan")


def path_consistencies(
    name: str, path: Sequence[str], truth: Sequence[str], *, strict: bool
) -> dict[str, float]:
    """Compute :func:`path_consistency` as the scoring mode counts ends, then the other way."""
    other_name = f"{name} with ends" if strict else f"{name} without ends"
    return {
        name: path_consistency(path, truth, ends=not strict),
        other_name: path_consistency(path, truth, ends=strict),
    }


def jaccard_index(path: Sequence[str], truth: Sequence[str]) -> float:
    """Compute the papers in both paths over papers in either, 0 to 1."""
    return len(set(path) & set(truth)) / len(set(path) | set(truth))


def common_subsequence_share(path: Sequence[str], truth: Sequence[str]) -> float:
    """Compute the longest common subsequence relative to the true path's length, 0 to 1."""
    return text.common_subsequence(path, truth) / len(truth)


def is_consecutive_path(
    path: Sequence[str], ends: tuple[str, str], cites: Collection[tuple[str, str]]
) -> float:
    """Return 1 if the path runs from end to end and each next paper cites the one before, else 0.

    ``cites`` holds citations as (citing, cited), as in the functions below.
    """
    if len(path) < 2 or (path[0], path[-1]) != ends:
        return 0.0
    return float(all((later, earlier) in cites for earlier, later in _path_steps(path)))


def is_induced_path(
    path: Sequence[str], ends: tuple[str, str], cites: Collection[tuple[str, str]]
) -> float:
    """Return 1 if a citation path through returned papers joins the ends, in any order, else 0."""
    early, late = ends
    unseen = set(path)
    if not {early, late} <= unseen:
        return 0.0
    reached = [early]
    unseen.remove(early)
    while reached:
        cited = reached.pop()
        nearer = {paper for paper in unseen if (paper, cited) in cites}
        unseen -= nearer
        reached.extend(nearer)
    return float(late not in unseen)


def citation_edge_share(path: Sequence[str], cites: Collection[tuple[str, str]]) -> float:
    """Compute the share of the steps that are citations, 0 to 1; 0 for a path without a step."""
    steps = _path_steps(path)
    if not steps:
        return 0.0
    return sum((later, earlier) in cites for earlier, later in steps) / len(steps)


def _path_steps(path: Sequence[str]) -> list[tuple[str, str]]:
    return list(itertools.pairwise(path))
