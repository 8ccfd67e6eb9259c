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
from scinet.experiments.bench.workload import Answer, Job, Workload
from scinet.graph.dates import date_of

_SYSTEM: Final = "collaborators-gnn"
_KIND: Final = "prescience/collaborators"
_TRAINED: Final = 200
_ANSWERED: Final = 20
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
    database: Any = None  # the task and the network are of arrays alone
    settings = {
        "encoder": "sage",
        "epochs": "2",
        "questions": str(_TRAINED),
        "measured": str(_TRAINED),
    }

    def work() -> Answer:
        task_type = named(_KIND)
        options = {"targets": str(_TRAINED), "train_years": "1", "validation_years": "1"}
        with tempfile.TemporaryDirectory() as name:
            draft = task_type.build(
                Material(past, end, 0, database), task_type.read_options(options)
            )
            task, model = write(draft, Path(name) / "task"), Path(name) / "model"
            system = learner(_SYSTEM, settings)
            training.train(system, task_type, task, database=database, snapshot=past, folder=model)
            asked = task.queries("test")[: len(job.items)]
            given = answers(
                system, asked, task_type, database=database, snapshot=past, learned=model
            )
            return np.array([len(items_of(one)) for one in given])

    return work


WORKLOADS: Final = {
    "B20": Workload(
        name="B20",
        title=f"{_SYSTEM}: a task, two epochs of {_TRAINED} questions, {_ANSWERED} answers",
        peer="-",
        package="",
        ours=trained,
        theirs=None,
        items=lambda papers: min(_ANSWERED, papers),
        goal=0,
        alarm=0,
        target_mib=12 * 1024,
        papers={"small": 2_000, "full": 1_000_000},
        bytes_per_paper=12_000,
    )
}
