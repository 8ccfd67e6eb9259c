"""All paths between two papers, up to a number of hops and a number of paths."""

from collections.abc import Iterator
from itertools import islice

import numpy as np

from scinet.graph.paths.cone import hops
from scinet.graph.snapshot import Snapshot


def all_paths(
    snapshot: Snapshot, a: str, b: str, *, max_hops: int, limit: int = 1000
) -> tuple[list[list[str]], bool]:
    """Every path of references, each step strictly back in time.

    Args:
        snapshot: What exists.
        a: A paper.
        b: Another; the earlier of the two is where the paths start.
        max_hops: Most steps.
        limit: Most paths.

    Returns:
        Ids from the earliest to the latest paper of each path, in order of hops, then of ids from
        the later end on; and whether there are more paths than ``limit``.

    Raises:
        NotFoundError: If one of them is not in the snapshot.
    """
    early, late = sorted((snapshot.index(a), snapshot.index(b)))
    _, fewest, most = hops(snapshot.ordered.indptr, snapshot.ordered.indices, early, late)
    lengths = range(max(fewest[-1], 0), min(most[-1], max_hops) + 1)
    found = (
        [str(snapshot.paper_id[paper]) for paper in reversed(path)]
        for length in lengths
        for path in _exactly(snapshot, fewest, most, early, [late], length)
    )
    paths = list(islice(found, limit + 1))
    return paths[:limit], len(paths) > limit


def _exactly(
    snapshot: Snapshot,
    fewest: np.ndarray,
    most: np.ndarray,
    early: int,
    path: list[int],
    length: int,
) -> Iterator[list[int]]:
    if length == 0:
        if path[-1] == early:
            yield path
        return
    steps = [
        int(cited)
        for cited in snapshot.ordered.row(path[-1])
        if cited >= early and 0 <= fewest[cited - early] < length <= most[cited - early] + 1
    ]
    for cited in sorted(steps, key=lambda paper: snapshot.paper_id[paper]):
        yield from _exactly(snapshot, fewest, most, early, [*path, cited], length - 1)
