"""Enumeration of paths between two papers, up to a number of hops and of paths.

The number of paths to the earlier paper in exactly n hops is computed first, so that the search
takes no dead end.
"""

from itertools import chain

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.paths.cone import hops
from scinet.graph.paths.objective import Bound, refuse_large_table, resolve_bound
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Csr, Int32, Int64


def all_paths(
    snapshot: Snapshot, a: str, b: str, *, max_hops: Bound = "shortest+2", limit: int = 1000
) -> tuple[list[list[str]], bool]:
    """Return all paths of references, each step strictly back in time.

    Args:
        b: The other paper; paths start at the earlier of the two.

    Returns:
        Ids from the earliest to the latest paper of each path, in order of hops, then of ids from
        the later end on; and whether there are more paths than ``limit``.
    """
    early, late = sorted((snapshot.index(a), snapshot.index(b)))
    if early == late:
        return [[a]], False
    start, end = (np.arange(late - early + 1) == place for place in (0, late - early))
    ordered = snapshot.ordered
    down, fewest, shortest, longest = hops(ordered.indptr, ordered.indices, early, start, end)
    bound = resolve_bound(max_hops, shortest, shortest_only=False)
    last = longest if bound is None else min(bound, longest)
    if shortest < 0 or last < shortest:
        return [], False
    inside = np.flatnonzero((fewest >= 0) & (down + fewest <= last)) + early
    refuse_large_table(last, len(inside))
    steps = _cone_references(snapshot, inside)
    ways = _count_paths(steps.indptr, steps.indices, last)
    ids = snapshot.paper_id[inside]
    path_blocks: list[list[list[str]]] = []
    wanted = limit
    for length in range(shortest, last + 1):
        rows = int(min(ways[length, -1], wanted))
        if rows:
            walks = _list_paths(steps.indptr, steps.indices, ways, length, rows)
            path_blocks.append(ids[walks[:, ::-1]].tolist())
            wanted -= rows
    return list(chain.from_iterable(path_blocks)), bool(ways[:, -1].sum() > limit)


def _cone_references(snapshot: Snapshot, inside: NDArray[np.int64]) -> Csr:
    """Return references within the cone, numbered in it, each row by id as text."""
    number = np.full(snapshot.num_papers, -1, dtype=np.int32)
    number[inside] = np.arange(len(inside), dtype=np.int32)
    references = [number[snapshot.ordered.row(int(paper))] for paper in inside]
    citing = np.repeat(np.arange(len(inside)), [len(row) for row in references])
    cited = np.concatenate(references)
    citing, cited = citing[cited >= 0], cited[cited >= 0]
    by_id = np.empty(len(inside), dtype=np.int64)
    by_id[np.argsort(snapshot.paper_id[inside])] = np.arange(len(inside))
    order = np.lexsort((by_id[cited], citing))
    return Csr.from_sequences(citing[order], cited[order], len(inside))


@njit(cache=True, nogil=True)
def _count_paths(indptr: Int64, cited: Int32, bound: int) -> NDArray[np.float64]:
    """Count paths from each paper to the first in exactly n hops, (bound + 1, papers)."""
    papers = len(indptr) - 1
    ways = np.zeros((bound + 1, papers), dtype=np.float64)
    ways[0, 0] = 1.0
    for hop in range(1, bound + 1):
        for paper in range(1, papers):
            for entry in range(indptr[paper], indptr[paper + 1]):
                ways[hop, paper] += ways[hop - 1, cited[entry]]
    return ways


@njit(cache=True, nogil=True)
def _list_paths(
    indptr: Int64, cited: Int32, ways: NDArray[np.float64], length: int, rows: int
) -> NDArray[np.int32]:
    """List the first paths of a length from the last paper to the first, (rows, length + 1)."""
    walks = np.empty((rows, length + 1), dtype=np.int32)
    walk = np.empty(length + 1, dtype=np.int32)
    cursor = np.empty(length + 1, dtype=np.int64)
    walk[0] = len(indptr) - 2
    cursor[0] = indptr[walk[0]]
    depth = 0
    count = 0
    while count < rows:
        if depth == length:
            walks[count] = walk
            count += 1
            depth -= 1
        elif cursor[depth] == indptr[walk[depth] + 1]:
            depth -= 1
        else:
            paper = cited[cursor[depth]]
            cursor[depth] += 1
            if ways[length - depth - 1, paper] > 0:
                depth += 1
                walk[depth] = paper
                cursor[depth] = indptr[paper]
    return walks
