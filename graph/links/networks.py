"""The undirected networks of a snapshot: who wrote with whom, what cites what."""

from typing import Final, Literal, TypeAlias

import numpy as np
from scipy import sparse

from scinet.graph.snapshot import Csr, Snapshot

Network: TypeAlias = Literal["coauthor", "citation"]
NETWORKS: Final[tuple[Network, ...]] = ("coauthor", "citation")


def network(snapshot: Snapshot, name: Network) -> Csr:
    """Neighbours of each author or paper, without itself and without repeats.

    Args:
        snapshot: What exists.
        name: ``coauthor`` joins two authors of one paper; ``citation`` joins a paper and a
            reference, whatever their order in time.

    Returns:
        Each row sorted; an entry stands in both directions.

    Raises:
        ValueError: If there is no such network.
    """
    if name == "citation":
        papers, cited = snapshot.num_papers, snapshot.cites.indices
        return _symmetric(snapshot.cites.row_numbers(), cited, papers)
    if name != "coauthor":
        raise ValueError(f"{name!r} is none of {NETWORKS}")
    authored = snapshot.authored
    written = sparse.csr_array(
        (np.ones(len(authored.indices), dtype=np.int32), authored.indices, authored.indptr),
        shape=(snapshot.num_papers, snapshot.num_authors),
    )
    together = (written.T @ written).tocoo()
    return _symmetric(together.row, together.col, snapshot.num_authors)


def _symmetric(
    one: np.ndarray[tuple[int], np.dtype[np.integer]],
    other: np.ndarray[tuple[int], np.dtype[np.integer]],
    size: int,
) -> Csr:
    apart = one != other
    one, other = one[apart].astype(np.int64), other[apart].astype(np.int64)
    keys = np.unique(np.concatenate((one * size + other, other * size + one)))
    return Csr.from_pairs(keys // max(size, 1), keys % max(size, 1), size)
