"""Uninformed and oracle answers: the floor and the ceiling of every metric.

A metric that does not order them, or a system that does not lie between them, is a fault to find
before any other number is read.
"""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Final, get_args

import numpy as np

from scinet.eval.answer import ControlName
from scinet.eval.run import Run, RunHeader
from scinet.eval.task import Query
from scinet.eval.task_type import ScoringContext, TaskType

NAMES: Final[tuple[ControlName, ...]] = get_args(ControlName)


def make_control_runs(
    task_type: TaskType, queries: Sequence[Query], context: ScoringContext, *, seed: int
) -> list[Run]:
    """Make the runs of the controls.

    ``random``: other items for each query, the true numbers shuffled, a random side; ``constant``:
    the same items for all, the median of the true numbers, A; ``oracle``: the truth;
    ``anti-oracle``: as far from it as possible, for numbers the largest true one for the smallest
    and so on. For texts and records: the true ones of other queries, that of the first query for
    all, the true one, none.
    """
    rngs = {name: np.random.default_rng([seed, place]) for place, name in enumerate(NAMES)}
    return [
        Run(
            RunHeader(
                name, version("scinet"), context.task.fingerprint, "text", {}, seed, context.split
            ),
            {answer.query_id: answer for answer in answers},
        )
        for name, answers in zip(NAMES, task_type.controls(rngs, queries, context), strict=True)
    ]
