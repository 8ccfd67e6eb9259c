"""Graph networks: the sampler versus PyTorch Geometric's, and the memory of a whole training.

Edges of the sampler are citations in both directions.
"""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.arrays import snapshot_of
from benchmarks.workload import Answer, Job
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import write_task
from scinet.eval.task_type import BuildContext
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.models.temporal_graph.dated_graph import DatedGraph, Relation

BATCH: Final = 1024
_FAN_OUT: Final = (10, 5)
_LINK: Final[Relation] = ("paper", "with", "paper")
SYSTEM: Final = "collaborators-gnn"
TRAINED: Final = 200
_WORDS: Final = 5_000


def uniform(job: Job) -> Callable[[], Answer]:
    """Ours: any edges before the last day; the number of edges into each seed."""
    from scinet.models.temporal_graph.pyg_sampler import DatedSampler

    snapshot = snapshot_of(job.room)
    sender, receiver, day = _both_ways(snapshot)
    graph = DatedGraph.from_edges(
        {"paper": snapshot.num_papers}, {_LINK: (sender, receiver)}, {_LINK: day}
    )
    sampler = DatedSampler(graph, list(_FAN_OUT), strategy="uniform")
    return _degrees(job, snapshot, sampler, last=int(snapshot.day[-1]) + 1)


def by_torch_sparse(job: Job) -> Callable[[], Answer]:
    """PyTorch Geometric's own sampler, which does not support time without pyg-lib.

    torch-sparse 0.6.18 does not sample uniformly: the upper limit of its samples without
    replacement is one too low. The number of edges is not affected.
    """
    import torch
    from torch_geometric.data import Data
    from torch_geometric.sampler import NeighborSampler

    snapshot = snapshot_of(job.room)
    sender, receiver, _ = _both_ways(snapshot)
    edges = torch.from_numpy(np.stack((sender, receiver)))
    data = Data(edge_index=edges, num_nodes=snapshot.num_papers)
    return _degrees(job, snapshot, NeighborSampler(data, list(_FAN_OUT)), last=None)


def _degrees(
    job: Job, snapshot: Snapshot, sampler: Any, *, last: int | None
) -> Callable[[], Answer]:
    import torch

    from scinet.models.temporal_graph.pyg import sampler as pyg

    # Each paper once in a batch: the peer merges repeated seeds.
    order = np.random.default_rng(3).permutation(snapshot.num_papers)
    seeds = order[job.items % snapshot.num_papers]
    batches = [seeds[first : first + BATCH] for first in range(0, len(seeds), BATCH)]

    def work() -> Answer:
        degrees = []
        for batch in batches:
            time = None if last is None else torch.full((len(batch),), last)
            sampler_input = pyg.NodeSamplerInput(None, torch.from_numpy(batch), time)
            out = sampler.sample_from_nodes(sampler_input)
            into = out.col[out.col < len(batch)].numpy()
            degrees.append(np.bincount(into, minlength=len(batch)))
        return np.concatenate(degrees).astype(np.int64)

    work()  # compiles
    return work


def _both_ways(
    snapshot: Snapshot,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
    citing = snapshot.cites.row_numbers().astype(np.int64)
    cited = snapshot.cites.indices.astype(np.int64)
    day = snapshot.day[citing]
    return np.append(cited, citing), np.append(citing, cited), np.append(day, day)


def trained(job: Job) -> Callable[[], Answer]:
    """Ours: build a task, train two epochs, answer; the number of collaborators per answer."""
    from scinet.models.base import training
    from scinet.models.base.run import answer_queries
    from scinet.models.registry import make_learner

    snapshot = snapshot_of(job.room)
    end = date_of(int(snapshot.day[-1]) + 1)
    sampled = np.random.default_rng(0).integers(0, _WORDS, (snapshot.num_papers, 5))
    titles = np.array([" ".join(f"word{n}" for n in row) for row in sampled.tolist()], dtype=object)
    past = replace(snapshot, before=end, title=titles)
    graph: dict[str, Any] = {"database": None, "snapshot": past}  # arrays alone
    task_type = get_task_type("prescience/collaborators")
    size = str(TRAINED)
    options = {"targets": size, "train_years": "1", "validation_years": "1"}
    settings = {"encoder": "sage", "epochs": "2", "questions": size, "measured": size}

    def work() -> Answer:
        with tempfile.TemporaryDirectory() as name:
            draft = task_type.build(BuildContext(past, end, 0), task_type.read_options(options))
            task, model = write_task(draft, Path(name) / "task"), Path(name) / "model"
            system = make_learner(SYSTEM, settings)
            training.train(system, task_type, task, folder=model, **graph)
            queries = task.queries("test")[: len(job.items)]
            answers = answer_queries(system, queries, task_type, learned=model, **graph)
            return np.array([len(get_items(answer)) for answer in answers])

    return work
