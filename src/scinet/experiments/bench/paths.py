"""The most cited path of at most five steps versus a search through all paths."""

from collections.abc import Callable
from typing import Final

import numpy as np

from scinet.experiments.bench.arrays import snapshot_of
from scinet.experiments.bench.workload import Answer, Job
from scinet.graph.paths import most_cited
from scinet.graph.snapshot import Snapshot

HOPS: Final = 5


def by_hops(job: Job) -> Callable[[], Answer]:
    """Ours: citations in total of the best path of each pair of papers."""
    snapshot = snapshot_of(job.room)
    pairs = chained_pairs(snapshot, len(job.items))
    most_cited(snapshot, *pairs[0], max_hops=HOPS)  # compiles

    def work() -> Answer:
        return np.array([most_cited(snapshot, a, b, max_hops=HOPS).total for a, b in pairs])

    return work


def networkx_paths(job: Job) -> Callable[[], Answer]:
    """Networkx: the largest total among all simple paths of at most five steps."""
    import networkx as nx

    snapshot = snapshot_of(job.room)
    pairs = [chained_pairs(snapshot, job.total)[item] for item in job.items]
    cited_by = np.bincount(snapshot.cites.indices, minlength=snapshot.num_papers)
    graph = nx.DiGraph(
        zip(snapshot.cites.row_numbers().tolist(), snapshot.cites.indices.tolist(), strict=True)
    )

    def best(a: str, b: str) -> int:
        paths = nx.all_simple_paths(graph, int(b), int(a), cutoff=HOPS)
        return max(int(cited_by[path].sum()) for path in paths)

    return lambda: np.array([best(a, b) for a, b in pairs])


def chained_pairs(snapshot: Snapshot, size: int) -> list[tuple[str, str]]:
    """Late papers, each with a paper that a chain of two to five references leads to."""
    rng = np.random.default_rng(3)
    references = snapshot.ordered
    late = rng.permutation(np.arange(snapshot.num_papers * 9 // 10, snapshot.num_papers))
    pairs: list[tuple[str, str]] = []
    for paper in late.tolist():
        place, steps = paper, 0
        for _ in range(int(rng.integers(2, HOPS + 1))):
            row = references.row(place)
            if not len(row):
                break
            place, steps = int(rng.choice(row)), steps + 1
        if steps >= 2:
            pairs.append((str(snapshot.paper_id[place]), str(snapshot.paper_id[paper])))
        if len(pairs) == size:
            break
    return pairs
