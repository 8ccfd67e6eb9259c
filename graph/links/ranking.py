"""All features of pairs, and nodes ranked by a feature."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scinet.graph.links.decay import coauthorship
from scinet.graph.links.features import FEATURES, WITH_SHARED, Features, katz, neighbour_features
from scinet.graph.links.networks import Network, network, node_ids
from scinet.graph.links.overlap import SHARED, shared_counts
from scinet.graph.links.personalised_pagerank import shares
from scinet.graph.links.scatter import group_by_source
from scinet.graph.links.walks import Floats, author_steps, single_starts, visits
from scinet.graph.schema.dates import DAYS_PER_YEAR, date_of
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.snapshot.csr import Int64

KATZ_BETA: Final = 0.05
RESTART: Final = 0.15
AUTHOR_RESTART: Final = 0.25
HALF_LIFE_YEARS: Final = 3.0
LARGEST_TEAM: Final = 100
_TOLERANCE: Final = 1e-9


@dataclass(frozen=True)
class NearestNodes:
    """Nodes near a source, nearest first.

    Attributes:
        features: By name, each of shape ``(n,)``.

    Shapes:
        node: ``(n,)``, numbers in the network.
        linked: ``(n,)``, whether it is already a neighbour.
    """

    node: Int64
    linked: NDArray[np.bool_]
    features: Features


def feature_names(name: Network) -> tuple[str, ...]:
    """Return the names of the features of a network, in order."""
    extra = SHARED if name in WITH_SHARED else ()
    authors = ("faded_coauthorship", "author_walk") if name == "coauthor" else ()
    return (*FEATURES, *extra, "katz", "personalised_pagerank", *authors)


def all_features(snapshot: Snapshot, name: Network, pairs: NDArray[np.integer]) -> Features:
    """Compute all features of pairs of authors or papers.

    Args:
        pairs: Node numbers, shape ``(n, 2)``. The walks start at the first node.

    Returns:
        By name in :func:`feature_names`, each of shape ``(n,)``: those of
        :func:`scinet.graph.links.pair_features`; :func:`scinet.graph.links.features.katz` with
        :data:`KATZ_BETA`; the share of time at the second node of walks that restart at the first
        with probability :data:`RESTART`, with an error of at most 1e-9. For authors also, without
        papers of over :data:`LARGEST_TEAM` authors, :func:`~scinet.graph.links.decay.coauthorship`
        with a half-life of :data:`HALF_LIFE_YEARS` as of the snapshot's day, or else the day after
        its last paper; and the share of walks :func:`~scinet.graph.links.walks.author_steps` that
        restart with probability :data:`AUTHOR_RESTART`.
    """
    return _all_features(snapshot, name, network(snapshot, name), pairs)


def candidates(
    snapshot: Snapshot, name: Network, source: int, *, by: str, top: int | None = None
) -> NearestNodes:
    """Rank all other nodes with a feature above 0, the largest first, ties by id."""
    if by not in feature_names(name):
        raise ValueError(f"{by!r} is none of {', '.join(feature_names(name))}")
    ids = node_ids(snapshot, name)
    nodes = np.delete(np.arange(len(ids)), source)
    adjacency = network(snapshot, name)
    features = _all_features(
        snapshot, name, adjacency, np.stack([np.full_like(nodes, source), nodes], 1)
    )
    order = np.lexsort((ids[nodes].astype(str), -features[by]))
    order = order[features[by][order] > 0][:top]
    linked = np.isin(nodes[order], adjacency.row(source))
    return NearestNodes(nodes[order], linked, {key: features[key][order] for key in features})


def _all_features(
    snapshot: Snapshot, name: Network, adjacency: Csr, pairs: NDArray[np.integer]
) -> Features:
    features = neighbour_features(adjacency, pairs)
    if name in WITH_SHARED:
        features |= shared_counts(snapshot, name, pairs)
    features["katz"] = katz(adjacency, pairs, beta=KATZ_BETA)
    features["personalised_pagerank"] = _target_shares(
        pairs, lambda starts: shares(adjacency, starts, restart=RESTART, tolerance=_TOLERANCE)
    )
    if name == "coauthor":
        now = snapshot.before or _day_after(snapshot)
        together = coauthorship(
            snapshot, half_life_days=HALF_LIFE_YEARS * DAYS_PER_YEAR, largest_team=LARGEST_TEAM
        )
        features["faded_coauthorship"] = together.at(pairs, now)
        step = author_steps(
            replace(snapshot, before=now),
            half_life_years=HALF_LIFE_YEARS,
            largest_team=LARGEST_TEAM,
        )
        features["author_walk"] = _target_shares(
            pairs,
            lambda starts: visits(step, starts, restart=AUTHOR_RESTART, tolerance=_TOLERANCE),
        )
    return features


def _target_shares(
    pairs: NDArray[np.integer], walked: Callable[[Csr], Iterator[tuple[int, Floats]]]
) -> Floats:
    """Return the share of each pair's walks from the first node that are at the second."""
    order, source, first, target = group_by_source(pairs)
    grouped = np.empty(len(order))
    for row, share in walked(single_starts(source)):
        for column in range(share.shape[1]):
            group = slice(first[row + column], first[row + column + 1])
            grouped[group] = share[target[group], column]
    result = np.empty(len(order))
    result[order] = grouped
    return result


def _day_after(snapshot: Snapshot) -> date:
    last = int(snapshot.day[-1]) if snapshot.num_papers else 0
    return date_of(last) + timedelta(days=1)
