"""Hit rates by familiarity as published: all true items of a class are pooled."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scinet.eval.ranked_list import RankedList
from scinet.eval.run import Run
from scinet.eval.suites.prescience.collaborators import JOINT_CLASSES
from scinet.eval.suites.prescience.prior_work import CITED_CLASSES
from scinet.eval.suites.prescience.ranking import count_hits
from scinet.eval.task import Row, Task

TABLE: Final = "hit_rates.csv"
_CLASSES: Final[Mapping[str, tuple[str, Sequence[int]]]] = {
    "collaborators": ("joint_papers", JOINT_CLASSES),
    "prior-work": ("cited_before", CITED_CLASSES),
}
"""Field of the truth with a count per true item, and the least count of each class, by task."""


def make_tables(task: Task, runs: Sequence[Run]) -> Mapping[str, Any]:
    """Make the table of hit rates; none for a task without lists or classes.

    Unanswered queries do not count.

    Source:
        PreScience, Figure 3.
    """
    if task.name not in _CLASSES:
        return {}
    field, least = _CLASSES[task.name]
    rows = [row for run in runs for row in _run_hit_rates(task, run, field, least)]
    return {TABLE: rows} if rows else {}


def _run_hit_rates(task: Task, run: Run, field: str, least: Sequence[int]) -> list[Row]:
    truth = task.truth(run.header.split)
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, answer in run.answers.items():
        times = truth[name].get(field)
        if times is None or not isinstance(answer, RankedList):
            continue
        listed = [item.id or "" for item in answer.items]
        for part, (hit, members) in count_hits(listed, truth[name]["items"], times, least).items():
            counts[part][0] += hit
            counts[part][1] += members
    return [
        {
            "system": run.header.system,
            field: part,
            "found": hit,
            "true": members,
            "hit_rate": hit / members if members else None,
        }
        for part, (hit, members) in counts.items()
    ]
