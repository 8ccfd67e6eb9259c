"""Sampled neighbourhoods of seeds, as arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int64
from scinet.models.temporal_graph.dated_graph import DatedGraph, Relation
from scinet.models.temporal_graph.sampling_kernel import grow_neighbourhoods, hash_keys, mix_hash

FanOut: TypeAlias = Sequence[int] | Mapping[Relation, Sequence[int]]
Strategy: TypeAlias = Literal["recent", "uniform"]


@dataclass(frozen=True)
class Neighbourhood:
    """Nodes and edges around seeds, numbered within themselves by kind.

    Attributes:
        node: By kind, the numbers of the nodes in the graph, first the seeds, then hop by hop.
        group: By kind, the group of each node.
        sender: By relation, the position of the sender of each edge among the nodes of its kind.
        receiver: The same for the receiver.
        entry: By relation, the position of each edge in the arrays of the graph.
        seed: Position of each seed among the nodes of its kind, shape ``(seeds,)``.
        seed_order: The same among all nodes in the order they were reached.
        groups: Group of each of these, shape ``(nodes,)``.
        nodes_per_hop: By kind, nodes that were reached first at each hop, from the seeds on.
        edges_per_hop: By relation, edges sampled at each hop.
        before: Day of each group, exclusive, shape ``(groups,)``.
        order: By kind, the position of each node among all nodes in the order they were reached.
        edges: All edges in the order of sampling: relation, position of the sender and of the
            receiver among all nodes, entry; shape ``(4, edges)``.
        nodes_after: Number of nodes reached after each hop, from the seeds on.
        edges_after: Number of edges sampled by then.
    """

    node: dict[str, Int64]
    group: dict[str, Int64]
    sender: dict[Relation, Int64]
    receiver: dict[Relation, Int64]
    entry: dict[Relation, Int64]
    seed: Int64
    seed_order: Int64
    groups: Int64
    nodes_per_hop: dict[str, list[int]]
    edges_per_hop: dict[Relation, list[int]]
    before: Int64
    order: dict[str, Int64]
    edges: Int64
    nodes_after: Int64
    edges_after: Int64


def fan_out_widths(graph: DatedGraph, fan_out: FanOut) -> Int64:
    """Return edges to take per hop and relation, ``(hops, relations)``; 0 for others."""
    if not isinstance(fan_out, Mapping):
        fan_out = dict.fromkeys(graph.relations, fan_out)
    hops = {len(each) for each in fan_out.values()}
    if len(hops) != 1 or not set(fan_out) <= set(graph.relations):
        raise ValueError(f"fan-outs {dict(fan_out)} do not fit {graph.relations}")
    none = [0] * hops.pop()
    table = [list(fan_out.get(relation, none)) for relation in graph.relations]
    return np.array(table, dtype=np.int64).T.copy()


def sample_neighbourhood(
    graph: DatedGraph,
    fan_out: Int64,
    kind: NDArray[np.integer],
    seeds: NDArray[np.integer],
    group: NDArray[np.integer],
    before: NDArray[np.integer],
    *,
    strategy: Strategy,
    key: Sequence[int],
    item: NDArray[np.integer],
) -> Neighbourhood:
    """Sample the neighbourhood of seeds in the graph before their day.

    Seeds of one group share one day and every node that they reach. A network of as many layers as
    hops computes the same for them as in groups of their own if each hop takes as many edges: the
    edges of a node depend on its group's day and item, not on the path to it.

    Args:
        fan_out: See :func:`fan_out_widths`.
        kind: Number of the kind of each seed, shape ``(seeds,)``.
        seeds: Number of each seed within its kind, shape ``(seeds,)``.
        group: Group of each seed, shape ``(seeds,)``.
        before: Day of each group, exclusive, shape ``(groups,)``.
        key: Further inputs of the random numbers besides the item, such as seed and epoch.
        item: A number for each group, shape ``(groups,)``.
    """
    hashed = np.uint64(0)
    for number in key:
        hashed = mix_hash(hashed, np.uint64(number))
    numbered = graph.offsets[kind] + seeds
    code, place, edges, nodes_after, edges_after = grow_neighbourhoods(
        graph.sender,
        graph.day,
        graph.pointer,
        graph.begin,
        graph.ends,
        graph.offsets,
        fan_out,
        int(strategy == "recent"),
        numbered.astype(np.int64),
        np.asarray(group, dtype=np.int64),
        np.asarray(before, dtype=np.int64),
        hash_keys(hashed, np.asarray(item, dtype=np.int64)),
    )
    groups, numbers = np.divmod(code, graph.offsets[-1])
    kinds = np.searchsorted(graph.offsets, numbers, side="right") - 1
    local = np.empty(len(code), dtype=np.int64)
    node, of, per_hop, order = {}, {}, {}, {}
    for number, name in enumerate(graph.kinds):
        selected = np.flatnonzero(kinds == number)
        local[selected] = np.arange(len(selected))
        node[name] = numbers[selected] - graph.offsets[number]
        of[name] = groups[selected]
        per_hop[name] = _counts_per_hop(selected, nodes_after)
        order[name] = selected
    sender, receiver, entry, sampled = {}, {}, {}, {}
    for number, relation in enumerate(graph.relations):
        selected = np.flatnonzero(edges[0] == number)
        sender[relation] = local[edges[1, selected]]
        receiver[relation] = local[edges[2, selected]]
        entry[relation] = edges[3, selected]
        sampled[relation] = _counts_per_hop(selected, edges_after)[1:]
    return Neighbourhood(
        node=node,
        group=of,
        sender=sender,
        receiver=receiver,
        entry=entry,
        seed=local[place],
        seed_order=place,
        groups=groups,
        nodes_per_hop=per_hop,
        edges_per_hop=sampled,
        before=np.asarray(before),
        order=order,
        edges=edges,
        nodes_after=nodes_after,
        edges_after=edges_after,
    )


def _counts_per_hop(places: Int64, after: Int64) -> list[int]:
    counts: list[int] = np.diff(np.searchsorted(places, after), prepend=0).tolist()
    return counts
