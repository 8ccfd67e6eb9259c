"""Metrics of every system on the same candidates, with intervals.

The unit is the source: each gives one value, the mean over its positives, so that a paper with
many references counts once, and intervals are over sources.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.eval.metrics.link import auc, average_precision, hits, ranks, reciprocal_ranks
from scinet.eval.significance import intervals
from scinet.graph.snapshot import Csr
from scinet.models.links.pairs import Scored

Floats = NDArray[np.float64]

METRICS: Final = ("MRR", "Hits@1", "Hits@10", "Hits@50", "AUC", "AP")


def controls(positives: Csr, negatives: Mapping[str, Floats], seed: int) -> dict[str, Scored]:
    """The floor and the ceiling: scores drawn at random, and the truth itself.

    Args:
        positives: Source to its positives.
        negatives: Arrays of the shapes to fill, by list.
        seed: Seed of the random scores.
    """
    generator = np.random.default_rng(seed)
    total = len(positives.indices)
    return {
        "random": Scored(
            generator.random(total),
            {name: generator.random(table.shape) for name, table in negatives.items()},
        ),
        "oracle": Scored(
            np.ones(total), {name: np.zeros(table.shape) for name, table in negatives.items()}
        ),
    }


def per_source(positives: Csr, positive: Floats, negatives: Floats) -> Floats:
    """One row per source and a column per metric of :data:`METRICS`.

    Args:
        positives: Source to its positives.
        positive: Their scores, shape ``(positives,)``.
        negatives: Scores of the negatives, shape ``(sources, m)``.

    Raises:
        ValueError: If a score is not finite.
    """
    rows = positives.row_numbers()
    rank = ranks(positive, negatives[rows])
    columns = [
        reciprocal_ranks(rank),
        *(hits(rank, k) for k in (1, 10, 50)),
        auc(rank, negatives.shape[1]),
    ]
    means = [
        np.bincount(rows, column, minlength=positives.num_rows) / positives.lengths()
        for column in columns
    ]
    precision = [
        average_precision(positive[start:end], negatives[source])
        for source, (start, end) in enumerate(
            zip(positives.indptr[:-1], positives.indptr[1:], strict=True)
        )
    ]
    return np.stack([*means, np.array(precision)], axis=1)


def metric_rows(positives: Csr, systems: Mapping[str, Scored], seed: int) -> list[dict[str, Any]]:
    """Rows ``{system, negatives, metric, mean, low, high, n}``; low and high are 95 % ends."""
    heads, tables = [], []
    for system, scored in systems.items():
        for name, negatives in scored.negatives.items():
            tables.append(per_source(positives, scored.positive, negatives))
            heads += [(system, name, metric) for metric in METRICS]
    values = np.concatenate(tables, axis=1)
    means, ends = values.mean(axis=0), intervals(values, seed)
    return [
        {
            "system": system,
            "negatives": negatives,
            "metric": metric,
            "mean": float(mean),
            "low": float(low),
            "high": float(high),
            "n": positives.num_rows,
        }
        for (system, negatives, metric), mean, (low, high) in zip(heads, means, ends, strict=True)
    ]


def mean_reciprocal_rank(positives: Csr, scored: Scored) -> dict[str, float]:
    """The MRR on each list of negatives."""
    return {
        name: float(per_source(positives, scored.positive, negatives)[:, 0].mean())
        for name, negatives in scored.negatives.items()
    }
