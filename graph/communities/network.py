"""Weighted network of papers from citation, co-citation and coupling.

Each paper keeps only its nearest neighbours by shared items, since one popular reference joins
thousands; they are selected during the walk, so that all pairs are never held in memory.
"""

import logging
from dataclasses import dataclass
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.communities.mix import Mix, mix_name, normalise_mix
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

_LOG = logging.getLogger(__name__)

NEAREST: Final = 20


@dataclass(frozen=True, slots=True)
class WeightedNetwork:
    """Undirected network of papers.

    Attributes:
        papers: Number of papers, those without a pair included.
        pairs: Joined pairs by kind.
        left_out: Pairs with shared items that are among the nearest of neither, by kind.
        influence: Share of each kind in the total weight, in [0, 1].

    Shapes:
        one, other: ``(pairs,)``, positions, ``one < other``, in that order.
        weight: ``(pairs,)``, above 0.
    """

    papers: int
    one: Int64
    other: Int64
    weight: NDArray[np.float64]
    pairs: dict[str, int]
    left_out: dict[str, int]
    influence: dict[str, float]


def build_weighted_network(
    snapshot: Snapshot, mix: Mix, *, nearest: int = NEAREST
) -> WeightedNetwork:
    """Join papers by a mix.

    A citation weighs 1; co-citation and coupling weigh the share of citing papers or of
    references that two papers have in common (Salton's cosine, in (0, 1]); these weights are
    multiplied by those of the mix and added.

    Args:
        snapshot: Citations count whatever their order in time.
        nearest: Number of neighbours that each paper keeps, by the largest cosines, ties by the
            earlier paper; a pair stays when either keeps the other.

    Source:
        Salton and McGill (1983), Introduction to Modern Information Retrieval; co-citation: Small
        (1973), doi:10.1002/asi.4630240406; coupling: Kessler (1963), doi:10.1002/asi.5090140103.
    """
    papers = snapshot.num_papers
    keys: list[Int64] = []
    weights: list[NDArray[np.float64]] = []
    left_out: dict[str, int] = {}
    shares = normalise_mix(mix)
    for kind, share in shares.items():
        if kind == "citation":
            key, value = _citation_pairs(snapshot)
        else:
            key, value, left_out[kind] = _similar_pairs(snapshot, kind, nearest)
        keys.append(key)
        weights.append(share * value)
    joined, place = np.unique(np.concatenate(keys), return_inverse=True)
    total = np.zeros(len(joined))
    np.add.at(total, place, np.concatenate(weights))
    sums = {kind: float(value.sum()) for kind, value in zip(shares, weights, strict=True)}
    whole = sum(sums.values())
    network = WeightedNetwork(
        papers=papers,
        one=joined // max(papers, 1),
        other=joined % max(papers, 1),
        weight=total,
        pairs={kind: len(key) for kind, key in zip(shares, keys, strict=True)},
        left_out=left_out,
        influence={kind: part / whole if whole else 0.0 for kind, part in sums.items()},
    )
    _LOG.info(
        "joined by %s: %s; not among the nearest: %s; part of the weight: %s",
        mix_name(mix),
        network.pairs,
        network.left_out,
        network.influence,
    )
    return network


def _citation_pairs(snapshot: Snapshot) -> tuple[Int64, NDArray[np.float64]]:
    """Return keys and weights of citing pairs; the weight is 2 when both cite."""
    citing, cited = snapshot.cites.row_numbers(), snapshot.cites.indices
    apart = citing != cited
    keys, times = np.unique(
        _pair_keys(citing[apart], cited[apart], snapshot.num_papers), return_counts=True
    )
    return keys, times.astype(np.float64)


def _similar_pairs(
    snapshot: Snapshot, kind: str, nearest: int
) -> tuple[Int64, NDArray[np.float64], int]:
    """Return keys and cosines of the nearest pairs, and the number of other pairs."""
    have, holders = snapshot.cites, snapshot.cited_by
    if kind == "co-citation":
        have, holders = holders, have
    near, cosine, pair_count = _nearest(
        have.indptr, have.indices, holders.indptr, holders.indices, nearest
    )
    row, place = np.nonzero(near >= 0)
    # Both directions of a pair have the same cosine, bit by bit.
    keys, first = np.unique(
        _pair_keys(row, near[row, place], snapshot.num_papers), return_index=True
    )
    return keys, cosine[row, place][first], pair_count // 2 - len(keys)


@njit(cache=True, nogil=True)
def _nearest(
    indptr: Int64, thing: Int32, holder_indptr: Int64, holder: Int32, nearest: int
) -> tuple[NDArray[np.int32], NDArray[np.float64], int]:
    """Return the nearest papers of each, best first, and the number of pairs in both directions."""
    papers = len(indptr) - 1
    near = np.full((papers, nearest), -1, dtype=np.int32)
    cosine = np.zeros((papers, nearest))
    count = np.zeros(papers, dtype=np.int32)
    touched = np.empty(papers, dtype=np.int32)
    pair_count = 0
    for paper in range(papers):
        have = indptr[paper + 1] - indptr[paper]
        reached = 0
        for entry in range(indptr[paper], indptr[paper + 1]):
            shared = thing[entry]
            for place in range(holder_indptr[shared], holder_indptr[shared + 1]):
                candidate = holder[place]
                if candidate == paper:
                    continue
                if count[candidate] == 0:
                    touched[reached] = candidate
                    reached += 1
                count[candidate] += 1
        pair_count += reached
        filled = 0
        for place in range(reached):
            candidate = touched[place]
            has = indptr[candidate + 1] - indptr[candidate]
            value = count[candidate] / np.sqrt(float(have) * float(has))
            count[candidate] = 0
            slot = min(filled, nearest)
            while slot > 0 and (
                value > cosine[paper, slot - 1]
                or (value == cosine[paper, slot - 1] and candidate < near[paper, slot - 1])
            ):
                if slot < nearest:
                    near[paper, slot] = near[paper, slot - 1]
                    cosine[paper, slot] = cosine[paper, slot - 1]
                slot -= 1
            if slot < nearest:
                near[paper, slot] = candidate
                cosine[paper, slot] = value
                filled = min(filled + 1, nearest)
    return near, cosine, pair_count


def _pair_keys(first: NDArray[np.integer], second: NDArray[np.integer], size: int) -> Int64:
    low = np.minimum(first, second).astype(np.int64)
    keys: Int64 = low * size + np.maximum(first, second)
    return keys
