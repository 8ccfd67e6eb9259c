"""Undirected networks of a snapshot: co-authorship, citation, co-citation, bibliographic coupling.

All but the citation network join two nodes that share something: a joint paper, a citing paper, a
reference.
"""

from typing import Final, get_args

import numpy as np
from scipy import sparse

from scinet.errors import DataError
from scinet.graph.schema.choices import Network as Network
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.snapshot.arrays import Objects

NETWORKS: Final[tuple[Network, ...]] = get_args(Network)
LARGEST_WORK: Final = 200_000_000  # entries of the joined matrix: about 6 GB while it runs


def node_ids(snapshot: Snapshot, name: Network) -> Objects:
    """Return ids of the nodes of a network: authors for ``coauthor``, else papers."""
    return snapshot.author_id if name == "coauthor" else snapshot.paper_id


def network(snapshot: Snapshot, name: Network, *, largest_work: int = LARGEST_WORK) -> Csr:
    """Return the neighbours of each author or paper, without itself and without repeats.

    Args:
        name: ``coauthor`` joins two authors of one paper; ``citation`` a paper and a reference;
            ``co-citation`` two papers that one paper cites; ``coupling`` two papers that cite one
            paper. Citations count whatever their order in time.
        largest_work: Largest sum of squares of the groups that are joined, such as the reference
            lists for ``co-citation``.

    Returns:
        Each row sorted; an entry stands in both directions.
    """
    if name == "citation":
        cites = snapshot.cites.to_scipy(snapshot.num_papers, dtype=np.bool_)
        return _drop_diagonal(sparse.csr_array(cites + cites.T))
    groups = shared_items(snapshot, name).transpose(snapshot.num_papers)
    needed = int((groups.lengths() ** 2).sum())
    if needed > largest_work:
        raise DataError(
            f"the {name} network would need {needed:,} entries, {largest_work:,} are allowed",
            hint="Ask for pairs by Cypher, for an earlier day, or raise the bound.",
        )
    member = groups.to_scipy(len(node_ids(snapshot, name)), dtype=np.int32)
    return _drop_diagonal(sparse.csr_array(member.T @ member))


def shared_items(snapshot: Snapshot, name: Network) -> Csr:
    """Return the items that nodes may share: papers, citing papers or references of each."""
    if name == "coauthor":
        return snapshot.author_papers
    if name == "co-citation":
        return snapshot.cited_by
    if name == "coupling":
        return snapshot.cites
    raise ValueError(f"{name!r} is none of the networks of shared things in {NETWORKS}")


def _drop_diagonal(table: sparse.csr_array) -> Csr:
    table.sort_indices()
    rows = Csr(table.indptr.astype(np.int64), table.indices.astype(np.int32))
    return rows.keep(rows.indices != rows.row_numbers())
