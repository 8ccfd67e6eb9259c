"""Memory of a graph network on a large simulated network: the task, training and answers."""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from scinet.eval.ranked_list import items_of
from scinet.eval.suites import named
from scinet.eval.task import write
from scinet.eval.task_type import Material
from scinet.experiments.bench.arrays import snapshot_of
from scinet.experiments.bench.workload import Answer, Job
from scinet.graph.dates import date_of

SYSTEM: Final = "collaborators-gnn"
TRAINED: Final = 200
_WORDS: Final = 5_000


def trained(job: Job) -> Callable[[], Answer]:
    """Ours: build a task, learn two epochs, answer; how many collaborators each answer names."""
    from scinet.models.base import training
    from scinet.models.base.run import answers
    from scinet.models.registry import learner

    snapshot = snapshot_of(job.room)
    end = date_of(int(snapshot.day[-1]) + 1)
    sampled = np.random.default_rng(0).integers(0, _WORDS, (snapshot.num_papers, 5))
    titles = np.array([" ".join(f"word{n}" for n in row) for row in sampled.tolist()], dtype=object)
    past = replace(snapshot, before=end, title=titles)
    graph: dict[str, Any] = {"database": None, "snapshot": past}  # all is of arrays alone
    task_type = named("prescience/collaborators")
    size = str(TRAINED)
    options = {"targets": size, "train_years": "1", "validation_years": "1"}
    settings = {"encoder": "sage", "epochs": "2", "questions": size, "measured": size}

    def work() -> Answer:
        with tempfile.TemporaryDirectory() as name:
            draft = task_type.build(Material(past, end, 0), task_type.read_options(options))
            task, model = write(draft, Path(name) / "task"), Path(name) / "model"
            system = learner(SYSTEM, settings)
            training.train(system, task_type, task, folder=model, **graph)
            asked = task.queries("test")[: len(job.items)]
            given = answers(system, asked, task_type, learned=model, **graph)
            return np.array([len(items_of(one)) for one in given])

    return work
