"""Graph Data Science on a weighted network that is made of arrays, not of stored relationships.

The network goes to the server as three lists in one statement, which projects it at once; nothing
is stored in the database.
"""

import uuid
from typing import Any

import numpy as np

from scinet.graph.communities.network import Weighted
from scinet.graph.connection import Database
from scinet.graph.gds.projection import client, refuse_if_too_large
from scinet.graph.snapshot.csr import Int64

_BYTES_SENT = 100  # of three numbers on their way, boxed in the lists of the server


def leiden(db: Database, network: Weighted, *, resolution: float, seed: int) -> Int64:
    """Leiden communities of a weighted network.

    Args:
        seed: Of the random order of moves; one thread is used, so that it settles the result.

    Returns:
        A number without meaning for each paper, shape ``(papers,)``.

    Source:
        Traag, Waltman and van Eck (2019), doi:10.1038/s41598-019-41695-z.
    """
    gds = client(db)
    found = np.arange(network.papers, dtype=np.int64)
    if len(network.one) == 0:  # a projection without a pair has no weight to ask for
        return found
    lone = np.setdiff1d(np.arange(network.papers), np.concatenate((network.one, network.other)))
    nothing = [None] * len(lone)
    [estimate] = db.rows(
        "community/estimate", papers=network.papers, relationships=2 * len(network.one)
    )
    sent = _BYTES_SENT * (len(network.one) + len(lone))
    refuse_if_too_large(db, "Leiden on a mix", estimate["bytes"] + sent)
    name = f"scinet-{uuid.uuid4().hex}"
    try:
        db.rows(
            "community/project",
            name=name,
            papers=network.one.tolist() + lone.tolist(),
            others=network.other.tolist() + nothing,
            weights=network.weight.tolist() + nothing,
        )
        graph = gds.graph.get(name)
        call: dict[str, Any] = {"gamma": resolution, "random_seed": seed, "concurrency": 1}
        gds.leiden.mutate(
            graph, mutate_property="community", relationship_weight_property="weight", **call
        )
        frame = gds.graph.node_property.stream(graph, "community")
    finally:
        gds.graph.drop(name, fail_if_missing=False)
    found[frame["nodeId"].to_numpy()] = frame["propertyValue"].to_numpy()
    return found
