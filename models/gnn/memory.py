"""How much memory a network will need, known before it runs."""

from typing import TYPE_CHECKING, Final

import numpy as np

from scinet.graph.snapshot.csr import Int64
from scinet.models.temporal_graph.dated_graph import DatedGraph

if TYPE_CHECKING:
    from scinet.models.gnn.systems import GraphNetwork

_FLOAT: Final = 4
_PROGRAM_MIB: Final = 600  # PyTorch, numba and the rest
_ALIVE: Final = 6  # arrays of a layer that live at once, gradients among them
_TEAM: Final = 5  # authors of a question


def needed_mib(graph: DatedGraph, fan_out: Int64, settings: "GraphNetwork", features: int) -> int:
    """What training on a graph needs at most, besides the graph itself.

    Args:
        graph: The lists.
        fan_out: Edges to sample per hop and relation, shape ``(hops, relations)``.
        settings: Sizes of the network and of a gradient step.
        features: Most features of a node.
    """
    sizes = np.array(list(graph.sizes.values()), dtype=np.float64)
    seeds = float(settings.batch * (settings.top + _TEAM))
    # By node type: those of the last hop, and all so far.
    last = np.where(np.array(graph.kinds) == settings.ranks, seeds, 0.0)
    nodes, edges = last.copy(), 0.0
    for hop in fan_out:
        taken = hop * last[graph.ends[1]]
        edges += float(taken.sum())
        last = np.minimum(np.bincount(graph.ends[0], taken, minlength=len(sizes)), sizes)
        nodes = np.minimum(nodes + last, sizes)
    alive = _ALIVE * settings.hidden
    step = _FLOAT * (nodes.sum() * (features + alive * (len(fan_out) + 1)) + edges * alive)
    walker = 33 * int(graph.offsets[-1])
    titles = _FLOAT * graph.sizes["paper"] * settings.title_dimensions
    return _PROGRAM_MIB + int((graph.nbytes + walker + titles + step) / 2**20)
