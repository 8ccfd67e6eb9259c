"""How much memory a network will need, told before the run and not by its end."""

from typing import Final

from scinet.errors import ScinetError
from scinet.graph.bench.machine import free_mib
from scinet.graph.snapshot.csr import Int64
from scinet.models.neighbours.dated import DatedGraph

_FLOAT: Final = 4
_PROGRAM_MIB: Final = 600  # PyTorch, numba and the rest
_KEPT: Final = 6  # arrays of a layer that live at once, gradients among them


def needed_mib(
    graph: DatedGraph,
    fan_out: Int64,
    *,
    seeds: int,
    hidden: int,
    features: int,
    title_dimensions: int,
) -> int:
    """What training on a graph needs at most, beside the graph as it was given.

    Args:
        graph: The lists.
        fan_out: Edges to take per hop and relation, shape ``(hops, relations)``.
        seeds: Nodes of one step, askers and candidates.
        hidden: Size of an embedding.
        features: Most features of a node.
        title_dimensions: Numbers kept for each title.
    """
    nodes, frontier = float(seeds), float(seeds)
    total = int(graph.offsets[-1])
    edges = 0.0
    for hop in fan_out:
        # A kind of node receives along some of the relations only; papers along most.
        widest = max(int(hop[graph.ends[1] == kind].sum()) for kind in range(len(graph.kinds)))
        frontier = min(frontier * widest, total)
        edges += frontier
        nodes = min(nodes + frontier, total)
    layers = len(fan_out)
    step = _FLOAT * (nodes * (features + _KEPT * hidden * (layers + 1)) + edges * _KEPT * hidden)
    walker = 33 * total
    titles = _FLOAT * graph.sizes["paper"] * title_dimensions
    return _PROGRAM_MIB + int((graph.nbytes + walker + titles + step) / 2**20)


def refuse_if_too_large(needed: int, what: str) -> None:
    """Compare with the memory that is free.

    Raises:
        ScinetError: If it does not fit.
    """
    free = free_mib()
    if free and needed > free:
        raise ScinetError(
            f"{what} needs about {needed:,} MiB, {free:,} are free",
            hint="Give a smaller -o batch=…, -o fan_out=… or -o hidden=….",
        )
