"""How much memory a network will need, known before it runs."""

from typing import Final

import numpy as np

from scinet.graph.snapshot.csr import Int64
from scinet.models.temporal_graph.dated_graph import DatedGraph

_FLOAT: Final = 4
_PROGRAM_MIB: Final = 600  # PyTorch, numba and the rest
_ALIVE: Final = 6  # arrays of a layer that live at once, gradients among them


def needed_mib(
    graph: DatedGraph,
    fan_out: Int64,
    *,
    node_type: str,
    seeds: int,
    hidden: int,
    features: int,
    title_dimensions: int,
) -> int:
    """What training on a graph needs at most, besides the graph itself.

    Args:
        graph: The lists.
        fan_out: Edges to take per hop and relation, shape ``(hops, relations)``.
        node_type: Node type of the candidates.
        seeds: Nodes of one gradient step, authors and candidates.
        hidden: Size of an embedding.
        features: Most features of a node.
        title_dimensions: Numbers per title.
    """
    sizes = np.array(list(graph.sizes.values()), dtype=np.float64)
    # By node type: those of the last hop, and all so far.
    last = np.where(np.array(graph.kinds) == node_type, float(seeds), 0.0)
    nodes, edges = last.copy(), 0.0
    for hop in fan_out:
        taken = hop * last[graph.ends[1]]
        edges += float(taken.sum())
        last = np.minimum(np.bincount(graph.ends[0], taken, minlength=len(sizes)), sizes)
        nodes = np.minimum(nodes + last, sizes)
    layers = len(fan_out)
    step = _FLOAT * (
        nodes.sum() * (features + _ALIVE * hidden * (layers + 1)) + edges * _ALIVE * hidden
    )
    walker = 33 * int(graph.offsets[-1])
    titles = _FLOAT * graph.sizes["paper"] * title_dimensions
    return _PROGRAM_MIB + int((graph.nbytes + walker + titles + step) / 2**20)
