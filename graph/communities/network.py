"""One weighted network of papers from citation, co-citation and coupling.

Pairs that share something are found by sparse products in blocks of rows, so that memory is that
of a block; each paper keeps only its nearest, since sharing one popular reference joins thousands.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from scinet.graph.communities.mix import Mix, mix_name, settle
from scinet.graph.links.networks import shared_by
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.snapshot.csr import Int64

_LOG = logging.getLogger(__name__)

NEAREST: Final = 20
_BLOCK: Final = 4_000_000  # products in a block: about 200 MB while it is sorted


@dataclass(frozen=True, slots=True)
class Weighted:
    """An undirected network of papers.

    Attributes:
        papers: Number of papers, those without a pair included.
        pairs: Joined pairs by kind.
        left_out: Pairs that share something, but are not among the nearest of either, by kind.
        influence: Part of all weight that each kind has, in [0, 1].

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


def weighted(
    snapshot: Snapshot, mix: Mix, *, nearest: int = NEAREST, block: int = _BLOCK
) -> Weighted:
    """Join papers by a mix.

    A citation weighs 1; co-citation and coupling weigh the share of citing papers or of
    references that two papers have in common (Salton's cosine, in (0, 1]); these weights are
    multiplied by those of the mix and added.

    Args:
        snapshot: What exists. Citations count whatever their order in time.
        mix: Weight of each kind.
        nearest: Of the papers that share something with a paper, so many are kept, the largest
            cosines, ties by the earlier paper; a pair stays when either keeps the other.
        block: Products computed at a time; it does not change the result.

    Raises:
        DataError: If the mix is none, see :func:`scinet.graph.communities.mix.settle`.

    Source:
        Salton and McGill (1983), Introduction to Modern Information Retrieval; co-citation: Small
        (1973), doi:10.1002/asi.4630240406; coupling: Kessler (1963), doi:10.1002/asi.5090140103.
    """
    papers = snapshot.num_papers
    keys: list[Int64] = []
    weights: list[NDArray[np.float64]] = []
    left_out: dict[str, int] = {}
    shares = settle(mix)
    for kind, share in shares.items():
        if kind == "citation":
            key, value = _cited(snapshot)
        else:
            # The kinds but citation are names of networks of shared things.
            name: Literal["co-citation", "coupling"] = (
                "coupling" if kind == "coupling" else "co-citation"
            )
            key, value, left_out[kind] = _alike(shared_by(snapshot, name), papers, nearest, block)
        keys.append(key)
        weights.append(share * value)
    joined, place = np.unique(np.concatenate(keys), return_inverse=True)
    total = np.zeros(len(joined))
    np.add.at(total, place, np.concatenate(weights))
    sums = {kind: float(value.sum()) for kind, value in zip(shares, weights, strict=True)}
    whole = sum(sums.values())
    network = Weighted(
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


def _cited(snapshot: Snapshot) -> tuple[Int64, NDArray[np.float64]]:
    """Keys of pairs of which one cites the other, and how often: twice when both do."""
    citing, cited = snapshot.cites.row_numbers(), snapshot.cites.indices
    apart = citing != cited
    keys, times = np.unique(
        _keys(citing[apart], cited[apart], snapshot.num_papers), return_counts=True
    )
    return keys, times.astype(np.float64)


def _alike(
    have: Csr, things: int, nearest: int, block: int
) -> tuple[Int64, NDArray[np.float64], int]:
    """Keys and cosines of the nearest pairs, and how many pairs are not among them."""
    keys: list[Int64] = [np.zeros(0, dtype=np.int64)]
    cosines: list[NDArray[np.float64]] = [np.zeros(0)]
    found = 0
    for row, column, cosine in _sharing(have, things, block):
        order = np.lexsort((column, -cosine, row))
        row, column, cosine = row[order], column[order], cosine[order]
        first = np.searchsorted(row, row)  # where the pairs of each paper start
        near = np.arange(len(row)) - first < nearest
        keys.append(_keys(row[near], column[near], have.num_rows))
        cosines.append(cosine[near])
        found += len(row)
    # Both directions of a pair have the same cosine, bit by bit, so either may stay.
    unique, place = np.unique(np.concatenate(keys), return_index=True)
    return unique, np.concatenate(cosines)[place], found // 2 - len(unique)


def _sharing(
    have: Csr, things: int, block: int
) -> Iterator[tuple[NDArray[np.integer], NDArray[np.integer], NDArray[np.float64]]]:
    """All papers that share something with those of a block, and their cosines."""
    member = sparse.csr_array(
        (np.ones(len(have.indices), dtype=np.int32), have.indices, have.indptr),
        shape=(have.num_rows, things),
    )
    holders = member.T.tocsr()
    lengths = have.lengths().astype(np.float64)
    work = np.cumsum(np.diff(holders.indptr)[have.indices], dtype=np.int64)
    after = np.concatenate(([0], work))[have.indptr]  # products up to each row
    start = 0
    while start < have.num_rows:
        end = max(int(np.searchsorted(after, after[start] + block, side="right")) - 1, start + 1)
        together = (member[start:end] @ holders).tocoo()
        row, column = together.row + start, together.col
        apart = row != column
        row, column = row[apart], column[apart]
        yield row, column, together.data[apart] / np.sqrt(lengths[row] * lengths[column])
        start = end


def _keys(one: NDArray[np.integer], other: NDArray[np.integer], size: int) -> Int64:
    """One number for an unordered pair."""
    low = np.minimum(one, other).astype(np.int64)
    keys: Int64 = low * size + np.maximum(one, other)
    return keys
