"""The sampler versus others: neighbourhoods of two hops around many papers.

Edges are citations, either way, so a paper sees what it cites and what cites it.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.experiments.bench.arrays import snapshot_of
from scinet.experiments.bench.workload import Answer, Job, Workload
from scinet.graph.snapshot import Snapshot
from scinet.models.temporal_graph.dated_graph import DatedGraph, Relation

_FAN_OUT: Final = (10, 5)
_BATCH: Final = 1024
_LINK: Final[Relation] = ("paper", "with", "paper")
_SMALL: Final = 2_000
_MIDDLE: Final = 28_000


def uniform(job: Job) -> Callable[[], Answer]:
    """Ours: any edges before the last day; how many into each seed."""
    return _degrees(job, _sampler(_graph(job), "uniform"))


def by_torch_sparse(job: Job) -> Callable[[], Answer]:
    """PyTorch Geometric's own sampler, which cannot look at time without pyg-lib.

    That of torch-sparse 0.6.18 does not draw uniformly: the bound of its draws without replacement
    is one too low. How many edges it takes does not suffer from it.
    """
    import torch
    from torch_geometric.data import Data
    from torch_geometric.sampler import NeighborSampler

    snapshot = snapshot_of(job.room)
    sender, receiver, _ = _both_ways(snapshot)
    edges = torch.from_numpy(np.stack((sender, receiver)))
    data = Data(edge_index=edges, num_nodes=snapshot.num_papers)
    return _degrees(job, NeighborSampler(data, list(_FAN_OUT)), is_timed=False)


def recent(job: Job) -> Callable[[], Answer]:
    """Ours: the latest edges before the seed's day three years later; sums over each tree."""
    graph = _graph(job)
    sampler = _sampler(graph, "recent")
    snapshot = snapshot_of(job.room)

    def work() -> Answer:
        import torch

        from scinet.models.temporal_graph.pyg import NodeSamplerInput

        found = []
        for seeds in _batches(job, snapshot.num_papers):
            days = torch.from_numpy(_asked_as_of(snapshot, seeds))
            out = sampler.sample_from_nodes(NodeSamplerInput(None, torch.from_numpy(seeds), days))
            tree = out.batch[out.col].numpy()
            sums = np.bincount(tree, out.node[out.row].numpy() + 1, minlength=len(seeds))
            found.append(np.stack((np.bincount(tree, minlength=len(seeds)), sums), axis=1))
        return np.concatenate(found).astype(np.int64)

    work()  # compiles
    return work


def written_out(job: Job) -> Callable[[], Answer]:
    """The same by plain Python over lists of edges in order of time."""
    from bisect import bisect_left

    snapshot = snapshot_of(job.room)
    graph = _graph(job)
    senders, days, pointer = graph.sender.tolist(), graph.day.tolist(), graph.pointer.tolist()

    def tree(seed: int, before: int) -> tuple[int, int]:
        seen, last, edges, total = {seed}, [seed], 0, 0
        for most in _FAN_OUT:
            reached = []
            for node in last:
                high = bisect_left(days, before, pointer[node], pointer[node + 1])
                for sender in senders[max(pointer[node], high - most) : high]:
                    edges, total = edges + 1, total + sender + 1
                    if sender not in seen:
                        seen.add(sender)
                        reached.append(sender)
            last = reached
        return edges, total

    def work() -> Answer:
        found = []
        for seeds in _batches(job, snapshot.num_papers):
            before = _asked_as_of(snapshot, seeds).tolist()
            found += [tree(*one) for one in zip(seeds.tolist(), before, strict=True)]
        return np.array(found, dtype=np.int64)

    return work


def _degrees(job: Job, sampler: Any, *, is_timed: bool = True) -> Callable[[], Answer]:
    snapshot = snapshot_of(job.room)
    last = int(snapshot.day[-1]) + 1

    def work() -> Answer:
        import torch

        from scinet.models.temporal_graph.pyg import NodeSamplerInput

        found = []
        for seeds in _batches(job, snapshot.num_papers):
            time = torch.full((len(seeds),), last) if is_timed else None
            out = sampler.sample_from_nodes(NodeSamplerInput(None, torch.from_numpy(seeds), time))
            into = out.col[out.col < len(seeds)].numpy()
            found.append(np.bincount(into, minlength=len(seeds)))
        return np.concatenate(found).astype(np.int64)

    work()  # compiles
    return work


def _sampler(graph: DatedGraph, strategy: Any) -> Any:
    from scinet.models.temporal_graph.pyg_sampler import DatedSampler

    return DatedSampler(graph, list(_FAN_OUT), strategy=strategy)


def _graph(job: Job) -> DatedGraph:
    snapshot = snapshot_of(job.room)
    sender, receiver, day = _both_ways(snapshot)
    return DatedGraph.of_edges(
        {"paper": snapshot.num_papers}, {_LINK: (sender, receiver)}, {_LINK: day}
    )


def _both_ways(
    snapshot: Snapshot,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
    citing = snapshot.cites.row_numbers().astype(np.int64)
    cited = snapshot.cites.indices.astype(np.int64)
    day = snapshot.day[citing]
    return np.append(cited, citing), np.append(citing, cited), np.append(day, day)


def _batches(job: Job, papers: int) -> list[NDArray[np.int64]]:
    # Each paper once in a batch: the peer counts a seed that is given twice once.
    order = np.random.default_rng(3).permutation(papers)
    seeds = order[job.items % papers]
    return [seeds[first : first + _BATCH] for first in range(0, len(seeds), _BATCH)]


def _asked_as_of(snapshot: Snapshot, seeds: NDArray[np.int64]) -> NDArray[np.int64]:
    result: NDArray[np.int64] = snapshot.day[seeds].astype(np.int64) + 3 * 365
    return result


WORKLOADS: Final = {
    one.name: one
    for one in (
        Workload(
            name="B13",
            title="10 and 5 edges around 20 x 1,024 papers; ours by time, a tree for each",
            peer="PyTorch Geometric with torch-sparse: no time, not uniform, seeds share nodes",
            package="torch_sparse",
            ours=uniform,
            theirs=by_torch_sparse,
            items=lambda papers: min(20 * _BATCH, papers),
            goal=3,
            alarm=2,
            target_mib=1_024,
            papers={"small": _SMALL, "full": _MIDDLE},
        ),
        Workload(
            name="B13-plain",
            title="latest 10 and 5 edges before a day around 20 x 1,024 papers",
            peer="plain Python",
            package="scinet",
            ours=recent,
            theirs=written_out,
            items=lambda papers: min(20 * _BATCH, papers),
            goal=3,
            alarm=1.5,
            target_mib=1_024,
            papers={"small": _SMALL, "full": _MIDDLE},
        ),
    )
}
